import Synchronization

/// A named serial queue: work on it runs one at a time, in the order of the calls.
///
/// Waiting blocks no thread. Work changes its executor only if the lane names an actor. Each lane has a lock of its
/// own, so that those who wait for one lane cost the others nothing.
package final class Lane: Sendable {
    let name: String
    let actor: (any Actor)?
    /// How many may wait at the same time; `nil` for any number.
    let waiterLimit: Int?
    private let line = Mutex(LaneLine())

    init(_ name: String, on actor: (any Actor)? = nil, waiterLimit: Int? = nil) {
        self.name = name
        self.actor = actor
        self.waiterLimit = waiterLimit
    }

    /// Waits for the lane and runs `body`. The lane is left when `body` has ended, and what it abandoned at a time
    /// limit.
    /// - Throws: ``RoutingError/laneDeadlock(lane:)`` if the wait could never end,
    ///   ``RoutingError/laneFull(lane:limit:)`` if too many wait, `CancellationError` if the task is cancelled while it
    ///   waits, and what `body` throws.
    @inline(never)  // opens without a lane have no room for it in their frames
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

    /// - Returns: `nil` if the claim waits now.
    private func join(_ claim: LaneClaim, _ turn: LaneLine.Turn) -> Result<Void, any Error>? {
        line.withLock { line in
            if line.admit(claim) { return .success(()) }
            // A later cancellation finds the claim in the line.
            if Task.isCancelled { return .failure(CancellationError()) }
            if let waiterLimit, line.count >= waiterLimit {
                return .failure(RoutingError.laneFull(lane: name, limit: waiterLimit))
            }
            line.append(claim, turn)
            return nil
        }
    }

    /// Gives the lane to the first who waits.
    fileprivate func leave() { line.withLock { $0.advance() }?.resume() }

    package var waiterCount: Int { line.withLock { $0.count } }

    var holder: LaneClaim? { line.withLock { $0.holder } }
}

/// Who holds a lane, and who waits for it, in the order of their tickets.
private struct LaneLine {
    typealias Turn = CheckedContinuation<Void, any Error>

    private(set) var holder: LaneClaim?
    private var waiting: [Int: (claim: LaneClaim, turn: Turn)] = [:]
    /// The lowest ticket that may be waiting.
    private var first = 0
    /// The next ticket.
    private var end = 0

    var count: Int { waiting.count }

    /// Gives the lane to the claim if nobody holds it.
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

/// One use of a lane, inside the use of other lanes.
final class LaneClaim: Sendable {
    let lane: Lane
    let outer: LaneClaim?
    /// The place in the line. The line's lock guards it.
    fileprivate let ticket = Atomic<Int>(-1)
    /// How many pieces of work run on it: the lane's own, and those that were abandoned at a time limit.
    private let holds = Atomic<Int>(0)

    fileprivate init(_ lane: Lane, within outer: LaneClaim?) {
        self.lane = lane
        self.outer = outer
    }

    /// Begins a piece of work. What runs inside another lane holds that one too.
    func hold() {
        if holds.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 { outer?.hold() }
    }

    /// Ends a piece of work. The last one leaves the lane.
    func release() {
        guard holds.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
        lane.leave()
        outer?.release()
    }

    /// This claim and those around it.
    var chain: some Sequence<LaneClaim> { sequence(first: self, next: \.outer) }
}
