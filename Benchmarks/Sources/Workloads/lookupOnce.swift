public import WaybillTable

/// One lookup, from the URL's text to route, captures and interceptors: what the benchmarks, the count of instructions
/// and the count of allocations all measure. Gives 1 where a route was found, and adds the interceptors.
@inline(never)
public func lookupOnce(_ url: String, in table: RoutingTable, method: String? = nil) -> Int {
    guard let parsed = try? RouteURL(url) else { return 0 }
    let found = table.route(for: parsed, method: method) == nil ? 0 : 1
    return found + table.interceptors(for: parsed, method: method).count
}
