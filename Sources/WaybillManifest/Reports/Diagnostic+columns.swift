package import WaybillSyntax

extension Diagnostic.Fix {
    /// Whether lines and columns can say all its edits: a byte order mark is in none.
    package func isSaidInColumns(of sources: [SourceFile]) -> Bool {
        edits.allSatisfy { edit in
            !sources.indices.contains(edit.span.file)
                || edit.span.start >= sources[edit.span.file].byteOrderMarkLength
        }
    }
}
