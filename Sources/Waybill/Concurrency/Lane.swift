import Synchronization

/// A named serial queue: work on it runs one at a time, in the order of the calls.
///
/// Waiting blocks no thread. Work changes its executor only if the lane has an actor. Each lane has its own lock, so
/// that lanes do not slow each other down.
package final class Lane: Sendable {
    let name: String
    let actor: (any Actor)?
    /// The limit of waiting work; `nil` for no limit.
    let waiterLimit: Int?
    private let line = Mutex(LaneLine())

    init(_ name: String, on actor: (any Actor)? = nil, waiterLimit: Int? = nil) {
        self.name = name
        self.actor = actor
        self.waiterLimit = waiterLimit
    }

    /// Waits for the lane and runs `body`. The lane is released when `body` and work that it abandoned at a time limit
    /// have ended.
    ///
    /// - Throws: ``RoutingError/laneDeadlock(lane:)`` if the wait could never end,
    ///   ``RoutingError/laneFull(lane:limit:)`` if too many wait, `CancellationError` if the task is cancelled while it
    ///   waits, and what `body` throws.
    package func run<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        let claim = LaneClaim(self)
        try await enter(claim)
        defer { claim.end() }
        return try await claim.run {
            guard let actor else { return try await body() }
            return try await Isolated.run(body, on: actor)
        }
    }

    private func enter(_ claim: LaneClaim) async throws {
        guard !line.withLock({ $0.admit(claim) }) else { return }
        defer { LaneWaits.shared.remove(claim) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { turn in
                if let result = LaneWaits.shared.add(claim, { join(claim, turn) }) { turn.resume(with: result) }
            }
        } onCancel: {
            LaneWaits.shared.remove(claim)
            line.withLock { $0.withdraw(claim) }?.resume(throwing: CancellationError())
        }
    }

    /// - Returns: `nil` if the claim waits.
    private func join(_ claim: LaneClaim, _ turn: LaneLine.Turn) -> Result<Void, any Error>? {
        line.withLock { line in
            if line.admit(claim) { return .success(()) }
            // A later cancellation finds the claim in the queue.
            if Task.isCancelled { return .failure(CancellationError()) }
            if let waiterLimit, line.count >= waiterLimit {
                return .failure(RoutingError.laneFull(lane: name, limit: waiterLimit))
            }
            line.append(claim, turn)
            return nil
        }
    }

    /// Passes the lane to the first claim that waits.
    fileprivate func leave() { line.withLock { $0.advance() }?.resume() }

    /// How much work waits for the lane. For tests.
    package var waiterCount: Int { line.withLock { $0.count } }

    var holder: LaneClaim? { line.withLock { $0.holder } }
}

/// The holder of a lane, and the waiting claims in the order of their tickets.
private struct LaneLine {
    typealias Turn = CheckedContinuation<Void, any Error>

    private(set) var holder: LaneClaim?
    private var waiting: [Int: (claim: LaneClaim, turn: Turn)] = [:]
    /// The lowest ticket that may be waiting.
    private var first = 0
    /// The next ticket.
    private var end = 0

    var count: Int { waiting.count }

    /// Gives the lane to the claim if it is free.
    mutating func admit(_ claim: LaneClaim) -> Bool {
        guard holder == nil else { return false }
        holder = claim
        return true
    }

    mutating func append(_ claim: LaneClaim, _ turn: Turn) {
        claim.ticket.store(end, ordering: .relaxed)
        waiting[end] = (claim, turn)
        end += 1
    }

    mutating func withdraw(_ claim: LaneClaim) -> Turn? {
        waiting.removeValue(forKey: claim.ticket.load(ordering: .relaxed))?.turn
    }

    mutating func advance() -> Turn? {
        holder = nil
        if waiting.isEmpty { first = end }
        while first < end {
            defer { first += 1 }
            guard let next = waiting.removeValue(forKey: first) else { continue }  // it was cancelled
            holder = next.claim
            return next.turn
        }
        return nil
    }
}

/// One use of a lane, possibly inside the use of other lanes.
///
/// Its work prefers it as an executor, which only passes jobs on. A child task inherits the preference, because its parent
/// cannot end before it. A `Task { }` does not, although it inherits task-local values.
final class LaneClaim: TaskExecutor {
    @TaskLocal private static var inherited: LaneClaim?

    let lane: Lane
    let outer: LaneClaim?
    /// The executor that the work would prefer without the claim.
    private let base: any TaskExecutor
    /// The position in the queue, guarded by its lock.
    fileprivate let ticket = Atomic<Int>(-1)
    /// The number of pieces of work on it: the lane's own, and those that were abandoned at a time limit.
    private let holds = Atomic<Int>(1)

    fileprivate init(_ lane: Lane) {
        self.lane = lane
        outer = Self.current
        base = preferredExecutor ?? globalConcurrentExecutor
    }

    /// The innermost lane of the current task, or of a task of which it is a child.
    static var current: LaneClaim? {
        guard let inherited else { return nil }
        // The claim is alive, and the executor of the current task is only compared.
        let isPreferred = unsafe withUnsafeCurrentTask { task in
            unsafe task?.unownedTaskExecutor == inherited.asUnownedTaskExecutor()
        }
        return isPreferred ? inherited : nil
    }

    /// Runs `body` on the lane.
    fileprivate func run<R: Sendable>(_ body: () async throws -> R) async throws -> R {
        try await Self.$inherited.withValue(self) {
            try await withTaskExecutorPreference(self, operation: body)
        }
    }

    func enqueue(_ job: consuming ExecutorJob) { base.enqueue(job) }

    /// Begins a piece of work that may outlive the lane's own.
    func hold() { for claim in chain { claim.holds.wrappingAdd(1, ordering: .acquiringAndReleasing) } }

    /// Ends a piece of work that holds the claim.
    func release() { for claim in chain { claim.end() } }

    /// Ends a piece of work. The last one releases the lane.
    fileprivate func end() {
        if holds.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { lane.leave() }
    }

    /// This claim and the claims around it.
    var chain: some Sequence<LaneClaim> { sequence(first: self, next: \.outer) }
}

/// The executor that the current task prefers, for tasks that work in its place. Unlike a child task, a `Task { }` does
/// not inherit it.
var preferredExecutor: (any TaskExecutor)? {
    #if compiler(>=6.3)
        if #available(macOS 26.4, iOS 26.4, watchOS 26.4, tvOS 26.4, visionOS 26.4, *) {
            // The task retains the executor during the call.
            return unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor?.asTaskExecutor() }
        }
    #endif
    return LaneClaim.current
}

/// The name of a lane. Opens on one lane run one at a time.
///
/// The build plugin WaybillKeys declares a constant for each lane that the manifests use: `registry.lane(.main)`. A
/// string literal works too. It is a value type, safe to use from any thread.
public struct LaneName: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the lane as the manifest spells it.
    public var rawValue: String

    /// Creates the name of a lane. Nothing checks here that a manifest declares it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates it from a literal, as `init(rawValue:)` does.
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}

/// Runs work on an actor.
enum Isolated {
    /// - Parameter actor: `nil` for work that is not isolated.
    static func run<R: Sendable>(
        _ body: @Sendable () async throws -> R, on actor: isolated (any Actor)?
    ) async throws -> R {
        try await call(body)
    }

    /// Swift 6.3.1 removes the hop to an actor if the next step is the call of a closure, and ignores it for closures
    /// with a capture list. A method between them keeps it.
    private static func call<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        try await body()
    }
}
