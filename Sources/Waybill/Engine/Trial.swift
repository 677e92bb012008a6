import Synchronization

/// What is asked of a generation before it serves everybody.
package struct TrialTerms: Sendable {
    /// The share of opens that it serves.
    package var share: Double
    /// How much more often than the present generation it may fail: 0.05 is five opens more in a hundred.
    package var bound: Double
    /// How many opens it has to serve before it can be judged.
    package var leastOpens: Int

    package init(share: Double, bound: Double, leastOpens: Int) {
        self.share = share
        self.bound = bound
        self.leastOpens = leastOpens
    }
}

/// A generation that serves a share of the opens, while both are counted.
package final class Trial: Sendable {
    let successor: Successor
    private let terms: TrialTerms
    private let state = Mutex(State())
    /// True where it may serve everybody. The first word counts.
    private let verdict = Settlement<Bool>()

    private struct State {
        var asked = 0
        /// It has failed too often, and serves nobody any more.
        var hasFailed = false
        var candidate = Count()
        var present = Count()
    }

    private struct Count {
        var opens = 0
        var failures = 0
        var rate: Double { opens == 0 ? 0 : Double(failures) / Double(opens) }
    }

    init(_ successor: Successor, _ terms: TrialTerms) {
        self.successor = successor
        self.terms = terms
    }

    package var generation: Generation { successor.generation }

    /// Whether the next open is one of its share. They are spread evenly.
    func takesNext() -> Bool {
        state.withLock { state in
            guard !state.hasFailed else { return false }
            state.asked += 1
            return Int(Double(state.asked) * terms.share) > Int(Double(state.asked - 1) * terms.share)
        }
    }

    /// Notes how an open ended.
    func note(isCandidate: Bool, error: (any Error)?) {
        guard !(error is CancellationError) else { return }
        let hasFailed = state.withLock { state in
            var count = isCandidate ? state.candidate : state.present
            count.opens += 1
            if error != nil { count.failures += 1 }
            if isCandidate { state.candidate = count } else { state.present = count }
            guard state.candidate.opens >= terms.leastOpens else { return false }
            state.hasFailed = state.hasFailed || state.candidate.rate - state.present.rate > terms.bound
            return state.hasFailed
        }
        if hasFailed { verdict.settle(.success(false)) }
    }

    /// Whether it did well: false as soon as it fails too often, true when the time is over.
    package func passes(within window: Duration, clock: any Clock<Duration>) async -> Bool {
        let timer = Task { if (try? await clock.sleep(for: window)) != nil { verdict.settle(.success(true)) } }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            (try? await verdict.value) ?? false
        } onCancel: {
            verdict.settle(.success(false))
        }
    }

    /// How both did, in words.
    package var summary: String {
        let (candidate, present) = state.withLock { ($0.candidate, $0.present) }
        return "\(candidate.failures) of \(candidate.opens) opens failed on generation \(generation.number), "
            + "\(present.failures) of \(present.opens) on generation \(successor.predecessor.number)"
    }
}

extension Router {
    /// Lets a successor serve a share of the opens; nil where something else serves by now.
    package func begin(_ successor: Successor, on terms: TrialTerms) -> Trial? {
        replacing.withLock { _ in
            guard generation === successor.predecessor else { return nil }
            let trial = Trial(successor, terms)
            snapshots.update { $0.trying(trial) }
            return trial
        }
    }

    /// Ends a trial: its generation serves everybody, or what served before does, under a number of its own.
    /// - Returns: What serves; nil where something else was published meanwhile.
    package func end(_ trial: Trial, publishing: Bool) -> Generation? {
        replacing.withLock { _ in
            let successor = trial.successor
            guard generation === successor.predecessor else {
                runtime.lives.supersede(
                    trial.generation, by: generation, drain: options.drain, clock: options.clock)
                return nil
            }
            if publishing {
                commit(successor)
                return trial.generation
            }
            let again = successor.predecessor.renumbered(trial.generation.number + 1)
            commit(Successor(generation: again, predecessor: successor.predecessor))
            runtime.lives.supersede(trial.generation, by: again, drain: options.drain, clock: options.clock)
            return again
        }
    }
}

extension Generation {
    /// The same under another number. What is shared stays.
    fileprivate func renumbered(_ number: Int) -> Generation {
        Generation(
            number: number, digest: digest, table: table, set: set, sources: sources, warnings: warnings, bound: bound)
    }
}
