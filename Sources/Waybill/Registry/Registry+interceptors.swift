import WaybillManifest
import WaybillRules

extension Registry {
    /// Registers an interceptor. ``Next`` describes its decisions.
    public mutating func interceptor(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping InterceptorBody
    ) {
        let site = RegistryDescription.Site(file: fileID, line: line)
        add(InterceptorEntry(site: site) { _ in body }, name)
    }

    /// Registers an interceptor whose configuration is decoded from its `with:` when manifests are bound.
    public mutating func interceptor<C: Decodable & Sendable>(
        _ name: String, configuration: C.Type, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, borrowing Next, C) async throws -> Outcome
    ) {
        let site = RegistryDescription.Site(file: fileID, line: line)
        let entry = InterceptorEntry(site: site, configuration: C.self) { source throws(Unbindable) in
            let configuration = try source.decode(C.self)
            return { request, next in try await body(request, next, configuration) }
        }
        add(entry, name)
    }

    /// Registers an interceptor for the opens of one kind of host.
    ///
    /// - Parameter host: The name of the host: see ``Router/adopt(host:)``.
    package mutating func interceptor(
        _ name: String, host: TypeName, fileID: String, line: Int, _ body: @escaping InterceptorBody
    ) {
        let site = RegistryDescription.Site(file: fileID, line: line)
        add(InterceptorEntry(site: site, host: host) { _ in body }, name)
    }

    private mutating func add(_ entry: InterceptorEntry, _ name: String) {
        guard interceptors[name] == nil else { return recordDuplicate(.interceptor, name, at: entry.site) }
        interceptors[name] = entry
    }
}

struct InterceptorEntry: Sendable {
    var site: RegistryDescription.Site
    /// The type into which `with:` is decoded; `nil` if it takes no configuration.
    var configuration: ConfigurationType?
    /// The required host, if there is one.
    var host: TypeName?
    var bind: @Sendable (ConfigurationSource) throws(Unbindable) -> InterceptorBody
}
