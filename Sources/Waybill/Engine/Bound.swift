import Synchronization
import WaybillManifest
import WaybillRules
import WaybillTable

/// A manifest set with all names of Swift code resolved: flat arrays with the indices of the set.
struct Bound: Sendable {
    var modules: [BoundModule] = []
    var interceptors: [BoundInterceptor] = []
    var routes: [BoundRoute] = []
    var fallback: BoundFallback?
    /// By the Swift type that callers ask for.
    var supplies: [ObjectIdentifier: BoundSupply] = [:]
    /// The same by the names of types, for types that no registration mentions.
    var namedSupplies = SpellingIndex<BoundSupply>()
    var identifiers: [String: BoundModule] = [:]
    /// The modules that callers configure, by configuration protocol, also through adapters.
    var configurations = SpellingIndex<BoundSupply>()
    var graph = ModuleGraph.empty
    var runtime: Runtime

    init(runtime: Runtime) { self.runtime = runtime }
}

/// The code of an interceptor. Its ``Next`` is valid only during the call.
///
/// An interceptor runs at the same time for different opens, so the closure is `@Sendable`. It runs on the caller's
/// executor.
public typealias InterceptorBody = @Sendable (RouteRequest, borrowing Next) async throws -> Outcome

/// A handler with its configuration decoded.
@usableFromInline
typealias HandlerBody = @Sendable (RouteRequest) async throws -> any Sendable

final class BoundInterceptor: Sendable {
    let id: String
    let action: WalkedAction
    /// The code, if the action runs code.
    let body: InterceptorBody?
    let timeout: Duration?

    init(id: String, action: WalkedAction, body: InterceptorBody?, timeout: Duration? = nil) {
        self.id = id
        self.action = action
        self.body = body
        self.timeout = timeout
    }
}

final class BoundRoute: Sendable {
    let id: String
    let lane: Lane?
    /// The presentation of the route's module; `nil` for the module's default.
    let presentation: String?
    let tags: Set<String>
    let destination: WalkedDestination
    /// The handler or module; `nil` for a forward or a redirect.
    let target: BoundTarget?
    /// What outcomes name as having answered.
    let server: Outcome.Server
    let timeout: Duration?
    let patterns: [BoundPattern]

    init(
        id: String, patterns: [Pattern], destination: WalkedDestination, target: BoundTarget? = nil,
        timeout: Duration? = nil, lane: Lane? = nil, presentation: String? = nil, tags: Set<String> = []
    ) {
        self.id = id
        self.lane = lane
        self.presentation = presentation
        self.tags = tags
        self.destination = destination
        self.target = target
        server = Outcome.Server(routeID: id, target)
        self.timeout = timeout
        self.patterns = patterns.map { BoundPattern(pattern: $0, template: $0.pathTemplate) }
    }

    /// Whether ``destination`` is a forward.
    var isForward: Bool { if case .forward = destination { true } else { false } }

    /// The module of the target, if it is one.
    var module: BoundModule? { target?.module }
}

/// A pattern of a route, by which a URL's captures are read.
struct BoundPattern: Sendable {
    let pattern: Pattern
    /// As metrics and traces name it: `/notes/{id}`. Stored, because each HTTP request needs one.
    let template: String
}

final class BoundTarget: Sendable {
    let work: Work
    let handlerName: String?

    enum Work: Sendable {
        case handler(HandlerBody)
        /// Not the set's own module if the route overlays the module's configuration.
        case module(BoundModule)
    }

    init(handler name: String, _ body: @escaping HandlerBody) {
        work = .handler(body)
        handlerName = name
    }

    init(_ module: BoundModule) {
        work = .module(module)
        handlerName = nil
    }

    var module: BoundModule? {
        if case .module(let module) = work { module } else { nil }
    }
}

struct BoundFallback: Sendable {
    var plain: BoundTarget?
    /// Sorted by tag.
    var byTag: [(tag: String, target: BoundTarget)] = []
    let servesOtherMethods: Bool

    func target(in tags: Set<String>?) -> BoundTarget? {
        guard let tags else { return plain }
        return byTag.first { tags.contains($0.tag) }?.target ?? plain
    }
}

/// The provider of a declared protocol.
enum BoundSupply: Sendable {
    case module(BoundModule, Conversion)
    /// Several modules, and none is the default.
    case ambiguous([String])
}

/// Supplies of types that no registration mentions (adapters without code, and compositions). They are found by name
/// when a type is first requested.
final class LateSupplies: Sendable {
    private let cache = Mutex<[ObjectIdentifier: BoundSupply]>([:])

    subscript(id: ObjectIdentifier) -> BoundSupply? { cache.withLock { $0[id] } }

    func add(_ supply: BoundSupply, for id: ObjectIdentifier) -> BoundSupply {
        cache.withLock { $0[id] = supply }
        return supply
    }
}
