import WaybillManifest
import WaybillTable

/// A manifest set with every name of Swift code resolved: flat arrays whose indices are those of the set.
struct Bound: Sendable {
    var modules: [BoundModule] = []
    var interceptors: [BoundInterceptor] = []
    var routes: [BoundRoute] = []
    var fallback: BoundFallback?
    /// What the direct path makes, by the Swift type that callers ask for.
    var direct = TypeTable<DirectProvider>()
    /// By the Swift type that callers ask for.
    var supplies: [ObjectIdentifier: BoundProtocol.Supply] = [:]
    var protocols: [BoundProtocol] = []
    var identifiers: [String: BoundModule] = [:]
    /// Every configuration protocol that leads to a module, through adapters too.
    var configurations: [BoundConfiguration] = []
    var runtime: Runtime
}

/// What an interceptor runs. Its ``Next`` is lent for the time of the call.
///
/// Interceptors run at the same time for different opens, so the closure is `@Sendable`. It runs on the caller's
/// executor.
public typealias InterceptorBody = @Sendable (RouteRequest, borrowing Next) async throws -> Outcome

/// A handler with its configuration decoded.
@usableFromInline
typealias HandlerBody = @Sendable (RouteRequest) async throws -> any Sendable

/// A class, because its identity says whether it has run.
final class BoundInterceptor: Sendable {
    let id: String
    let action: Action
    let timeout: Duration?

    init(id: String, action: Action, timeout: Duration?) {
        self.id = id
        self.action = action
        self.timeout = timeout
    }

    enum Action: Sendable {
        case code(InterceptorBody)
        case rewrite(URLTemplate)
        case reject(Interceptor.Rejection)
    }
}

final class BoundRoute: Sendable {
    let id: String
    let lane: Lane?
    /// How the route presents its module; `nil` for the module's own default.
    let presentation: String?
    let tags: Set<String>
    let destination: Destination
    let timeout: Duration?

    init(
        id: String, destination: Destination, timeout: Duration? = nil, lane: Lane? = nil,
        presentation: String? = nil, tags: Set<String> = []
    ) {
        self.id = id
        self.lane = lane
        self.presentation = presentation
        self.tags = tags
        self.destination = destination
        self.timeout = timeout
    }

    /// The handler or module; `nil` for a redirect.
    var target: BoundTarget? {
        if case .serve(let target) = destination { target } else { nil }
    }

    /// The module that it leads to, if it leads to one.
    var module: BoundModule? {
        if case .module(let module) = target?.work { module } else { nil }
    }

    enum Destination: Sendable {
        case serve(BoundTarget)
        case redirect(URLTemplate)
        case clientRedirect(URLTemplate, status: Int)
    }
}

final class BoundTarget: Sendable {
    let work: Work

    enum Work: Sendable {
        case handler(name: String, HandlerBody)
        /// Not the set's own module if the route overlays the module's configuration.
        case module(BoundModule)
    }

    init(_ work: Work) {
        self.work = work
    }

    var moduleID: String? {
        if case .module(let module) = work { module.id } else { nil }
    }

    var handler: HandlerBody? {
        if case .handler(_, let body) = work { body } else { nil }
    }

    var handlerName: String? {
        if case .handler(let name, _) = work { name } else { nil }
    }
}

struct BoundFallback: Sendable {
    var plain: BoundTarget?
    /// Sorted by tag.
    var byTag: [(tag: String, target: BoundTarget)] = []

    func target(in tags: Set<String>?) -> BoundTarget? {
        guard let tags else { return plain }
        return byTag.first { tags.contains($0.tag) }?.target ?? plain
    }
}
