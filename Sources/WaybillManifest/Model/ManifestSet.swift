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
