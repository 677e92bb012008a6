import Synchronization
import WaybillTable

/// The routes and interceptors that code added at run time: immutable, the newest first.
final class Overlay: Sendable {
    let entries: [OverlayEntry]
    private let owned: [OverlayEntry]
    private let settings: MatchSettings
    /// Compiled at the first lookup, so that many additions in a row cost one compilation.
    private let compiled = AtomicLazyReference<CompiledOverlay>()

    init(_ entries: [OverlayEntry], settings: MatchSettings) {
        self.entries = entries
        owned = entries.filter { $0.owner != nil }
        self.settings = settings
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Without these additions; `nil` if it has none of them.
    func without(_ numbers: Set<Int>) -> Overlay? {
        guard entries.contains(where: { numbers.contains($0.number) }) else { return nil }
        return Overlay(entries.filter { !numbers.contains($0.number) }, settings: settings)
    }

    func adding(_ entry: OverlayEntry) -> Overlay { Overlay([entry] + entries, settings: settings) }

    /// The same entries under the settings of another generation.
    func under(_ settings: MatchSettings) -> Overlay {
        settings == self.settings ? self : Overlay(entries, settings: settings)
    }

    /// The additions that have outlived their owners. Looking at an owner may release it, and run its `deinit`: not to
    /// be asked under a lock.
    var orphans: Set<Int> { Set(owned.lazy.filter(\.isOwnerGone).map(\.number)) }

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
final class OverlayEntry: Sendable {
    /// Counts up: the newest has the highest.
    let number: Int
    let content: Content
    let owner: Owner?

    init(number: Int, content: Content, owner: Owner?) {
        self.number = number
        self.content = content
        self.owner = owner
    }

    enum Content: Sendable {
        case route(BoundRoute, RouteDefinition)
        case interceptor(BoundInterceptor, InterceptorDefinition)
    }

    /// The object that an addition ends with.
    struct Owner: @unchecked Sendable {  // only compared with nil
        weak var object: AnyObject?
    }

    var isOwnerGone: Bool { owner.map { $0.object == nil } ?? false }
}

/// An overlay as a routing table: a newer route has a higher priority, a newer interceptor a lower order.
private final class CompiledOverlay: Sendable {
    let table: RoutingTable
    let routes: [BoundRoute]
    let interceptors: [BoundInterceptor]

    init(_ entries: [OverlayEntry], _ settings: MatchSettings) {
        var routes: [BoundRoute] = []
        var interceptors: [BoundInterceptor] = []
        var routeDefinitions: [RouteDefinition] = []
        var interceptorDefinitions: [InterceptorDefinition] = []
        for entry in entries {
            switch entry.content {
            case .route(let route, var definition):
                definition.priority = entry.number
                routes.append(route)
                routeDefinitions.append(definition)
            case .interceptor(let interceptor, var definition):
                definition.order = -entry.number
                interceptors.append(interceptor)
                interceptorDefinitions.append(definition)
            }
        }
        self.routes = routes
        self.interceptors = interceptors
        table = RoutingTable(settings: settings, routes: routeDefinitions, interceptors: interceptorDefinitions)
    }
}
