extension Interceptor {
    /// Whether no request that it matches goes on to the interceptors after it, or to the route that it came for.
    package var isTerminating: Bool {
        switch action {
        case .use: false
        case .rewrite, .reject: true
        }
    }
}
