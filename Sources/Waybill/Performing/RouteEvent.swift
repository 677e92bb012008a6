public import WaybillManifest

/// What an observer is told. It sees everything, and decides nothing.
public struct RouteEvent: Sendable {
    public enum Phase: String, Sendable, CaseIterable { case willPerform, didPerform, willRemove, didRemove }

    /// Who caused it: the engine, or the host, which reports what happened by itself.
    public enum Origin: String, Sendable { case engine, external }

    public let phase: Phase
    public let moduleID: String
    public let kind: Module.Kind
    /// The module's tags, and the route's that led there.
    public let tags: Set<String>
    public let destination: any Sendable
    /// `nil` for what was merely made, and for what happened outside of every route.
    public let route: RouteHandle<any Sendable>?
    /// The open that led there, with its URL; `nil` for what was performed or made by code.
    public let request: RouteRequest?
    /// How it is shown; `nil` for what is not.
    public let presentation: Presentation?
    public let origin: Origin
}

/// Which events an observer hears of.
public struct ObserverScope: Sendable {
    let includes: @Sendable (RouteEvent) -> Bool

    public static let everything = ObserverScope { _ in true }

    public static func module(_ id: String) -> Self { Self { $0.moduleID == id } }
    public static func tag(_ tag: String) -> Self { Self { $0.tags.contains(tag) } }
    public static func route(_ id: String) -> Self { Self { $0.request?.routeID == id } }
    public static func kind(_ kind: Module.Kind) -> Self { Self { $0.kind == kind } }

    /// Destinations of this type: a class with its subclasses, or a protocol with what conforms to it.
    public static func destination<T>(_ type: T.Type) -> Self { Self { $0.destination is T } }
}

struct ObserverEntry: Sendable {
    var scope: ObserverScope
    var order: Int
    var includesMake: Bool
    var body: @Sendable (RouteEvent) -> Void
}

extension Registry {
    /// Registers an observer: it hears what is performed and removed, and cannot change it.
    ///
    /// - Parameters:
    ///   - order: Ascending; of equal ones the one that was registered first comes first.
    ///   - includesMake: Whether it also hears of what is merely made. Then making takes the longer way.
    public mutating func observe(
        _ scope: ObserverScope = .everything, order: Int = 0, includesMake: Bool = false,
        _ body: @escaping @Sendable (RouteEvent) -> Void
    ) {
        let entry = ObserverEntry(scope: scope, order: order, includesMake: includesMake, body: body)
        observers.insert(entry, at: observers.firstIndex { $0.order > order } ?? observers.endIndex)
    }
}

extension Router {
    /// For hosts: tells the observers of something that happened by itself, to a thing that no route of this router holds.
    ///
    /// Every module that makes such things is told of, those of its superclasses after its own, as ``Generation/modules(making:)``
    /// lists them. For what a route holds, see ``RouteHandle/noteRemoved()`` and ``adopt(_:as:shown:_:)``.
    public func noteExternal(_ phase: RouteEvent.Phase, of destination: any Sendable) {
        for info in generation.modules(making: destination) {
            runtime.observers.notify(info.module.event(phase, destination, origin: .external))
        }
    }
}

extension BoundModule {
    func event(
        _ phase: RouteEvent.Phase, _ destination: any Sendable, route: RouteHandle<any Sendable>? = nil,
        request: RouteRequest? = nil, presentation: Presentation? = nil, origin: RouteEvent.Origin = .engine
    ) -> RouteEvent {
        RouteEvent(
            phase: phase, moduleID: id, kind: declaration.kind,
            tags: Set(declaration.tags.map(\.value)).union(request?.routeTags ?? []), destination: destination,
            route: route, request: request, presentation: presentation, origin: origin)
    }
}

extension [ObserverEntry] {
    func notify(_ event: RouteEvent, isMake: Bool = false) {
        for observer in self where (observer.includesMake || !isMake) && observer.scope.includes(event) {
            observer.body(event)
        }
    }
}
