import WaybillManifest
import WaybillReports
public import WaybillSyntax

/// Applies fixes to a set in rounds, until nothing is left that it can fix.
///
/// ```
/// check ──▶ problems with fixes ──▶ a batch that does not overlap ──▶ new texts ──▶ check again
///   ▲                                                                                  │
///   └────────────── better: go on        worse: leave out the fixes that caused it ────┘
/// ```
///
/// First the problems of reading are fixed, then those between routes, then layout, because each may hide or uncover
/// later ones. A second run on the result changes nothing.
public struct Fixer {
    /// Checks the set with these contents, by path, in place of those on disk.
    public typealias Check = (_ replaced: [String: [UInt8]]) throws -> CheckedSet

    private let candidates: (CheckedSet) -> [FixBatch.Member]
    private let check: Check
    private var state: CheckedSet
    private var replaced: [String: [UInt8]] = [:]
    private var applied: [FixBatch.Member] = []
    private var refused: Set<FixKey> = []
    private var checks = 0

    /// The limit of rounds. A few are usual.
    private static let maximumRounds = 64

    /// After this number of checks, a batch that does not help is left out whole instead of being halved.
    private static let maximumChecks = 500

    /// - Parameters:
    ///   - candidates: Returns the fixes to try.
    ///   - state: The result of `check` for the set on disk.
    private init(
        _ candidates: @escaping (CheckedSet) -> [FixBatch.Member], _ state: CheckedSet, check: @escaping Check
    ) {
        self.candidates = candidates
        self.state = state
        self.check = check
    }

    /// Applies the fixes of a level.
    ///
    /// - Throws: What `check` throws.
    /// - Complexity: One check for each round, and some more for each fix that does not help.
    public static func run(_ level: FixLevel, check: @escaping Check) throws -> FixOutcome {
        try run(check) { $0.report.fixes(of: level) }
    }

    /// Writes a comment for each problem that a comment can suppress.
    ///
    /// - Parameter reason: One line. It may end with `until 2030-06`.
    /// - Throws: What `check` throws.
    public static func suppress(because reason: String, check: @escaping Check) throws -> FixOutcome {
        var outcome = try run(check) { $0.suppressions(of: $0.report.diagnostics, because: reason) }
        outcome.areSuppressions = true
        return outcome
    }

    /// Returns the changes that the safe fixes of a checked set make: of all files, or of one, by its path.
    package static func safeChanges(
        of checked: CheckedSet, in path: String?, check: @escaping @Sendable ([String: [UInt8]]) -> CheckedSet
    ) -> [FileChange] {
        let recheck: Check = { $0.isEmpty ? checked : check($0) }
        let outcome = try? run(recheck) { state in
            path.map(state.report.safeFixes) ?? state.report.fixes(of: .safe)
        }
        return outcome?.changes ?? []
    }

    private static func run(
        _ check: @escaping Check, _ candidates: @escaping (CheckedSet) -> [FixBatch.Member]
    ) throws -> FixOutcome {
        let before = try check([:])
        var fixer = Fixer(candidates, before, check: check)
        try fixer.run()
        return FixOutcome(before: before, after: fixer.state, applied: fixer.applied)
    }

    private mutating func run() throws {
        var isProgressing = true
        // A rejected fix may help after other fixes.
        for _ in 0..<Self.maximumRounds where isProgressing {
            let countBefore = applied.count
            refused = []
            for _ in 0..<Self.maximumRounds {
                if try !runRound() { break }
            }
            isProgressing = applied.count > countBefore && !refused.isEmpty
        }
    }

    /// Runs one round. Returns false if there was nothing to apply.
    private mutating func runRound() throws -> Bool {
        let candidates = candidates(state).filter { !refused.contains(state.key(of: $0.diagnostic)) }
        guard let phase = candidates.map(\.diagnostic.rule.fixPhase).min() else { return false }
        let batch = FixBatch(choosingFrom: candidates.filter { $0.diagnostic.rule.fixPhase == phase })
        let (accepted, result) = try accept(batch.members[...], besides: FixBatch())
        if let result {
            replaced.merge(accepted.applied(to: state.report.sources)) { $1 }
            applied += accepted.members
            state = result
        }
        return true
    }

    /// Returns the largest part of a batch, found by halving, that improves the set, and the improved set.
    private mutating func accept(
        _ members: ArraySlice<FixBatch.Member>, besides accepted: FixBatch
    ) throws -> (batch: FixBatch, result: CheckedSet?) {
        let whole = FixBatch(accepted.members + members)
        checks += 1
        if whole.keepsSuppressions(in: state.report.sources) {
            let result = try check(replaced.merging(whole.applied(to: state.report.sources)) { $1 })
            if result.isImprovement(of: state, by: whole) { return (whole, result) }
        }
        guard members.count > 1, checks < Self.maximumChecks else {
            refused.formUnion(members.map { state.key(of: $0.diagnostic) })
            return (accepted, nil)
        }
        let middle = members.startIndex + members.count / 2
        let first = try accept(members[..<middle], besides: accepted)
        let second = try accept(members[middle...], besides: first.batch)
        return (second.batch, second.result ?? first.result)
    }
}

extension Rule {
    fileprivate var fixPhase: Int { isOfLayout ? 2 : isAboutRelations ? 1 : 0 }
}

/// The result of applying fixes to a set.
public struct FixOutcome: Sendable {
    public let before: CheckedSet
    /// The fixed set, with the remaining diagnostics.
    public let after: CheckedSet
    /// The applied fixes, in order.
    public let applied: [Applied]
    /// The files to write, sorted by path.
    public let changes: [FileChange]
    /// Whether problems were suppressed, not fixed.
    var areSuppressions = false

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
        let new = Dictionary(firstOf: after.report.sources.map { ($0.path, $0.bytes) })
        changes = before.report.sources.compactMap { source in
            guard let bytes = new[source.path], bytes != source.bytes else { return nil }
            return FileChange(path: source.path, old: source.bytes, new: bytes)
        }
    }

    /// For example `fixed 3 problems in 2 files (2 safe, 1 unsafe)`, `suppressed 1 problem in 1 file`, or `nothing to fix`.
    public var summary: String {
        if areSuppressions {
            return applied.isEmpty
                ? "nothing to suppress"
                : "suppressed \(counted(applied.count, "problem")) in \(counted(changes.count, "file"))"
        }
        guard !applied.isEmpty else { return "nothing to fix" }
        let safe = applied.count(where: \.safe)
        let kinds = [(safe, "safe"), (applied.count - safe, "unsafe")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "fixed \(counted(applied.count, "problem")) in \(counted(changes.count, "file"))"
            + " (\(kinds.joined(separator: ", ")))"
    }
}
