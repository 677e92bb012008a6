import WaybillProofs
import WaybillTable

/// All proofs about the routes of an API against compiling their table, and the growth of the cost per route with their
/// number.
struct Relations {
    private let sizes = [1_000, 10_000, 100_000]

    func claims() throws -> [Claim] {
        let times = try sizes.map(measure)
        let claims = zip(sizes, times).map { count, times in
            Claim.cost("proofs, \(count) routes, each", times, of: "compiling them", goal: "0.5")
        }
        let growth = (work: times[times.count - 1].work, peer: times[0].work)
        return claims + [.cost("proofs, a route of 100,000", growth, of: "a route of 1,000", goal: "3")]
    }

    private func measure(_ count: Int) throws -> (work: Double, peer: Double) {
        let routes = try ServiceWorkload(routes: count).definitions()
        let table = RoutingTable(routes: routes)
        let proofs = table.proofs()
        precondition(proofs.conflicts.isEmpty && proofs.problems.isEmpty && proofs.undecided.isEmpty)
        return medians(
            rounds: count < 100_000 ? 15 : 3, callsPerRound: count,
            { table.proofs().size.nodes },
            { RoutingTable(routes: routes).routes.count })
    }
}
