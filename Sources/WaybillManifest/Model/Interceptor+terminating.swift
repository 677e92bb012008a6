extension Interceptor {
    package var isRewrite: Bool { action.target != nil }

    /// Whether no request that it matches continues to later interceptors, or to its original route.
    package var isTerminating: Bool { action.code == nil }
}

extension ManifestSet {
    /// The indices of the terminating interceptors.
    package var terminatingInterceptors: [Int] { interceptors.indices.filter { interceptors[$0].isTerminating } }
}
