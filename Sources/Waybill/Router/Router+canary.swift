extension Router {
    /// Runs a share of the opens on a successor; `nil` if another generation was published since it was bound. Then the
    /// modules that were made for it are retired.
    package func startCanary(_ successor: Successor, share: Double, bound: Double, minimumOpens: Int) -> CanaryRun? {
        let canary = exclusively { () -> CanaryRun? in
            guard generation === successor.predecessor else { return nil }
            let canary = CanaryRun(successor, share: share, bound: bound, minimumOpens: minimumOpens)
            snapshots.update { $0.with(canary) }
            return canary
        }
        if canary == nil { discard(successor.generation) }
        return canary
    }

    /// Ends a canary: publishes its generation, or rolls back to the previous one, under a new number.
    ///
    /// - Returns: The current generation; `nil` if another one was published meanwhile, which has replaced the
    ///   candidate, too.
    package func end(_ canary: CanaryRun, publishing: Bool) -> Generation? {
        exclusively {
            let successor = canary.successor
            guard generation === successor.predecessor else { return nil }
            if publishing {
                commit(successor)
                return canary.generation
            }
            let again = successor.predecessor.renumbered(canary.generation.number + 1)
            commit(Successor(generation: again, predecessor: successor.predecessor))
            return again
        }
    }
}
