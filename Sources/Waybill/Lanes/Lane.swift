import Synchronization

/// A named serial queue: what is run on it runs one at a time, in the order of the calls.
///
/// No thread waits for it, and nothing is moved to another one unless the lane names an actor: whoever's turn it is goes on.
final class Lane: Sendable {
    let name: String
    let actor: (any Actor)?

    init(_ name: String, on actor: (any Actor)? = nil) {
        self.name = name
        self.actor = actor
    }

    /// Waits for the lane, runs `body`, and leaves it.
    /// - Throws: ``RoutingError/laneDeadlock(lane:)`` where the wait could never end, `CancellationError` where the wait was
    ///   cancelled, and what `body` throws.
    func run<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
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

    /// Swift 6.3.1 takes the hop to an actor away where the next thing is the call of a closure, and lets closures with a
    /// capture list go their own way: hence this method, and none of those here.
    private func call<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R { try await body() }
}

/// One use of a lane, inside the use of others.
final class LaneClaim: Sendable {
    let lane: Lane
    let outer: LaneClaim?
    /// The tasks that this claim waits for: that which made it, and those that it runs work in.
    private let tasks = Mutex<Set<Int>>([])

    @TaskLocal fileprivate static var inherited: LaneClaim?

    fileprivate init(_ lane: Lane, within outer: LaneClaim?) {
        self.lane = lane
        self.outer = outer
        join()
    }

    /// The innermost lane that this very task is on. A task that merely was started there is on none.
    fileprivate static var current: LaneClaim? {
        guard let claim = inherited, let task = taskIdentity, claim.tasks.withLock({ $0.contains(task) }) else {
            return nil
        }
        return claim
    }

    /// Says that the present task works for the claim that it has inherited.
    static func joinInherited() { inherited?.join() }

    fileprivate func end() { tasks.withLock { $0 = [] } }

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
        // Only compared while the task runs; the handle does not leave the closure.
        unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }
    }
}

/// Who has which lane, and who waits: in one place, so that a circle of waits is seen before it closes.
final class LaneBoard: Sendable {
    static let shared = LaneBoard()

    private struct Queue {
        var holder: LaneClaim
        var waiting: [(claim: LaneClaim, turn: CheckedContinuation<Void, any Error>)] = []
    }

    private let queues = Mutex<[ObjectIdentifier: Queue]>([:])

    func enter(_ claim: LaneClaim) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (turn: CheckedContinuation<Void, any Error>) in
                let result: Result<Void, any Error>? = queues.withLock { queues in
                    let lane = ObjectIdentifier(claim.lane)
                    guard queues[lane] != nil else {
                        queues[lane] = Queue(holder: claim)
                        return .success(())
                    }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if Self.closesCircle(claim, queues) {
                        return .failure(RoutingError.laneDeadlock(lane: claim.lane.name))
                    }
                    queues[lane]?.waiting.append((claim, turn))
                    return nil
                }
                if let result { turn.resume(with: result) }
            }
        } onCancel: {
            let turn = queues.withLock { queues in
                let lane = ObjectIdentifier(claim.lane)
                let index = queues[lane]?.waiting.firstIndex { $0.claim === claim }
                return index.flatMap { queues[lane]?.waiting.remove(at: $0).turn }
            }
            turn?.resume(throwing: CancellationError())
        }
    }

    func leave(_ claim: LaneClaim) {
        claim.end()
        let next: CheckedContinuation<Void, any Error>? = queues.withLock { queues in
            let lane = ObjectIdentifier(claim.lane)
            guard var queue = queues[lane], !queue.waiting.isEmpty else {
                queues[lane] = nil
                return nil
            }
            let first = queue.waiting.removeFirst()
            queue.holder = first.claim
            queues[lane] = queue
            return first.turn
        }
        next?.resume()
    }

    /// Whether the holder of the lane that `claim` asks for waits, over any number of lanes, for `claim`.
    private static func closesCircle(_ claim: LaneClaim, _ queues: [ObjectIdentifier: Queue]) -> Bool {
        var lane = ObjectIdentifier(claim.lane)
        for _ in 0...queues.count {
            guard let holder = queues[lane]?.holder else { return false }
            if claim.isInside(holder) { return true }
            let blocked = queues.values.lazy.flatMap(\.waiting).first { $0.claim.isInside(holder) }
            guard let blocked else { return false }
            lane = ObjectIdentifier(blocked.claim.lane)
        }
        return false
    }
}
