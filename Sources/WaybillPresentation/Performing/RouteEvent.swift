public import Waybill
public import WaybillManifest
import WaybillSyntax

/// An event of a route, as reported to observers. It is a value type, safe to use from any thread.
public struct RouteEvent: Sendable {
    public enum Phase: String, Sendable, CaseIterable { case willPerform, didPerform, willRemove, didRemove }

    /// The cause: the engine, or the host, which reports what its system did by itself.
    public enum Origin: String, Sendable { case engine, external }

    public let phase: Phase
    public let moduleID: String
    public let kind: Module.Kind
    /// The tags of the module and of the route that led there.
    public let tags: Set<String>
    public let destination: any Sendable
    /// `nil` for an object that was only made, and for events outside of every route.
    public let route: RouteHandle<any Sendable>?
    /// The open that led there, with its URL; `nil` if code performed or made it.
    public let request: RouteRequest?
    /// The presentation; `nil` if nothing is presented.
    public let presentation: Presentation?
    public let origin: Origin

    init(
        _ phase: Phase, of module: BoundModule, _ destination: any Sendable, route: RouteHandle<any Sendable>? = nil,
        request: RouteRequest? = nil, presentation: Presentation? = nil, origin: Origin = .engine
    ) {
        self.phase = phase
        moduleID = module.id
        kind = module.declaration.kind
        tags = Set(module.declaration.tags.map(\.value)).union(request?.routeTags ?? [])
        self.destination = destination
        self.route = route
        self.request = request
        self.presentation = presentation
        self.origin = origin
    }
}

/// The events that are reported to an observer. It is a value type, safe to use from any thread.
public struct ObserverScope: Sendable {
    let includes: @Sendable (RouteEvent) -> Bool

    public static let everything = ObserverScope { _ in true }

    public static func module(_ id: String) -> Self { Self { $0.moduleID == id } }
    /// Modules and routes with this tag.
    public static func tag(_ tag: String) -> Self { Self { $0.tags.contains(tag) } }
    public static func route(_ id: String) -> Self { Self { $0.request?.routeID == id } }
    public static func kind(_ kind: Module.Kind) -> Self { Self { $0.kind == kind } }

    /// Destinations of this type: a class with its subclasses, or a protocol with the types that conform to it.
    public static func destination<T>(_ type: T.Type) -> Self { Self { $0.destination is T } }
}

/// A registered observer.
struct Observer: Sendable {
    var scope: ObserverScope
    var order: Int
    var includesMake: Bool
    var body: @Sendable (RouteEvent) -> Void
}
