import WaybillManifest
import WaybillTable

/// A manifest set with every name of Swift code resolved: flat arrays whose indices are those of the set.
struct Bound: Sendable {
    var modules: [BoundModule] = []
    var interceptors: [BoundInterceptor] = []
    var routes: [BoundRoute] = []
    var fallback: BoundFallback?
    /// By the Swift type that callers ask for.
    var providers: [ObjectIdentifier: Provider] = [:]
    var protocols: [BoundProtocol] = []
    /// Identifier to the index of its module.
    var identifiers: [String: Int] = [:]
    /// The same for all generations of a router, as shared instances are.
    var sharedMaking = SharedMaking()
}

struct BoundModule: Sendable {
    var id: String
    var made: TypeName
    var maker: Maker
    /// `nil` for transient modules.
    var instance: SharedInstance?
    /// Whether an instance made for an earlier generation still serves.
    var meaning: ModuleMeaning
}

struct BoundInterceptor: Sendable {
    var id: String
    var action: Action
    var timeout: Duration?

    enum Action: Sendable {
        case code(InterceptorBody)
        case rewrite(URLTemplate)
        case reject(Interceptor.Rejection)
    }
}

struct BoundRoute: Sendable {
    var id: String
    var destination: Destination
    var timeout: Duration?

    enum Destination: Sendable {
        case serve(BoundTarget)
        case redirect(URLTemplate)
    }
}

enum BoundTarget: Sendable {
    case handler(name: String, HandlerBody)
    /// The maker is given where the route overlays the module's configuration.
    case module(Int, Maker?)
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

/// Who serves callers that ask for a protocol.
enum Provider: Sendable {
    case module(Int, Conversion)
    /// Several modules do, none before the others.
    case ambiguous([String])
}

/// A declared protocol: what finds its provider when a caller asks for a type that nobody registered.
struct BoundProtocol: Sendable {
    var name: String
    var swiftType: String
    /// For a composed protocol: the Swift types of its parts.
    var parts: [String]
    var provider: Provider?

    func matches(_ type: TypeName) -> Bool {
        type.matches(swiftType) || (!parts.isEmpty && type.matches(parts.joined(separator: " & ")))
    }
}
