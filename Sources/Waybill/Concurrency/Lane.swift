import Synchronization

/// A named serial queue: work on it runs one at a time, in the order of the calls.
///
/// Waiting blocks no thread. Work changes its executor only if the lane names an actor.
package final class Lane: Sendable {
    let name: String
    let actor: (any Actor)?

    init(_ name: String, on actor: (any Actor)? = nil) {
        self.name = name
        self.actor = actor
    }

    /// Waits for the lane, runs `body`, and leaves the lane.
    /// - Throws: ``RoutingError/laneDeadlock(lane:)`` if the wait could never end, `CancellationError` if the task is
    ///   cancelled while it waits, and what `body` throws.
    package func run<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        let claim = LaneClaim(self, within: LaneClaim.current)
        try await LaneBoard.shared.enter(claim)
        defer { LaneBoard.shared.leave(claim) }
        return try await LaneClaim.$inherited.withValue(claim) {
            guard let actor else { return try await body() }
            return try await run(body, on: actor)
        }
    }

    private func run<R: Sendable>(
        _ body: @Sendable () async throws -> R, on actor: isolated any Actor
    ) async throws -> R {
        try await call(body)
    }

    /// Swift 6.3.1 removes the hop to an actor if the next thing is the call of a closure, and ignores it for closures
    /// with a capture list. A method in between keeps it.
    private func call<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R { try await body() }
}

/// One use of a lane, inside the use of other lanes.
final class LaneClaim: Sendable {
    let lane: Lane
    let outer: LaneClaim?
    /// The tasks that this claim waits for: the one that made it, and those that it runs work in.
    private let tasks = Mutex<Set<Int>>([])

    @TaskLocal fileprivate static var inherited: LaneClaim?

    fileprivate init(_ lane: Lane, within outer: LaneClaim?) {
        self.lane = lane
        self.outer = outer
        join()
    }

    /// The innermost lane that the current task itself is on. A task that was only started there is on none.
    fileprivate static var current: LaneClaim? {
        guard let claim = inherited, let task = taskIdentity, claim.tasks.withLock({ $0.contains(task) }) else {
            return nil
        }
        return claim
    }

    /// Records that the current task works for the claim that it has inherited.
    static func joinInherited() { inherited?.join() }

    func end() { tasks.withLock { $0 = [] } }

    private func join() {
        var claim: LaneClaim? = self
        while let here = claim {
            if let task = Self.taskIdentity { _ = here.tasks.withLock { $0.insert(task) } }
            claim = here.outer
        }
    }

    func isInside(_ other: LaneClaim) -> Bool {
        var claim: LaneClaim? = self
        while let here = claim {
            if here === other { return true }
            claim = here.outer
        }
        return false
    }

    private static var taskIdentity: Int? {
        unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }  // the handle does not leave the closure
    }
}
