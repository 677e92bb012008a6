import Synchronization
import WaybillTable

/// The routes and interceptors that code added at run time: immutable, the newest first.
final class Overlay: Sendable {
    let entries: [OverlayEntry]
    private let settings: MatchSettings
    /// Compiled at the first lookup, so that many additions in a row cost one compilation.
    private let compiled = AtomicLazyReference<CompiledOverlay>()

    init(_ entries: [OverlayEntry], settings: MatchSettings) {
        self.entries = entries
        self.settings = settings
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Without the entries for which `isGone` returns true.
    func without(_ isGone: (OverlayEntry) -> Bool) -> Overlay {
        Overlay(entries.filter { !isGone($0) }, settings: settings)
    }

    func adding(_ entry: OverlayEntry) -> Overlay {
        Overlay([entry] + entries.filter { !$0.isOwnerGone }, settings: settings)
    }

    /// The same entries under the settings of another generation.
    func under(_ settings: MatchSettings) -> Overlay { Overlay(entries, settings: settings) }

    /// Whether it has additions that have outlived their owners.
    var hasOrphans: Bool { !entries.isEmpty && entries.contains(where: \.isOwnerGone) }

    var withoutOrphans: Overlay { without(\.isOwnerGone) }

    var table: RoutingTable { contents.table }

    /// - Parameter number: Of ``table``.
    func route(_ number: Int) -> BoundRoute { contents.routes[number] }

    /// - Parameter number: Of ``table``.
    func interceptor(_ number: Int) -> BoundInterceptor { contents.interceptors[number] }

    private var contents: CompiledOverlay {
        compiled.load() ?? compiled.storeIfNil(CompiledOverlay(entries, settings))
    }
}

/// One addition.
struct OverlayEntry: Sendable {
    /// Counts up: the newest has the highest.
    let number: Int
    let content: Content
    let addition: OverlayAddition
    let owner: Owner?

    enum Content: Sendable {
        case route(BoundRoute)
        case interceptor(BoundInterceptor, appliesEverywhere: Bool)
    }

    /// The object that an addition ends with.
    struct Owner: @unchecked Sendable {  // only compared with nil
        weak var object: AnyObject?
    }

    /// Ascending in the order in which entries win or run: higher priorities, lower orders, and then the newest come first.
    var place: (Int, Int) {
        switch content {
        case .route: (-addition.rank, -number)
        case .interceptor: (addition.rank, -number)
        }
    }

    var isOwnerGone: Bool { owner.map { $0.object == nil } ?? false }
}

/// An overlay as a routing table: priorities and orders are the places of entries.
private final class CompiledOverlay: Sendable {
    let table: RoutingTable
    let routes: [BoundRoute]
    let interceptors: [BoundInterceptor]

    init(_ entries: [OverlayEntry], _ settings: MatchSettings) {
        var routes: [BoundRoute] = []
        var interceptors: [BoundInterceptor] = []
        var routeDefinitions: [RouteDefinition] = []
        var interceptorDefinitions: [InterceptorDefinition] = []
        for (place, entry) in entries.sorted(by: { $0.place < $1.place }).enumerated() {
            let addition = entry.addition
            let constraints = addition.constraints(under: settings)
            switch entry.content {
            case .route(let route):
                routes.append(route)
                routeDefinitions.append(
                    RouteDefinition(
                        id: route.id, patterns: addition.patterns, constraints: constraints, methods: addition.methods,
                        priority: -place, tags: addition.tags))
            case .interceptor(let interceptor, let appliesEverywhere):
                interceptors.append(interceptor)
                interceptorDefinitions.append(
                    InterceptorDefinition(
                        id: interceptor.id, patterns: addition.patterns, constraints: constraints,
                        methods: addition.methods, order: place, tags: addition.tags,
                        appliesEverywhere: appliesEverywhere))
            }
        }
        self.routes = routes
        self.interceptors = interceptors
        table = RoutingTable(settings: settings, routes: routeDefinitions, interceptors: interceptorDefinitions)
    }
}
