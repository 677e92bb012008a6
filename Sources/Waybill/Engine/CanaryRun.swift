import Synchronization

/// A candidate generation that runs a share of the opens, while the faults of both generations are counted.
///
/// By chance, any rate exceeds any bound now and then, and more often if the rates are compared more often. So they are
/// compared when ``minimumOpens`` have run on the candidate, whenever that number has doubled, and at the end.
package final class CanaryRun: Sendable {
    let successor: Successor
    /// The share of opens that run on the candidate.
    private let share: Double
    /// The maximum difference to the current generation's error rate: 0.05 is five more errors in a hundred opens.
    private let bound: Double
    /// The number of opens on the candidate before it can be judged.
    private let minimumOpens: Int
    /// Called after each open that counts.
    private let onOpen: @Sendable (Side, _ isFault: Bool) -> Void
    private let state: Mutex<State>
    /// True if the candidate may be published. The first result counts.
    private let verdict = Settlement<Bool>()

    private struct State {
        var asked = 0
        /// The number of the candidate's opens at the next comparison.
        var nextComparison: Int
        /// The candidate is withdrawn, and gets no more opens.
        var hasFailed = false
        /// Whether a caller has withdrawn it.
        var isEnded = false
        var counts = Counts()
    }

    /// The generation on which an open runs.
    package enum Side: String, Sendable, CaseIterable { case candidate, current }

    /// The opens of both generations so far.
    package struct Counts: Sendable {
        package var candidate = Count()
        package var current = Count()

        fileprivate mutating func count(_ isFault: Bool, on side: Side) {
            switch side {
            case .candidate: candidate.count(isFault)
            case .current: current.count(isFault)
            }
        }
    }

    package struct Count: Sendable {
        package var opens = 0
        package var failures = 0
        fileprivate var rate: Double { opens == 0 ? 0 : Double(failures) / Double(opens) }

        fileprivate mutating func count(_ isFault: Bool) {
            opens += 1
            if isFault { failures += 1 }
        }
    }

    init(
        _ successor: Successor, share: Double, bound: Double, minimumOpens: Int,
        onOpen: @escaping @Sendable (Side, _ isFault: Bool) -> Void
    ) {
        self.onOpen = onOpen
        self.successor = successor
        self.share = share
        self.bound = bound
        self.minimumOpens = minimumOpens
        state = Mutex(State(nextComparison: max(1, minimumOpens)))
    }

    package var generation: Generation { successor.generation }

    /// Whether the next open runs on the candidate. The share is spread evenly.
    func takesNext() -> Bool {
        state.withLock { state in
            guard !state.hasFailed else { return false }
            state.asked += 1
            return Int(Double(state.asked) * share) > Int(Double(state.asked - 1) * share)
        }
    }

    /// Records the result of an open.
    func record(_ side: Side, isFault: Bool) {
        let hasFailed = state.withLock { state in
            state.counts.count(isFault, on: side)
            guard side == .candidate, state.counts.candidate.opens == state.nextComparison else { return false }
            state.nextComparison *= 2
            return compare(&state)
        }
        onOpen(side, isFault)
        if hasFailed { verdict.settle(.success(false)) }
    }

    /// Withdraws the candidate at once, whatever its opens have shown. Later calls do nothing.
    package func withdraw() {
        state.withLock { state in
            state.isEnded = true
            state.hasFailed = true
        }
        verdict.settle(.success(false))
    }

    /// Whether ``withdraw()`` was called.
    package var isEnded: Bool { state.withLock { $0.isEnded } }

    package var counts: Counts { state.withLock { $0.counts } }

    private func compare(_ state: inout State) -> Bool {
        let counts = state.counts
        guard counts.candidate.opens >= minimumOpens else { return state.hasFailed }
        state.hasFailed = state.hasFailed || counts.candidate.rate - counts.current.rate > bound
        return state.hasFailed
    }

    /// Waits for the verdict: false as soon as a comparison shows that the candidate fails too often, else the result
    /// of the comparison at the end of the window.
    package func passes(within window: Duration, timer: DeadlineTimer) async -> Bool {
        let deadline = Deadline()
        timer.start(deadline, after: window) {
            self.verdict.settle(.success(!self.state.withLock { self.compare(&$0) }))
        }
        defer { deadline.remove() }
        return await withTaskCancellationHandler {
            (try? await verdict.value) ?? false
        } onCancel: {
            verdict.settle(.success(false))
        }
    }

    /// The counts of both generations, in words.
    package var summary: String {
        let counts = counts
        return "\(counts.candidate.failures) of \(counts.candidate.opens) opens failed on generation "
            + "\(generation.number), \(counts.current.failures) of \(counts.current.opens) on generation "
            + "\(successor.predecessor.number)"
    }
}

/// A generation that is bound, but not published yet.
package struct Successor: Sendable {
    package let generation: Generation
    /// The current generation when this one was bound.
    let predecessor: Generation
}
