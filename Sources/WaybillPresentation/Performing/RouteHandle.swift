public import Waybill
import WaybillManifest

/// A route that is, was or may be performed: its state and its actions.
///
/// Each perform uses the current manifests. If they no longer have the module, it throws, and ``refusalToPerform`` says
/// so. What was performed is removed by the module that made it.
///
/// It holds a class weakly unless its configuration retains the destination (see ``Performed``), and a value always.
/// Use it from any thread: performs and removals of one route exclude each other, and a second one is refused with
/// ``RouteRefusal/busy(_:)``.
public struct RouteHandle<Destination: Sendable>: Sendable {
    let route: PerformedRoute

    init(_ route: PerformedRoute) {
        self.route = route
    }

    /// The present state.
    public var state: RouteState { route.current.state }
    /// The present state, then every change, in order. It ends when the last handle is released. A reader that is more
    /// than 1,024 changes late misses the oldest.
    public var states: AsyncStream<RouteState> { route.states }
    /// The performed object; `nil` before and after, and if it is released.
    public var destination: Destination? {
        // A cast of the optional itself would turn `nil` into a value of `any Sendable`.
        route.current.destination.value.flatMap { $0 as? Destination }
    }
    /// The id of the module that made the ``destination``; `nil` if it was never performed.
    public var moduleID: String? { route.current.module?.id }
    /// What the configurations of the route and of its last perform keep for it; empty when it is not routed.
    public var userInfo: [String: any Sendable] { route.current.userInfo }
    /// The error of the last perform or removal; `nil` if it succeeded.
    public var lastError: (any Error)? { route.current.lastError }
    /// The real presentation: `show` may have become a push.
    public var effectivePresentation: Presentation? { route.current.shown?.presentation }
    /// The open that performed it; `nil` if code did. Its generation is the current one, because a handle keeps none.
    public var request: RouteRequest? { route.request }

    /// The reason why it cannot be performed now; `nil` if it can. Changes nothing, and does not ask presenters.
    public var refusalToPerform: (any Error)? {
        do {
            let kind = try route.target.find(route.snapshots.generation).module.declaration.kind
            return route.current.refusalToPerform(kind)
        } catch { return error }
    }

    /// The reason why it cannot be removed now; `nil` if it can. Changes nothing.
    public var refusalToRemove: (any Error)? { route.current.refusalToRemove() }

    /// Whether it can be performed now. Changes nothing, and does not ask presenters.
    public var canPerform: Bool { refusalToPerform == nil }
    /// Whether it can be removed now. Changes nothing.
    public var canRemove: Bool { refusalToRemove == nil }

    /// Makes, prepares and presents it. A service may be performed again while it is routed; a presented view is
    /// removed first.
    /// - Parameter configure: For this call alone; what it sets is released afterwards.
    /// - Throws: A ``RouteRefusal``, a `RoutingError`, or what the presenter, a preparation or an action threw. Then
    ///   the state before is restored. Also what `configure` threw, before anything else and without a call of a handler.
    @discardableResult
    public func perform(
        by path: PresentationPath = .default,
        _ configure: (inout PerformConfiguration<Destination>) throws -> Void = { _ in }
    ) async throws -> Performed<Destination> {
        try await perform(PerformOrder(path: path), configure)
    }

    /// Prepares and presents an object that was made elsewhere.
    /// - Throws: As ``perform(by:_:)``.
    @discardableResult
    public func perform(
        on existing: Destination, by path: PresentationPath = .default,
        _ configure: (inout PerformConfiguration<Destination>) throws -> Void = { _ in }
    ) async throws -> Performed<Destination> {
        try await perform(PerformOrder(action: .performOn, path: path, existing: existing), configure)
    }

    /// Prepares an object that was made elsewhere, and presents nothing. The object that the route presents may be
    /// prepared again, and stays presented; another object is refused then.
    /// - Throws: As ``perform(by:_:)``.
    @discardableResult
    public func prepare(
        _ existing: Destination,
        _ configure: (inout PerformConfiguration<Destination>) throws -> Void = { _ in }
    ) async throws -> Performed<Destination> {
        try await perform(PerformOrder(action: .prepare, existing: existing), configure)
    }

    /// Removes it the way that fits how it was presented, on the lane of its module.
    /// - Parameter configure: What it sets replaces what was set when it was performed.
    /// - Throws: A ``RouteRefusal``, or what the presenter, a preparation or the factory's `removes` threw. Then it
    ///   stays routed.
    public func remove(
        _ configure: (inout RemoveConfiguration<Destination>) -> Void = { _ in }
    ) async throws {
        var configuration = RemoveConfiguration<Destination>()
        configure(&configuration)
        try await route.remove(configuration.erased)
    }

    /// For hosts: records that the system removed what was presented.
    public func recordRemoval() { route.recordRemoval() }

    /// The same route, for code that does not know the type.
    public var erased: RouteHandle<any Sendable> { RouteHandle<any Sendable>(route) }

    func perform(
        _ order: PerformOrder, _ configure: (inout PerformConfiguration<Destination>) throws -> Void
    ) async throws -> Performed<Destination> {
        var configuration = PerformConfiguration<Destination>()
        try configure(&configuration)
        var order = order
        order.configuration = configuration.erased
        let (destination, performance) = try await route.perform(order)
        guard let typed = destination as? Destination else {
            throw RoutingError.adapterMismatch(
                protocol: route.target.name, module: moduleID ?? "", made: "\(type(of: destination))")
        }
        return Performed(destination: typed, route: self, performance: performance)
    }
}

extension RouteHandle: CustomStringConvertible {
    public var description: String {
        "route to \(route.target.name): \(state)"
    }
}

/// The result of a perform. Holding it keeps the destination alive; holding only its ``route`` does not. Use it from
/// any thread.
public struct Performed<Destination: Sendable>: Sendable {
    /// The performed object.
    public let destination: Destination
    /// The route of the object, with its state and its actions.
    public let route: RouteHandle<Destination>
    let performance: Performance

    /// Removes the ``destination`` the way that fits how it was presented: see ``RouteHandle/remove(_:)``.
    ///
    /// If the route was performed again since, this one is still removed, and the route keeps the later one.
    /// - Throws: As ``RouteHandle/remove(_:)``.
    public func remove(
        _ configure: (inout RemoveConfiguration<Destination>) -> Void = { _ in }
    ) async throws {
        try await (performance.route.map { RouteHandle($0) } ?? route).remove(configure)
    }
}
