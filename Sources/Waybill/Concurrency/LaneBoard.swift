import Synchronization

/// Who holds which lane, and who waits: in one place, so that a cycle of waits is found before it closes.
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
                    if Self.closesCycle(claim, queues) {
                        return .failure(RoutingError.laneDeadlock(lane: claim.lane.name))
                    }
                    queues[lane]?.waiting.append((claim, turn))
                    return nil
                }
                if let result { turn.resume(with: result) }
            }
        } onCancel: {
            cancel(claim)
        }
    }

    private func cancel(_ claim: LaneClaim) {
        let turn = queues.withLock { queues in
            let lane = ObjectIdentifier(claim.lane)
            let index = queues[lane]?.waiting.firstIndex { $0.claim === claim }
            return index.flatMap { queues[lane]?.waiting.remove(at: $0).turn }
        }
        turn?.resume(throwing: CancellationError())
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

    /// Whether the holder of the lane that `claim` asks for waits for `claim`, over any number of lanes.
    private static func closesCycle(_ claim: LaneClaim, _ queues: [ObjectIdentifier: Queue]) -> Bool {
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
