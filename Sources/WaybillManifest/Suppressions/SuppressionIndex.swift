package import WaybillSyntax

/// The suppressions of a set: what its comments allow (`# waybill:allow P003 -- why`).
package struct SuppressionIndex: Sendable {
    package private(set) var suppressions: [Suppression] = []
    /// G001 and G003: comments that cannot be followed.
    private(set) var diagnostics: [Diagnostic] = []
    /// By file, indices into ``suppressions``.
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

    /// The comments that suppress a diagnostic, as indices into ``suppressions``.
    package func suppressing(_ diagnostic: Diagnostic) -> [Int] {
        guard let candidates = byFile[diagnostic.span.file] else { return [] }
        return candidates.filter { suppressions[$0].suppresses(diagnostic) }
    }
}

/// Diagnostics divided by the comments of their files.
package struct SuppressionResult: Sendable {
    /// What no comment suppresses.
    package var active: [Diagnostic] = []
    package var suppressed: [Diagnostic] = []

    package var all: [Diagnostic] { active + suppressed }
}

extension SuppressionResult {
    /// Divides diagnostics, each part in their order.
    ///
    /// The day plays no part: a service that runs is not to be refused its own manifests because a month is over. When a
    /// suppression has ended, `check` says so.
    ///
    /// - Complexity: Only files with diagnostics that may be suppressed are looked at.
    init(_ diagnostics: [Diagnostic], in sources: [SourceFile]) {
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
