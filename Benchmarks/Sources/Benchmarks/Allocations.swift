import AllocationCounter
import Workloads

/// Allocations a lookup, counted; the first pass, which may fill what is made once, is left out.
func allocations() throws -> Claim {
    let workload = try Workload.gitHub().adding(interceptors: Workload.gitHubInterceptors(1_000))
    let (table, passes) = (workload.table, 20)
    var found = lookups(1, workload.urls, in: table)
    let start = allocation_count()
    found += lookups(passes, workload.urls, in: table)
    let count = allocation_count() - start
    precondition(found > 0, "the work was optimised away")
    let each = Double(count) / Double(passes * workload.urls.count)
    let figure = start < 0 ? "not counted on this platform" : "\((each * 100).rounded() / 100) a lookup"
    return Claim(name: "allocations, 130 GitHub routes, 1,000 interceptors", figure: figure, goal: "0")
}
