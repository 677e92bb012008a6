import WaybillManifest
package import WaybillSyntax

/// The suppressions of a set, from its comments (`# waybill:allow P003 -- why`).
package struct SuppressionIndex: Sendable {
    package private(set) var suppressions: [Suppression] = []
    /// G001 and G003: invalid comments.
    package private(set) var diagnostics: [Diagnostic] = []
    /// By file: indices into ``suppressions``.
    private var byFile: [Int: [Int]] = [:]

    /// - Parameter files: The indices of the files to read.
    package init(_ sources: [SourceFile], files: some Sequence<Int>) {
        let indices = files.filter(sources.indices.contains)
        for reader in Concurrently.map(indices, { SuppressionReader(sources[$1], index: $1) }) {
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

/// Diagnostics, divided into active and suppressed ones.
package struct SuppressionResult: Sendable {
    /// The diagnostics that no comment suppresses.
    package var active: [Diagnostic] = []
    package var suppressed: [Diagnostic] = []

    package var all: [Diagnostic] { active + suppressed }
}

extension SuppressionResult {
    /// Divides diagnostics by the comments of their files. The order stays.
    ///
    /// The date is ignored, because a running service must not reject its own manifests when a month is over. `check`
    /// reports suppressions that have ended.
    ///
    /// - Complexity: Only files with suppressible diagnostics are searched.
    package init(_ diagnostics: [Diagnostic], in sources: [SourceFile]) {
        let files = Set(diagnostics.lazy.filter(\.isSuppressible).map(\.span.file))
        let index = SuppressionIndex(sources, files: files.sorted())
        for diagnostic in diagnostics {
            if index.suppressing(diagnostic).isEmpty {
                active.append(diagnostic)
            } else {
                suppressed.append(diagnostic)
            }
        }
    }
}
