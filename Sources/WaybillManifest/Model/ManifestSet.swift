public import WaybillTable

/// All manifests of a set, independent of the order of files. Each section is sorted by id.
public struct ManifestSet: Sendable {
    public var settings = MatchSettings()
    /// Empty if the set does not declare its tags. Then any tag may be used.
    public var tags: [TagDeclaration] = []
    public var protocols: [ProtocolDeclaration] = []
    public var modules: [Module] = []
    public var adapters: [Adapter] = []
    public var interceptors: [Interceptor] = []
    public var routes: [Route] = []
    public var fallback: Fallback?
    public var tests: [RouteTest] = []

    public init() {}
}

extension Interceptor {
    package var isRewrite: Bool { action.target != nil }

    /// Whether no request that it matches continues to later interceptors, or to its original route.
    package var isTerminating: Bool { action.code == nil }
}

extension ManifestSet {
    /// The indices of the terminating interceptors.
    package var terminatingInterceptors: [Int] { interceptors.indices.filter { interceptors[$0].isTerminating } }
}
