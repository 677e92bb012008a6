import WaybillTable

/// One pattern of one interceptor.
package struct InterceptorPlace: Hashable, Sendable {
    /// Index into ``WaybillTable/RoutingTable/interceptors``.
    package var interceptor: Int
    /// Index into that interceptor's patterns.
    package var pattern: Int
}

extension RoutingTable {
    func pattern(at place: InterceptorPlace) -> Pattern { interceptors[place.interceptor].patterns[place.pattern] }

    /// Returns the requests that the pattern matches.
    func requests(at place: InterceptorPlace, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        try interceptors[place.interceptor].requests(at: place.pattern, settings, &work)
    }
}
