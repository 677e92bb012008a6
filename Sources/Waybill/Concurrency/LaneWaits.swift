import Synchronization

/// The waits of work that holds another lane. Only these can close a cycle, and only they share this lock.
final class LaneWaits: Sendable {
    static let shared = LaneWaits()

    /// By held claim: the lanes for which its work waits, by waiting claim.
    private let waits = Mutex<[ObjectIdentifier: [ObjectIdentifier: Lane]]>([:])

    /// Calls `join`, unless the wait would close a cycle, and records the wait.
    ///
    /// - Returns: The result of `join`: `nil` if the claim waits.
    func add(_ claim: LaneClaim, _ join: () -> Result<Void, any Error>?) -> Result<Void, any Error>? {
        guard let outer = claim.outer else { return join() }
        // Another claim that gets the lane meanwhile closes no cycle, because it waits for nothing yet.
        return waits.withLock { waits in
            if Self.closesCycle(claim, waits) {
                return .failure(RoutingError.laneDeadlock(lane: claim.lane.name))
            }
            if let result = join() { return result }
            for held in outer.chain {
                waits[ObjectIdentifier(held), default: [:]][ObjectIdentifier(claim)] = claim.lane
            }
            return nil
        }
    }

    /// Removes the wait of a claim, if there is one.
    func remove(_ claim: LaneClaim) {
        guard let outer = claim.outer else { return }
        waits.withLock { waits in
            for held in outer.chain {
                let key = ObjectIdentifier(held)
                waits[key]?[ObjectIdentifier(claim)] = nil
                if waits[key]?.isEmpty == true { waits[key] = nil }
            }
        }
    }

    /// Whether the holder of the lane that `claim` asks for waits for `claim`, directly or over other lanes.
    private static func closesCycle(
        _ claim: LaneClaim, _ waits: [ObjectIdentifier: [ObjectIdentifier: Lane]]
    ) -> Bool {
        let held = Set(claim.chain.map(ObjectIdentifier.init))
        var lanes = [claim.lane]
        var seen: Set<ObjectIdentifier> = []
        while let lane = lanes.popLast() {
            guard let holder = lane.holder.map(ObjectIdentifier.init), seen.insert(holder).inserted else { continue }
            if held.contains(holder) { return true }
            lanes += waits[holder].map { Array($0.values) } ?? []
        }
        return false
    }
}
