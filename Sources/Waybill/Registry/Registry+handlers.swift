import WaybillManifest
public import WaybillRules

extension Registry {
    /// Registers a handler. Its result is the ``Outcome/destination`` of the outcome, and its errors reach the caller.
    ///
    /// Put a method that is not `async` into a closure, `{ Handlers.show($0) }`: Swift 6.3.1 crashes if its name alone
    /// is passed for an `async` function.
    @inlinable  // saves an open some 600 instructions, because the compiler knows the type of the result
    public mutating func handler<R: Sendable>(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest) async throws -> R
    ) {
        let handler: HandlerBody = { try await body($0) }
        add(name, RegistryDescription.Site(file: fileID, line: line), handler)
    }

    /// Registers a handler whose configuration is decoded from a route's `with:` when manifests are bound.
    public mutating func handler<R: Sendable, C: Decodable & Sendable>(
        _ name: String, configuration: C.Type, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, C) async throws -> R
    ) {
        add(name, RegistryDescription.Site(file: fileID, line: line), body)
    }

    /// Registers a handler that gets the parameters of its requests decoded: captures, and optional values of the
    /// query.
    ///
    ///     struct ShowNote: Decodable { var id: UUID; var lang: Language? }
    ///     registry.handler("showNote", parameters: ShowNote.self) { request, note in try await notes.find(note.id) }
    ///
    /// When manifests are bound, every route to the handler must capture each property that is not optional, and the
    /// constraint in `params:` must fit the type of the property (F012). To find out what the type reads, it is decoded
    /// from values that `params:` allows and from a few common values: numbers, words, UUIDs, dates, the first case of
    /// an enumeration. If a property accepts none of these, the properties after it are not checked when manifests are
    /// bound. If the parameters of a request cannot be decoded, it throws ``InvalidParameter``, which is 400 over HTTP.
    public mutating func handler<R: Sendable, Parameters: Decodable & SendableMetatype>(
        _ name: String, parameters: Parameters.Type, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, Parameters) async throws -> R
    ) {
        let handler: HandlerBody = { try await body($0, $0.parameters.decode(Parameters.self)) }
        let site = RegistryDescription.Site(file: fileID, line: line)
        add(
            HandlerEntry(site: site, parameters: .decoded(Parameters.self)) { _ in handler }, name)
    }

    /// Registers a handler that gets the parameters of its requests decoded, and its configuration, which is decoded from
    /// a route's `with:` when manifests are bound.
    ///
    ///     struct ShowNote: Decodable { var id: UUID }
    ///     struct Style: Decodable, Sendable { var format: String }
    ///     registry.handler("showNote", parameters: ShowNote.self, configuration: Style.self) { request, note, style in … }
    ///
    /// See ``handler(_:parameters:fileID:line:_:)`` for the parameters.
    public mutating func handler<
        R: Sendable, Parameters: Decodable & SendableMetatype, C: Decodable & Sendable
    >(
        _ name: String, parameters: Parameters.Type, configuration: C.Type, fileID: String = #fileID,
        line: Int = #line, _ body: @escaping @Sendable (RouteRequest, Parameters, C) async throws -> R
    ) {
        let site = RegistryDescription.Site(file: fileID, line: line)
        add(name, site, parameters: .decoded(Parameters.self)) { (request: RouteRequest, configuration: C) in
            try await body(request, request.parameters.decode(Parameters.self), configuration)
        }
    }

    /// Registers a handler that gets the captures of its route, as the structure that was generated for a route.
    ///
    ///     registry.handler("showNote", captures: Routes.NotesShow.Parameters.self) { request, note in try await notes.find(note.id) }
    ///
    /// When manifests are bound, every route to the handler must capture what the structure reads, and `params:` must
    /// accept only values of its types (F012). If the captures of a request cannot be read, it throws
    /// ``InvalidParameter``, which is 400 over HTTP.
    public mutating func handler<R: Sendable, Parameters: CapturedParameters>(
        _ name: String, captures parameters: Parameters.Type, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, Parameters) async throws -> R
    ) {
        let handler: HandlerBody = { try await body($0, Parameters($0.parameters)) }
        let site = RegistryDescription.Site(file: fileID, line: line)
        add(HandlerEntry(site: site, parameters: .captured(Parameters.route)) { _ in handler }, name)
    }

    /// Registers a handler that gets the captures of its route, and its configuration, which is decoded from a route's
    /// `with:` when manifests are bound.
    ///
    /// See ``handler(_:captures:fileID:line:_:)`` for the captures.
    public mutating func handler<R: Sendable, Parameters: CapturedParameters, C: Decodable & Sendable>(
        _ name: String, captures parameters: Parameters.Type, configuration: C.Type, fileID: String = #fileID,
        line: Int = #line, _ body: @escaping @Sendable (RouteRequest, Parameters, C) async throws -> R
    ) {
        let site = RegistryDescription.Site(file: fileID, line: line)
        add(name, site, parameters: .captured(Parameters.route)) { (request: RouteRequest, configuration: C) in
            try await body(request, Parameters(request.parameters), configuration)
        }
    }

    /// Registers a handler for the opens of one kind of host, such as an HTTP server with a context type of its own.
    ///
    /// - Parameter host: The name of the host: see ``Router/adopt(host:)``.
    package mutating func handler<R: Sendable>(
        _ name: String, host: TypeName, fileID: String, line: Int,
        parameters: ParametersType? = nil,
        _ body: @escaping @Sendable (RouteRequest) async throws -> R
    ) {
        let handler: HandlerBody = { try await body($0) }
        let site = RegistryDescription.Site(file: fileID, line: line)
        add(
            HandlerEntry(site: site, host: host, parameters: parameters) { _ in handler },
            name)
    }

    /// Registers a handler with a configuration for the opens of one kind of host.
    package mutating func handler<R: Sendable, C: Decodable & Sendable>(
        _ name: String, host: TypeName, fileID: String, line: Int, parameters: ParametersType? = nil,
        configuration: C.Type, _ body: @escaping @Sendable (RouteRequest, C) async throws -> R
    ) {
        add(name, RegistryDescription.Site(file: fileID, line: line), host: host, parameters: parameters, body)
    }

    private mutating func add<R: Sendable, C: Decodable & Sendable>(
        _ name: String, _ site: RegistryDescription.Site, host: TypeName? = nil, parameters: ParametersType? = nil,
        _ body: @escaping @Sendable (RouteRequest, C) async throws -> R
    ) {
        let entry = HandlerEntry(site: site, configuration: C.self, host: host, parameters: parameters) {
            source throws(Unbindable) in
            let configuration = try source.decode(C.self)
            return { request in try await body(request, configuration) }
        }
        add(entry, name)
    }

    @usableFromInline
    mutating func add(_ name: String, _ site: RegistryDescription.Site, _ body: @escaping HandlerBody) {
        add(HandlerEntry(site: site) { _ in body }, name)
    }

    private mutating func add(_ entry: HandlerEntry, _ name: String) {
        guard handlers[name] == nil else { return recordDuplicate(.handler, name, at: entry.site) }
        handlers[name] = entry
    }
}

/// The parameters that a handler reads.
package enum ParametersType: Sendable {
    case decoded(any (Decodable & SendableMetatype).Type)
    /// The parameters of a generated structure.
    case captured(DeclaredRoute)
}

struct HandlerEntry: Sendable {
    var site: RegistryDescription.Site
    /// The type into which `with:` is decoded; `nil` if it takes no configuration.
    var configuration: ConfigurationType?
    /// The required host, if there is one.
    var host: TypeName?
    var parameters: ParametersType?
    var bind: @Sendable (ConfigurationSource) throws(Unbindable) -> HandlerBody
}
