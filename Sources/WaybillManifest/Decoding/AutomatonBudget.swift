import Synchronization

/// What building the automata of all regexes and lists in a set may take: a set has room for a hundred thousand.
///
/// Files are decoded side by side, so that which of them comes to the end of it is left to chance. That it is overrun is
/// not: then the set is to be decoded again with ``none``.
package final class AutomatonBudget: Sendable {
    private let stepsLeft: Atomic<Int>

    /// For a set, and for each of its files.
    package static let most = 8_000_000

    package init(steps: Int = AutomatonBudget.most) { stepsLeft = Atomic(steps) }

    /// No automaton is built.
    static var none: AutomatonBudget { AutomatonBudget(steps: -1) }

    var isOverrun: Bool { stepsLeft.load(ordering: .relaxed) < 0 }

    func spend(_ steps: Int) { stepsLeft.subtract(steps, ordering: .relaxed) }
}
