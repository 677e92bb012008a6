import WaybillTable

extension RoutingTable {
    func pattern(at place: InterceptorPlace) -> Pattern { interceptors[place.interceptor].patterns[place.pattern] }

    /// Returns the requests that the pattern matches.
    func requests(at place: InterceptorPlace, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> RequestSet {
        try interceptors[place.interceptor].requests(at: place.pattern, settings, &work)
    }
}
