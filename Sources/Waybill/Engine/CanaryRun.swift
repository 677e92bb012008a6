import Synchronization

/// What a candidate generation must achieve before it is published.
package struct CanaryTerms: Sendable {
    /// The share of opens that run on it.
    package var share: Double
    /// How much its error rate may exceed the current generation's: 0.05 is five opens more in a hundred.
    package var bound: Double
    /// How many opens must have run on it before it can be judged.
    package var minimumOpens: Int

    package init(share: Double, bound: Double, minimumOpens: Int) {
        self.share = share
        self.bound = bound
        self.minimumOpens = minimumOpens
    }
}

/// A candidate generation that a share of the opens runs on, while the faults of both generations are counted.
///
/// Chance makes any rate exceed any bound now and then, and the more often the rates are compared. So they are compared
/// when ``CanaryTerms/minimumOpens`` have run on the candidate, whenever that number has doubled, and at the end.
package final class CanaryRun: Sendable {
    let successor: Successor
    private let terms: CanaryTerms
    private let state: Mutex<State>
    /// True if the candidate may be published. The first result counts.
    private let verdict = Settlement<Bool>()

    private struct State {
        var asked = 0
        /// The number of the candidate's opens at which the rates are compared next.
        var nextComparison: Int
        /// The candidate has failed too often: no more opens run on it.
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

    init(_ successor: Successor, _ terms: CanaryTerms) {
        self.successor = successor
        self.terms = terms
        state = Mutex(State(nextComparison: max(1, terms.minimumOpens)))
    }

    package var generation: Generation { successor.generation }

    /// Whether the next open is in the candidate's share. The share is spread evenly.
    func takesNext() -> Bool {
        state.withLock { state in
            guard !state.hasFailed else { return false }
            state.asked += 1
            return Int(Double(state.asked) * terms.share) > Int(Double(state.asked - 1) * terms.share)
        }
    }

    /// Records how an open ended.
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
        guard state.candidate.opens >= terms.minimumOpens else { return false }
        state.hasFailed = state.hasFailed || state.candidate.rate - state.current.rate > terms.bound
        return state.hasFailed
    }

    /// Waits for the verdict: false as soon as a comparison shows that the candidate fails too often, else what the
    /// comparison at the end of the window says.
    package func passes(within window: Duration, clock: any Clock<Duration>) async -> Bool {
        let timer = Task {
            guard (try? await clock.sleep(for: window)) != nil else { return }
            verdict.settle(.success(!state.withLock { compare(&$0) }))
        }
        defer { timer.cancel() }
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

/// A generation that is bound and not published yet.
package struct Successor: Sendable {
    package let generation: Generation
    /// The current generation when this one was bound.
    let predecessor: Generation
}
