import WaybillManifest
import WaybillTable

/// A manifest set with every name of Swift code resolved: flat arrays whose indices are those of the set.
struct Bound: Sendable {
    var modules: [BoundModule] = []
    var interceptors: [BoundInterceptor] = []
    var routes: [BoundRoute] = []
    var fallback: BoundFallback?
    /// The short ways, by the Swift type that callers ask for.
    var direct = TypeTable<DirectProvider>()
    /// By the Swift type that callers ask for.
    var supplies: [ObjectIdentifier: BoundProtocol.Supply] = [:]
    var protocols: [BoundProtocol] = []
    var identifiers: [String: BoundModule] = [:]
    /// The same for all generations of a router, as shared instances are.
    var sharedMaking = SharedMaking()
}

/// A class, for its identity says whether it has run.
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
    let destination: Destination
    let timeout: Duration?

    init(id: String, destination: Destination, timeout: Duration?) {
        self.id = id
        self.destination = destination
        self.timeout = timeout
    }

    enum Destination: Sendable {
        case serve(BoundTarget)
        case redirect(URLTemplate)
    }
}

enum BoundTarget: Sendable {
    case handler(name: String, HandlerBody)
    case module(BoundModule)
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
