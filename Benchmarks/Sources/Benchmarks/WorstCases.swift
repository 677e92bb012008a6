import WaybillTable
import Workloads

/// The cost of the worst tables and URLs, as multiples of a lookup in the GitHub workload.
struct WorstCases {
    func claims() throws -> [Claim] {
        let plain = try Workload.gitHub()
        let longURLs = Workload(name: "URLs of 8 KiB", routes: plain.routes, urls: Workload.longURLs())
        let cases = [
            try Workload.combinations(levels: 12), try .affixes(4_000), try .constrained(4_000),
            try .hostSuffixes(4_000),
            longURLs,
        ]
        return cases.map { claim($0, against: plain) }
    }

    private func claim(_ worst: Workload, against plain: Workload, passes: Int = 10) -> Claim {
        let (table, plainTable) = (worst.table, plain.table)
        let (urls, plainURLs) = (URLList(worst.urls), URLList(plain.urls))
        let times = medians(
            rounds: 7, callsPerRound: passes * worst.urls.count, peerCallsPerRound: passes * plain.urls.count
        ) {
            lookUp(urls, passes: passes, in: table)
        } _: {
            lookUp(plainURLs, passes: passes, in: plainTable)
        }
        return .cost(
            "worst case, \(worst.name)", times, of: "a GitHub lookup", goal: "none; the bound is the table's size")
    }
}
