import Synchronization
import WaybillTable

/// The routes and interceptors that code added at run time. It is immutable, and the newest come first.
final class Overlay: Sendable {
    let entries: [OverlayEntry]
    private let owned: [OverlayEntry]
    private let settings: MatchSettings
    /// Compiled at the first lookup, so that many successive additions cost one compilation.
    private let compiled = AtomicLazyReference<CompiledOverlay>()

    init(_ entries: [OverlayEntry], settings: MatchSettings) {
        self.entries = entries
        owned = entries.filter { $0.owner != nil }
        self.settings = settings
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Returns the overlay without these additions; `nil` if it has none of them.
    func without(_ numbers: Set<Int>) -> Overlay? {
        guard entries.contains(where: { numbers.contains($0.number) }) else { return nil }
        return Overlay(entries.filter { !numbers.contains($0.number) }, settings: settings)
    }

    func adding(_ entry: OverlayEntry) -> Overlay { Overlay([entry] + entries, settings: settings) }

    /// Returns the same entries with the settings of another generation.
    func under(_ settings: MatchSettings) -> Overlay {
        settings == self.settings ? self : Overlay(entries, settings: settings)
    }

    /// The additions whose owners are gone. Reading an owner may release it, and run its `deinit`, so do not call it
    /// under a lock.
    var orphans: Set<Int> { owned.isEmpty ? [] : Set(owned.lazy.filter(\.isOwnerGone).map(\.number)) }

    var table: RoutingTable { contents.table }

    /// - Parameter number: An index of ``table``.
    func route(_ number: Int) -> BoundRoute { contents.routes[number] }

    /// - Parameter number: An index of ``table``.
    func interceptor(_ number: Int) -> BoundInterceptor { contents.interceptors[number] }

    private var contents: CompiledOverlay {
        compiled.load() ?? compiled.storeIfNil(CompiledOverlay(entries, settings))
    }
}

/// One addition.
final class OverlayEntry: Sendable {
    /// An increasing number: the newest has the highest.
    let number: Int
    let content: Content
    let addition: OverlayAddition
    let owner: Owner?

    init(number: Int, content: Content, addition: OverlayAddition, owner: Owner?) {
        self.number = number
        self.content = content
        self.addition = addition
        self.owner = owner
    }

    enum Content: Sendable {
        case route(BoundRoute)
        case interceptor(BoundInterceptor, appliesEverywhere: Bool)
    }

    /// The owner of an addition, which ends with it.
    struct Owner: @unchecked Sendable {  // only compared with nil
        weak var object: AnyObject?
    }

    /// Ascending in the order of precedence: higher priorities, lower orders, and then the newest come first.
    var place: (Int, Int) {
        switch content {
        case .route: (-addition.rank, -number)
        case .interceptor: (addition.rank, -number)
        }
    }

    var isOwnerGone: Bool { owner.map { $0.object == nil } ?? false }
}

/// An overlay as a routing table, in which priorities and orders are the positions of entries.
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
