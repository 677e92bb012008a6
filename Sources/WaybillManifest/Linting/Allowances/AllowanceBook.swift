/// What the comments of a set allow.
struct AllowanceBook: Sendable {
    private(set) var allowances: [Allowance] = []
    /// G001 and G003: comments that cannot be followed.
    private(set) var diagnostics: [Diagnostic] = []
    /// By file, indices into ``allowances``.
    private var byFile: [Int: [Int]] = [:]

    /// - Parameter files: The indices of the files to read.
    init(_ sources: [SourceFile], files: some Sequence<Int>) {
        let indices = files.filter(sources.indices.contains)
        for reader in Concurrently.map(indices, { AllowanceReader(sources[$1], index: $1) }) {
            diagnostics += reader.diagnostics
            for allowance in reader.allowances {
                byFile[allowance.scope.file, default: []].append(allowances.count)
                allowances.append(allowance)
            }
        }
    }

    /// The comments that allow a finding, as indices into ``allowances``.
    func allowing(_ diagnostic: Diagnostic) -> [Int] {
        guard let candidates = byFile[diagnostic.span.file] else { return [] }
        return candidates.filter { allowances[$0].allows(diagnostic) }
    }
}

extension Array where Element == Diagnostic {
    /// Apart from each other what comments in the manifests allow, and what they do not.
    ///
    /// The day plays no part: a service that runs is not to be refused its own manifests because a month is over. When an
    /// allowance has ended, `check` says so.
    ///
    /// - Complexity: Only files with findings that may be allowed are looked at.
    func dividedByAllowances(in sources: [SourceFile]) -> (kept: [Diagnostic], allowed: [Diagnostic]) {
        let files = Set(lazy.filter(\.isAllowable).map(\.span.file))
        guard !files.isEmpty else { return (self, []) }
        let book = AllowanceBook(sources, files: files.sorted())
        guard !book.allowances.isEmpty else { return (self, []) }
        let isAllowed = map { !book.allowing($0).isEmpty }
        return (
            zip(self, isAllowed).filter { !$1 }.map(\.0), zip(self, isAllowed).filter { $1 }.map(\.0)
        )
    }
}
