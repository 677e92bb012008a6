import WaybillManifest

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
        let entry = HandlerEntry(site: site, configuration: C.self) { source throws(Unbindable) in
            let configuration = try source.decode(C.self)
            return { request in try await body(request, configuration) }
        }
        add(entry, name)
    }

    /// Registers a handler that gets the parameters of its requests decoded: captures, and of the query what is optional.
    ///
    ///     struct ShowNote: Decodable { var id: UUID; var lang: Language? }
    ///     registry.handler("showNote", parameters: ShowNote.self) { request, note in try await notes.find(note.id) }
    ///
    /// Where manifests are bound, every route to it must capture what is not optional, and what `params:` says of a capture must
    /// fit its type, optional or not (F012). To find out what the type reads, it is decoded from values that `params:` allows, and
    /// from a few usual ones: numbers, words, UUIDs, dates, the first case of an enumeration. A type that takes none of these ends
    /// the check; the properties after it are checked by the requests alone. A request whose parameters cannot be decoded throws
    /// ``InvalidParameter``, which is 400 over HTTP.
    public mutating func handler<R: Sendable, Parameters: Decodable & SendableMetatype>(
        _ name: String, parameters: Parameters.Type, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, Parameters) async throws -> R
    ) {
        let handler: HandlerBody = { try await body($0, $0.parameters.decode(Parameters.self)) }
        let site = RegistrationSite(fileID: fileID, line: line)
        add(
            HandlerEntry(site: site, parameters: .decoded(Parameters.self)) { _ in handler }, name)
    }

    /// Registers a handler that gets what its route captures, as the structure that was generated for a route.
    ///
    ///     registry.handler("showNote", captures: Routes.NotesShow.Parameters.self) { request, note in try await notes.find(note.id) }
    ///
    /// Where manifests are bound, every route to it must capture what the structure reads, and `params:` must let through only
    /// values that it reads (F012). A request whose parameters cannot be read throws ``InvalidParameter``, which is 400 over HTTP.
    public mutating func handler<R: Sendable, Parameters: CapturedParameters>(
        _ name: String, captures parameters: Parameters.Type, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, Parameters) async throws -> R
    ) {
        let handler: HandlerBody = { try await body($0, Parameters($0.parameters)) }
        let site = RegistrationSite(fileID: fileID, line: line)
        add(HandlerEntry(site: site, parameters: .captured(Parameters.route)) { _ in handler }, name)
    }

    /// Registers a handler for the opens of one kind of host, such as an HTTP server with a context of its own type.
    ///
    /// - Parameter host: What the host calls itself: see ``Router/adopt(host:)``.
    package mutating func handler<R: Sendable>(
        _ name: String, host: TypeName, fileID: String, line: Int,
        parameters: ParametersType? = nil,
        _ body: @escaping @Sendable (RouteRequest) async throws -> R
    ) {
        let handler: HandlerBody = { try await body($0) }
        let site = RegistrationSite(fileID: fileID, line: line)
        add(
            HandlerEntry(site: site, host: host, parameters: parameters) { _ in handler },
            name)
    }

    @usableFromInline
    mutating func add(_ name: String, _ site: RegistrationSite, _ body: @escaping HandlerBody) {
        add(HandlerEntry(site: site) { _ in body }, name)
    }

    private mutating func add(_ entry: HandlerEntry, _ name: String) {
        guard handlers[name] == nil else { return recordDuplicate(.handler, name, at: entry.site) }
        handlers[name] = entry
    }
}

/// What a handler reads of its requests' parameters.
package enum ParametersType: Sendable {
    case decoded(any (Decodable & SendableMetatype).Type)
    /// What a generated structure reads.
    case captured(DeclaredRoute)
}

struct HandlerEntry: Sendable {
    var site: RegistrationSite
    /// What `with:` is decoded into; `nil` if it takes no configuration.
    var configuration: ConfigurationType?
    /// What it needs of its host, where it says so.
    var host: TypeName?
    var parameters: ParametersType?
    var bind: @Sendable (ConfigurationSource) throws(Unbindable) -> HandlerBody
}
