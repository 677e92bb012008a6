public import Waybill
public import WaybillManifest
import WaybillSyntax

/// An event of a route, as reported to observers. It is a value type, safe to use from any thread.
public struct RouteEvent: Sendable {
    /// The point in a perform or a removal at which an event is reported, in the task of the perform or removal.
    public enum Phase: String, Sendable, CaseIterable {
        /// The object is made and prepared, and is presented next if it is performed. An adopted object has no such event.
        case willPerform
        /// The object is presented, or was only made.
        case didPerform
        /// The removal is prepared, and the object is removed next.
        case willRemove
        /// The object is removed, and its route is `removed`. Also reported if the host's system removed it.
        case didRemove
    }

    /// The cause: the engine, or the host, which reports what its system did by itself.
    public enum Origin: String, Sendable { case engine, external }

    /// When in a perform or a removal it is reported.
    public let phase: Phase
    /// The id of the module that made the object.
    public let moduleID: String
    /// The kind of that module.
    public let kind: Module.Kind
    /// The tags of the module and of the route that led there.
    public let tags: Set<String>
    /// The object that is performed or removed.
    public let destination: any Sendable
    /// `nil` for an object that was only made, and for events outside of every route.
    public let route: RouteHandle<any Sendable>?
    /// The open that led there, with its URL; `nil` if code performed or made it.
    public let request: RouteRequest?
    /// The presentation; `nil` if nothing is presented.
    public let presentation: Presentation?
    /// Whether the engine caused it, or the host's system.
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

    /// The events of every module and every route. The default of an observer.
    public static let everything = ObserverScope { _ in true }

    /// The events of the module with this id.
    public static func module(_ id: String) -> Self { Self { $0.moduleID == id } }
    /// Modules and routes with this tag.
    public static func tag(_ tag: String) -> Self { Self { $0.tags.contains(tag) } }
    /// The events of objects to which an open led over the route with this id.
    public static func route(_ id: String) -> Self { Self { $0.request?.routeID == id } }
    /// The events of modules of this kind.
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
