/// The Swift side of a router: factories, adapters, interceptors and handlers by the names that manifests use.
///
///     var registry = Registry()
///     registry.register("notes.store") { _ in MemoryNoteStore() }
///         .provides((any NoteStore).self) { $0 }
///     registry.handler("showNote") { request in try note(request["id"]) }
///
/// A registry is a value; a router keeps the one that it was given. Nothing here traps or throws: a name that is
/// registered twice, is missing, or does not fit is reported when manifests are bound, at the manifest's position.
public struct Registry: Sendable {
    var factories: [String: FactoryEntry] = [:]
    var adapters: [String: AdapterEntry] = [:]
    var interceptors: [String: InterceptorEntry] = [:]
    var handlers: [String: HandlerEntry] = [:]
    var presenters: [String: PresenterEntry] = [:]
    var lanes: [String: LaneEntry] = [:]
    /// In running order.
    var observers: [ObserverEntry] = []
    var errorSinks: [@Sendable (RouteFailure) -> Void] = []
    /// What answers in place of modules, for tests.
    var rebindings: [(type: TypeName, factory: FactoryEntry?)] = []
    /// The registrations that came second, in the order of the calls. The first one of a name is kept.
    var duplicates: [Duplicate] = []

    public init() {}

    /// The kinds of names; each kind has a namespace of its own.
    enum Kind: String, CaseIterable { case factory, adapter, interceptor, handler, presenter, lane }

    struct Duplicate {
        var kind: Kind
        var name: String
        var site: RegistrationSite
    }

    func names(_ kind: Kind) -> [String] {
        switch kind {
        case .factory: factories.keys.sorted()
        case .adapter: adapters.keys.sorted()
        case .interceptor: interceptors.keys.sorted()
        case .handler: handlers.keys.sorted()
        case .presenter: presenters.keys.sorted()
        case .lane: lanes.keys.sorted()
        }
    }

    func site(of name: String, _ kind: Kind) -> RegistrationSite? {
        switch kind {
        case .factory: factories[name]?.site
        case .adapter: adapters[name]?.site
        case .interceptor: interceptors[name]?.site
        case .handler: handlers[name]?.site
        case .presenter: presenters[name]?.site
        case .lane: lanes[name]?.site
        }
    }

    mutating func noteDuplicate(_ kind: Kind, _ name: String, at site: RegistrationSite) {
        duplicates.append(Duplicate(kind: kind, name: name, site: site))
    }
}

/// The line of Swift that registered a name, for messages.
@usableFromInline
struct RegistrationSite: Sendable, CustomStringConvertible {
    var fileID: String
    var line: Int

    @usableFromInline
    init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    @usableFromInline var description: String { "\(fileID):\(line)" }
}
