import AllocationCounter
import Workloads

/// Allocations per lookup. Those of a first pass, which makes the scope and grows a `Lookup`, are not counted.
func allocations() throws -> Claim {
    let workload = try Workload.gitHub().adding(interceptors: Workload.gitHubInterceptors(1_000))
    let (table, urls, passes) = (workload.table, URLList(workload.urls), 20)
    var found = lookUp(urls, passes: 1, in: table)
    let before = allocation_count()
    found += lookUp(urls, passes: 1, in: table)
    let start = allocation_count()
    found += lookUp(urls, passes: 1 + passes, in: table)
    let count = (allocation_count() - start) - (start - before)
    precondition(found > 0, "the work was optimized away")
    let each = Double(count) / Double(passes * workload.urls.count)
    let figure = start < 0 ? "not counted on this platform" : "\((each * 100).rounded() / 100) a lookup"
    return Claim(name: "allocations, 130 GitHub routes, 1,000 interceptors", figure: figure, goal: "0")
}
