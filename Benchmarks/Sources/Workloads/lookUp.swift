public import WaybillTable

/// Looks URLs up, from their bytes to route, captures and interceptors, as a service does: with one scope for a method
/// and one ``Lookup`` for many requests. The benchmarks, the count of instructions and the count of allocations all
/// measure this.
///
/// - Returns: The number of routes and interceptors found, plus 1, so that a workload of misses counts as work too.
@inline(never)
public func lookUp(_ urls: URLList, passes: Int, in table: RoutingTable, method: String? = nil) -> Int {
    let scope = table.scope(method: method)
    let (bytes, ranges) = (urls.bytes.span, urls.ranges.span)
    var lookup = Lookup()
    var found = 1
    for _ in 0..<passes {
        for index in ranges.indices {
            table.find(bytes.extracting(ranges[index]), in: scope, &lookup)
            found += (lookup.route == nil ? 0 : 1) + lookup.interceptorCount
        }
    }
    return found
}
