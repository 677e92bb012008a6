public import WaybillTable

/// All manifests of a set together, independent of the order of files: each section sorted by id.
public struct ManifestSet: Sendable {
    public var settings = MatchSettings()
    /// Empty where the set declares no vocabulary; then any tag may be used.
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
