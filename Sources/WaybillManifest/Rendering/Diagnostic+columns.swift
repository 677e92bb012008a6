package import WaybillSyntax

extension Diagnostic.Fix {
    /// Whether lines and columns can describe all of its edits. A byte order mark is in no column.
    package func isExpressibleInColumns(of sources: [SourceFile]) -> Bool {
        edits.allSatisfy { edit in
            !sources.indices.contains(edit.span.file)
                || edit.span.start >= sources[edit.span.file].byteOrderMarkLength
        }
    }
}
