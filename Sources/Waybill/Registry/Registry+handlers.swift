extension Registry {
    /// Registers a handler: what it returns is the ``Outcome/destination`` of the outcome, what it throws reaches the
    /// caller.
    ///
    /// Put a method that is not `async` into a closure, `{ Handlers.show($0) }`: Swift 6.3.1 crashes if its bare name
    /// is passed for an `async` function.
    @inlinable
    public mutating func handler<R: Sendable>(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest) async throws -> R
    ) {
        let handler: HandlerBody = { try await body($0) }
        add(name, RegistrationSite(fileID: fileID, line: line), handler)
    }

    /// Registers a handler whose configuration is decoded from a route's `with:` when manifests are bound.
    public mutating func handler<R: Sendable, C: Decodable & Sendable>(
        _ name: String, configuration: C.Type, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, C) async throws -> R
    ) {
        let site = RegistrationSite(fileID: fileID, line: line)
        let entry = HandlerEntry(site: site, takesConfiguration: true) { source throws(Unbindable) in
            let configuration = try source.decode(C.self)
            return { request in try await body(request, configuration) }
        }
        add(entry, name)
    }

    @usableFromInline
    mutating func add(_ name: String, _ site: RegistrationSite, _ body: @escaping HandlerBody) {
        add(HandlerEntry(site: site, takesConfiguration: false) { _ in body }, name)
    }

    private mutating func add(_ entry: HandlerEntry, _ name: String) {
        guard handlers[name] == nil else { return recordDuplicate(.handler, name, at: entry.site) }
        handlers[name] = entry
    }
}

struct HandlerEntry: Sendable {
    var site: RegistrationSite
    var takesConfiguration: Bool
    var bind: @Sendable (ConfigurationSource) throws(Unbindable) -> HandlerBody
}
