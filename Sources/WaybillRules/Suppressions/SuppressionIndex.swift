import WaybillManifest
package import WaybillSyntax

/// The suppressions of a set, from its comments (`# waybill:allow P003 -- why`).
package struct SuppressionIndex: Sendable {
    package private(set) var suppressions: [Suppression] = []
    /// G001 and G003: invalid comments.
    package private(set) var diagnostics: [Diagnostic] = []
    /// By file: indices into ``suppressions``.
    private var byFile: [Int: [Int]] = [:]

    /// - Parameters:
    ///   - files: The indices of the files to read.
    ///   - read: Reads a file with directives.
    package init(
        _ sources: [SourceFile], files: some Sequence<Int>,
        by read: @escaping @Sendable (SourceFile, Int) -> YAMLReader.Reading = YAMLReader.read
    ) {
        let indices = files.filter(sources.indices.contains)
        let readers = Concurrently.map(indices) { _, index in
            SuppressionReader(sources[index], index: index, document: read(sources[index], index).node?.document)
        }
        for reader in readers {
            diagnostics += reader.diagnostics
            for suppression in reader.suppressions {
                byFile[suppression.scope.file, default: []].append(suppressions.count)
                suppressions.append(suppression)
            }
        }
    }

    /// Returns the comments that suppress a diagnostic, as indices into ``suppressions``.
    package func suppressing(_ diagnostic: Diagnostic) -> [Int] {
        guard let candidates = byFile[diagnostic.span.file] else { return [] }
        return candidates.filter { suppressions[$0].suppresses(diagnostic) }
    }
}

/// A comment that suppresses diagnostics: `# waybill:allow P003 -- reason until 2027-01`.
package struct Suppression: Sendable {
    /// The place of the comment.
    package var span: SourceSpan
    /// Whether the line contains only the comment.
    package var isAlone: Bool
    /// The suppressed rules, with the places of their ids. Unknown and not suppressible rules are left out.
    package var rules: [Located<Rule>]
    /// The range in which it suppresses: an entry, an item, or the file.
    package var scope: SourceSpan
    /// The month or day after `until`, as written, even if it is not a date.
    package var expiry: Located<String>?

    func suppresses(_ diagnostic: Diagnostic) -> Bool {
        let place = diagnostic.span
        return place.file == scope.file && scope.start <= place.start && place.start < max(scope.end, scope.start + 1)
            && rules.contains { $0.value == diagnostic.rule } && diagnostic.isSuppressible
    }
}
