import WaybillManifest
public import WaybillSyntax

/// What a run of fixes made of a set.
public struct FixOutcome: Sendable {
    public let level: FixLevel
    public let before: CheckedSet
    /// The set as it is with the fixes, and what is left to say about it.
    public let after: CheckedSet
    /// What was fixed, in the order in which it was.
    public let applied: [Applied]
    /// The files that are to be written, in the order of their paths.
    public let changes: [FileChange]

    /// One finding that is no more.
    public struct Applied: Sendable, Hashable {
        public var rule: Rule
        public var message: String
        public var description: String
        public var safe: Bool
    }

    init(_ level: FixLevel, before: CheckedSet, after: CheckedSet, applied: [FixBatch.Member]) {
        self.level = level
        self.before = before
        self.after = after
        self.applied = applied.map { member in
            Applied(
                rule: member.finding.rule, message: member.finding.message, description: member.fix.description,
                safe: member.fix.safe)
        }
        let new = Dictionary(after.report.sources.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        changes = before.report.sources.compactMap { source in
            guard let bytes = new[source.path], bytes != source.bytes else { return nil }
            return FileChange(path: source.path, old: source.bytes, new: bytes)
        }
    }

    /// `fixed 3 findings in 2 files (2 safe, 1 unsafe)`; `nothing to fix` where there was nothing.
    public var summary: String {
        guard !applied.isEmpty else { return "nothing to fix" }
        let safe = applied.count(where: \.safe)
        let kinds = [(safe, "safe"), (applied.count - safe, "unsafe")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "fixed \(counted(applied.count, "problem")) in \(counted(changes.count, "file"))"
            + " (\(kinds.joined(separator: ", ")))"
    }

    private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
