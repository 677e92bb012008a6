public import WaybillManifest

/// A route that is, was or may be performed: its state, and what can be done with it.
///
/// A handle holds a class weakly, unless its configuration retains the destination: see ``Performed``.
public struct RouteHandle<Destination: Sendable>: Sendable {
    let route: PerformedRoute

    init(_ route: PerformedRoute) {
        self.route = route
    }

    public var state: RouteState { route.current.state }
    /// The present state, then every change, in order. Ends when the last handle is gone.
    public var states: AsyncStream<RouteState> { route.states }
    /// What was performed; `nil` before, after, and when it is gone.
    public var destination: Destination? { route.current.destination.value as? Destination }
    public var moduleID: String? { route.current.module?.id }
    public var userInfo: [String: any Sendable] { route.current.userInfo }
    /// Why the last perform or removal failed; `nil` where it did not.
    public var lastError: (any Error)? { route.current.lastError }
    /// How it really was shown: `show` may have become a push.
    public var effectivePresentation: Presentation? { route.current.shown?.presentation }
    /// Whether something was made, shown or removed by the open of a URL.
    public var request: RouteRequest? { route.current.request }

    /// Why it cannot be performed now; `nil` where it can. Changes nothing, and knows nothing of presenters.
    public var refusalToPerform: (any Error)? {
        do {
            let kind = try route.target.find(route.router.generation).module.declaration.kind
            return route.current.refusalToPerform(kind).map(RoutingError.refused)
        } catch { return error }
    }

    /// Why it cannot be removed now; `nil` where it can. Changes nothing.
    public var refusalToRemove: (any Error)? { route.current.refusalToRemove().map(RoutingError.refused) }

    public var canPerform: Bool { refusalToPerform == nil }
    public var canRemove: Bool { refusalToRemove == nil }

    /// Makes, prepares and shows it. A service may be performed again while it is routed; a view is removed first.
    /// - Parameter configure: For this call alone; what is given here is let go afterwards.
    @discardableResult
    public func perform(
        by path: PresentationPath = .default,
        _ configure: (inout PerformConfiguration<Destination>) throws -> Void = { _ in }
    ) async throws -> Performed<Destination> {
        try await perform(PerformOrder(path: path), configure)
    }

    /// The same on something that was made elsewhere, which is prepared and shown.
    @discardableResult
    public func perform(
        on existing: Destination, by path: PresentationPath = .default,
        _ configure: (inout PerformConfiguration<Destination>) throws -> Void = { _ in }
    ) async throws -> Performed<Destination> {
        try await perform(PerformOrder(action: .performOn, path: path, existing: existing), configure)
    }

    /// Prepares something that was made elsewhere, and shows nothing.
    @discardableResult
    public func prepare(
        _ existing: Destination,
        _ configure: (inout PerformConfiguration<Destination>) throws -> Void = { _ in }
    ) async throws -> Performed<Destination> {
        try await perform(PerformOrder(action: .prepare, existing: existing), configure)
    }

    /// Removes it by whichever way leads back.
    /// - Parameter configure: What it sets takes the place of what was set when it was performed.
    public func remove(
        _ configure: (inout RemoveConfiguration<Destination>) -> Void = { _ in }
    ) async throws {
        var configuration = RemoveConfiguration<Destination>()
        configure(&configuration)
        try await route.remove(configuration.erased)
    }

    /// For hosts: says that the system removed what was shown.
    public func noteRemoved() { route.noteRemoved() }

    /// The same route, for those who do not know the type.
    public var erased: RouteHandle<any Sendable> { RouteHandle<any Sendable>(route) }

    func perform(
        _ order: PerformOrder, _ configure: (inout PerformConfiguration<Destination>) throws -> Void
    ) async throws -> Performed<Destination> {
        var configuration = PerformConfiguration<Destination>()
        try configure(&configuration)
        var order = order
        order.configuration = configuration.erased
        let destination = try await route.perform(order)
        guard let typed = destination as? Destination else {
            throw RoutingError.adapterMismatch(
                protocol: route.target.name, module: moduleID ?? "", made: "\(type(of: destination))")
        }
        return Performed(destination: typed, route: self)
    }
}

extension RouteHandle: CustomStringConvertible {
    public var description: String {
        "route to \(route.target.name): \(state)"
    }
}

/// What a perform came to. Holding it keeps the destination alive; holding its ``route`` alone does not.
public struct Performed<Destination: Sendable>: Sendable {
    public let destination: Destination
    public let route: RouteHandle<Destination>

    /// Removes it by whichever way leads back.
    public func remove(
        _ configure: (inout RemoveConfiguration<Destination>) -> Void = { _ in }
    ) async throws {
        try await route.remove(configure)
    }
}
