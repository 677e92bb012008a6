import WaybillManifest
import WaybillReports
public import WaybillSyntax

/// The result of applying fixes to a set.
public struct FixOutcome: Sendable {
    public let before: CheckedSet
    /// The fixed set, with the remaining diagnostics.
    public let after: CheckedSet
    /// The applied fixes, in order.
    public let applied: [Applied]
    /// The files to write, sorted by path.
    public let changes: [FileChange]

    /// A diagnostic that was fixed.
    public struct Applied: Sendable, Hashable {
        public var rule: Rule
        public var message: String
        public var description: String
        public var safe: Bool
    }

    init(before: CheckedSet, after: CheckedSet, applied: [FixBatch.Member]) {
        self.before = before
        self.after = after
        self.applied = applied.map { member in
            Applied(
                rule: member.diagnostic.rule, message: member.diagnostic.message, description: member.fix.description,
                safe: member.fix.safe)
        }
        let new = Dictionary(after.report.sources.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        changes = before.report.sources.compactMap { source in
            guard let bytes = new[source.path], bytes != source.bytes else { return nil }
            return FileChange(path: source.path, old: source.bytes, new: bytes)
        }
    }

    /// For example `fixed 3 problems in 2 files (2 safe, 1 unsafe)`, or `nothing to fix`.
    public var summary: String {
        guard !applied.isEmpty else { return "nothing to fix" }
        let safe = applied.count(where: \.safe)
        let kinds = [(safe, "safe"), (applied.count - safe, "unsafe")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "fixed \(counted(applied.count, "problem")) in \(counted(changes.count, "file"))"
            + " (\(kinds.joined(separator: ", ")))"
    }
}
