import WaybillManifest
import WaybillSyntax

/// The effect of the fixes of each level on a set, computed by a run that writes nothing.
///
/// The fixes must be tried together, because they may overlap or change each other's effect.
public struct FixOffer: Sendable, Hashable {
    /// The problems that safe fixes fix, including those that appear after other fixes.
    public let safe: Count
    /// The problems that all fixes fix.
    public let all: Count

    /// A number of fixed problems.
    public struct Count: Sendable, Hashable {
        public var fixed: Int
        /// Whether the real number may be larger, because the work is limited.
        public var isLowerBound: Bool

        package init(fixed: Int = 0, isLowerBound: Bool = false) {
            self.fixed = fixed
            self.isLowerBound = isLowerBound
        }
    }

    /// The limit of checks for a level. If fixes are independent, each round needs one.
    public static let usualBound = 16

    /// Tries the fixes of a report.
    ///
    /// - Throws: What `check` throws.
    public init(for checked: CheckedSet, bound: Int = usualBound, check: @escaping Fixer.Check) throws {
        func run(_ level: FixLevel) throws -> (count: Count, hasSeenUnsafe: Bool) {
            var fixer = Fixer(level, checked, bound: bound, check: check)
            try fixer.run()
            return (Count(fixed: fixer.applied.count, isLowerBound: fixer.isCut), fixer.hasSeenUnsafe)
        }
        let first = try run(.safe)
        safe = first.count
        all = first.hasSeenUnsafe ? try run(.unsafe).count : safe
    }

    /// `2 can be fixed with --fix, 3 with --unsafe-fixes`; `nil` if there is nothing to fix.
    public var text: String? {
        let offers = [
            safe.fixed > 0 ? "\(safe.words) can be fixed with --fix" : nil,
            all != safe && all.fixed > 0
                ? "\(all.words) \(safe.fixed > 0 ? "" : "can be fixed ")with --unsafe-fixes" : nil,
        ].compactMap(\.self)
        return offers.isEmpty ? nil : offers.joined(separator: ", ")
    }
}

extension FixOffer.Count {
    fileprivate var words: String { isLowerBound ? "at least \(fixed)" : "\(fixed)" }
}
