import AllocationCounter
import WaybillTable
import Workloads

/// The bytes per route of a table of 100,000 routes, without the definitions, against the bytes of the patterns.
func bytesPerRoute() throws -> Claim {
    let routes = try Workload.apiRoutes(100_000)
    let text = routes.reduce(0) { $0 + $1.patterns[0].text.utf8.count }
    let before = allocated_bytes()
    let table = RoutingTable(routes: routes)
    let bytes = allocated_bytes() - before
    precondition(table.routes.count == routes.count, "the work was optimized away")
    guard before >= 0 else {
        return Claim(name: "bytes a route", figure: "not counted on this platform", goal: "none")
    }
    return Claim(
        name: "table of 100,000 routes", figure: "\(Int(bytes) / routes.count) bytes a route",
        ratio: Double(bytes) / Double(text), peer: "the bytes of their patterns", goal: "none")
}
