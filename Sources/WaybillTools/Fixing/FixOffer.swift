import WaybillManifest
import WaybillSyntax

/// What fixes of each level would do to a set, told by a run that writes nothing.
///
/// A fix alone does not know whether it will be applied: another one may touch the same place, or the two together may
/// change what neither of them does.
public struct FixOffer: Sendable, Hashable {
    /// The problems that safe fixes fix, those included that show once others are fixed.
    public let safe: Count
    /// The problems that all fixes fix.
    public let all: Count

    public struct Count: Sendable, Hashable {
        public var fixed: Int
        /// Whether there may be more: the work is bounded, and not all was tried.
        public var isLeast: Bool

        package init(fixed: Int = 0, isLeast: Bool = false) {
            self.fixed = fixed
            self.isLeast = isLeast
        }
    }

    /// The checks that a level may take. Where fixes leave each other alone it is one for each round.
    public static let usualBound = 16

    /// Tries the fixes of what a check has found.
    ///
    /// - Throws: What `check` throws.
    public init(for checked: CheckedSet, bound: Int = usualBound, check: @escaping Fixer.Check) throws {
        func run(_ level: FixLevel) throws -> (count: Count, hasSeenUnsafe: Bool) {
            var fixer = Fixer(level, checked, bound: bound, check: check)
            try fixer.run()
            return (Count(fixed: fixer.applied.count, isLeast: fixer.isCut), fixer.hasSeenUnsafe)
        }
        let first = try run(.safe)
        safe = first.count
        all = first.hasSeenUnsafe ? try run(.unsafe).count : safe
    }

    /// `2 can be fixed with --fix, 3 with --unsafe-fixes`; nil where there is nothing to fix.
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
    fileprivate var words: String { isLeast ? "at least \(fixed)" : "\(fixed)" }
}
