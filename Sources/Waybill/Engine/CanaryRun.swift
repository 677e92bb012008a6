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
    private let state: Mutex<State>
    /// True if the candidate may be published. The first result counts.
    private let verdict = Settlement<Bool>()

    private struct State {
        var asked = 0
        /// The number of the candidate's opens at the next comparison.
        var nextComparison: Int
        /// The candidate has failed too often, and gets no more opens.
        var hasFailed = false
        var candidate = Count()
        var current = Count()

        mutating func count(_ isFault: Bool, isCandidate: Bool) {
            var count = isCandidate ? candidate : current
            count.opens += 1
            if isFault { count.failures += 1 }
            if isCandidate { candidate = count } else { current = count }
        }
    }

    private struct Count {
        var opens = 0
        var failures = 0
        var rate: Double { opens == 0 ? 0 : Double(failures) / Double(opens) }
    }

    init(_ successor: Successor, share: Double, bound: Double, minimumOpens: Int) {
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
    func record(isCandidate: Bool, isFault: Bool) {
        let hasFailed = state.withLock { state in
            state.count(isFault, isCandidate: isCandidate)
            guard isCandidate, state.candidate.opens == state.nextComparison else { return false }
            state.nextComparison *= 2
            return compare(&state)
        }
        if hasFailed { verdict.settle(.success(false)) }
    }

    private func compare(_ state: inout State) -> Bool {
        guard state.candidate.opens >= minimumOpens else { return false }
        state.hasFailed = state.hasFailed || state.candidate.rate - state.current.rate > bound
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
        let (candidate, current) = state.withLock { ($0.candidate, $0.current) }
        return "\(candidate.failures) of \(candidate.opens) opens failed on generation \(generation.number), "
            + "\(current.failures) of \(current.opens) on generation \(successor.predecessor.number)"
    }
}

/// A generation that is bound, but not published yet.
package struct Successor: Sendable {
    package let generation: Generation
    /// The current generation when this one was bound.
    let predecessor: Generation
}
