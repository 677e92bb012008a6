import WaybillManifest
import WaybillSyntax

/// Applies fixes to a set, round after round, until there is nothing left that it can fix.
///
/// ```
/// check ──▶ problems with fixes ──▶ a batch that does not overlap ──▶ new texts ──▶ check again
///   ▲                                                                                  │
///   └────────────── better: go on        worse: leave out whatever made it so ─────────┘
/// ```
///
/// First comes what keeps manifests from being read as they are meant, then what routes do to each other, then layout:
/// each may hide or show what comes after. A second run on the result changes nothing.
public struct Fixer {
    /// Checks the set with these contents, by path, in the place of those on disk.
    public typealias Check = (_ replaced: [String: [UInt8]]) throws -> CheckedSet

    private let level: FixLevel
    private let check: Check
    /// The checks that may be made before no more is tried; no bound where the fixes are wanted.
    private let bound: Int?
    private(set) var state: CheckedSet
    private var replaced: [String: [UInt8]] = [:]
    private(set) var applied: [FixBatch.Member] = []
    private var refused: Set<FixKey> = []
    private var checks = 0
    /// Whether the bound kept it from trying more.
    private(set) var isCut = false
    /// Whether there was a fix that is not safe in any round: else a run of the other level does the same.
    private(set) var hasSeenUnsafe = false

    /// The rounds that a run may take; one of a few is usual.
    private static let mostRounds = 64

    /// The checks after which a batch that does not help is left out whole, instead of by halves.
    private static let mostChecks = 500

    /// - Parameter state: What `check` makes of the set as it is on disk.
    init(_ level: FixLevel, _ state: CheckedSet, bound: Int? = nil, check: @escaping Check) {
        self.level = level
        self.state = state
        self.bound = bound
        self.check = check
    }

    /// Applies fixes of a level to what `check` finds.
    ///
    /// - Throws: What `check` throws.
    /// - Complexity: One check for each round, and some more for each fix that does not help.
    public static func run(_ level: FixLevel, check: @escaping Check) throws -> FixOutcome {
        let before = try check([:])
        var fixer = Fixer(level, before, check: check)
        try fixer.run()
        return FixOutcome(level, before: before, after: fixer.state, applied: fixer.applied)
    }

    mutating func run() throws {
        var isProgressing = true
        // What was refused may be welcome once other things are fixed.
        for _ in 0..<Self.mostRounds where isProgressing && !isCut {
            let countBefore = applied.count
            refused = []
            for _ in 0..<Self.mostRounds {
                if try !runRound() { break }
            }
            isProgressing = applied.count > countBefore && !refused.isEmpty
        }
    }

    /// One round; false where there was nothing to apply.
    private mutating func runRound() throws -> Bool {
        // Of a file with more problems than are told nobody knows what is left.
        let crowded = Set(state.report.diagnostics.filter(\.tellsOfOthers).map(\.span.file))
        hasSeenUnsafe = hasSeenUnsafe || state.report.diagnostics.contains { $0.fixes.contains { !$0.safe } }
        let candidates = state.report.diagnostics.compactMap { finding -> FixBatch.Member? in
            guard !crowded.contains(finding.span.file), let fix = finding.fix(of: level),
                !refused.contains(state.key(of: finding))
            else { return nil }
            return FixBatch.Member(finding: finding, fix: fix)
        }
        guard !isCut, let phase = candidates.map(\.finding.rule.fixPhase).min() else { return false }
        let batch = FixBatch(choosingFrom: candidates.filter { $0.finding.rule.fixPhase == phase })
        let (accepted, result) = try accept(batch.members[...], besides: FixBatch())
        if let result {
            replaced.merge(accepted.applied(to: state.report.sources)) { $1 }
            applied += accepted.members
            state = result
        }
        return true
    }

    /// The largest part of a batch, by halves, that makes the set better, and the set that it makes.
    private mutating func accept(
        _ members: ArraySlice<FixBatch.Member>, besides accepted: FixBatch
    ) throws -> (batch: FixBatch, result: CheckedSet?) {
        if let bound, checks >= bound {
            isCut = true
            return (accepted, nil)
        }
        let whole = accepted + members
        checks += 1
        if whole.keepsSuppressions(in: state.report.sources) {
            let result = try check(replaced.merging(whole.applied(to: state.report.sources)) { $1 })
            if result.isImprovement(of: state, by: whole) { return (whole, result) }
        }
        guard members.count > 1, checks < Self.mostChecks else {
            refused.formUnion(members.map { state.key(of: $0.finding) })
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
