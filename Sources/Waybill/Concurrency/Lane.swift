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
    @inline(never)  // keeps the frames of opens without a lane small
    package func run<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        let claim = LaneClaim(self, within: LaneScope.current)
        try await enter(claim)
        claim.hold()
        defer { claim.release() }
        return try await LaneScope.run(claim) {
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
final class LaneClaim: Sendable {
    let lane: Lane
    let outer: LaneClaim?
    /// The position in the queue, guarded by its lock.
    fileprivate let ticket = Atomic<Int>(-1)
    /// The number of pieces of work on it: the lane's own, and those that were abandoned at a time limit.
    private let holds = Atomic<Int>(0)

    fileprivate init(_ lane: Lane, within outer: LaneClaim?) {
        self.lane = lane
        self.outer = outer
    }

    /// Begins a piece of work. Work inside another lane also holds that one.
    func hold() {
        if holds.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 { outer?.hold() }
    }

    /// Ends a piece of work. The last one releases the lane.
    func release() {
        guard holds.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
        lane.leave()
        outer?.release()
    }

    /// This claim and the claims around it.
    var chain: some Sequence<LaneClaim> { sequence(first: self, next: \.outer) }
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
