public import Waybill
public import WaybillManifest

extension Router {
    /// Returns a route that is not performed yet.
    ///
    /// - Parameter configure: Configures every perform of it.
    public func route<P: Sendable>(
        to key: Routable<P>, _ configure: (inout PerformConfiguration<P>) -> Void = { _ in }
    ) -> RouteHandle<P> {
        route(.provider(of: P.self), configure)
    }

    /// Returns a route to the module with this identifier, which is not performed yet.
    public func route(
        identifier: String, _ configure: (inout PerformConfiguration<any Sendable>) -> Void = { _ in }
    ) -> RouteHandle<any Sendable> {
        route(.identifier(identifier), configure)
    }

    /// Returns a route to the module with this identifier, as the type that it provides, which is not performed yet.
    public func route<P: Sendable>(
        to identifier: ModuleIdentifier<P>, _ configure: (inout PerformConfiguration<P>) -> Void = { _ in }
    ) -> RouteHandle<P> {
        route(.provider(of: identifier), configure)
    }

    /// Returns a route to the target of a key, which is not performed yet.
    public func route(
        to key: RouteKey, _ configure: (inout PerformConfiguration<any Sendable>) -> Void = { _ in }
    ) -> RouteHandle<any Sendable> {
        route(key.target, configure)
    }

    /// Makes, prepares and presents an object that provides `P`.
    ///
    /// - Throws: As ``RouteHandle/perform(by:_:)``.
    @discardableResult
    public func perform<P: Sendable>(
        _ key: Routable<P>, by path: PresentationPath = .default,
        _ configure: (inout PerformConfiguration<P>) throws -> Void = { _ in }
    ) async throws -> Performed<P> {
        try await route(to: key).perform(by: path, configure)
    }

    /// Makes, prepares and presents the module with this identifier.
    /// - Throws: As ``RouteHandle/perform(by:_:)``.
    @discardableResult
    public func perform(
        identifier: String, by path: PresentationPath = .default,
        _ configure: (inout PerformConfiguration<any Sendable>) throws -> Void = { _ in }
    ) async throws -> Performed<any Sendable> {
        try await route(identifier: identifier).perform(by: path, configure)
    }

    /// Makes, prepares and presents the module with this identifier, as the type that it provides.
    /// - Throws: As ``RouteHandle/perform(by:_:)``.
    @discardableResult
    public func perform<P: Sendable>(
        _ identifier: ModuleIdentifier<P>, by path: PresentationPath = .default,
        _ configure: (inout PerformConfiguration<P>) throws -> Void = { _ in }
    ) async throws -> Performed<P> {
        try await route(to: identifier).perform(by: path, configure)
    }

    /// Makes, prepares and presents the target of a key.
    /// - Throws: As ``RouteHandle/perform(by:_:)``.
    @discardableResult
    public func perform(
        _ key: RouteKey, by path: PresentationPath = .default,
        _ configure: (inout PerformConfiguration<any Sendable>) throws -> Void = { _ in }
    ) async throws -> Performed<any Sendable> {
        try await route(to: key).perform(by: path, configure)
    }

    /// Configures a module through a protocol of kind `configuration`, then makes, prepares and presents what it makes.
    ///
    ///     try await router.perform(RoutableModule<any EditorInput>(), by: .push(from: home)) { $0.account = "anna" }
    ///
    /// - Parameters:
    ///   - set: Gets the module's own configuration under the protocol.
    ///   - configure: Gets the configuration of this call. Its handlers are called for every failure, also for an error of `set`.
    /// - Returns: The object with its route, which keeps the configuration that `set` made, also over a reload.
    /// - Throws: As ``RouteHandle/perform(by:_:)``, and `RoutingError.notConfigurable` for a shared or weak module.
    @discardableResult
    public func perform<M>(
        _ key: RoutableModule<M>, by path: PresentationPath = .default, _ set: (inout M) throws -> Void,
        configure: (inout PerformConfiguration<any Sendable>) throws -> Void = { _ in }
    ) async throws -> Performed<any Sendable> {
        let change = Result { () throws(RoutingError) in try generation.configure(M.self, set).1 }
        return try await route(.configured(by: M.self, change)).perform(by: path, configure)
    }

    /// Makes an object by one of a module's named constructors, prepares and presents it.
    /// - Throws: As ``RouteHandle/perform(by:_:)``.
    @discardableResult
    public func perform<M>(
        _ key: RoutableModule<M>, constructor: String, _ argument: any Sendable, by path: PresentationPath = .default,
        _ configure: (inout PerformConfiguration<any Sendable>) throws -> Void = { _ in }
    ) async throws -> Performed<any Sendable> {
        let change = ConfigurationChange(constructor: constructor, argument: argument)
        return try await route(.configured(by: M.self, .success(change))).perform(by: path, configure)
    }

    /// Prepares and presents an object that was made elsewhere.
    /// - Throws: As ``RouteHandle/perform(by:_:)``.
    @discardableResult
    public func perform<P: Sendable>(
        _ key: Routable<P>, on existing: P, by path: PresentationPath = .default,
        _ configure: (inout PerformConfiguration<P>) throws -> Void = { _ in }
    ) async throws -> Performed<P> {
        try await route(to: key).perform(on: existing, by: path, configure)
    }

    /// Prepares an object that was made elsewhere, as the module that provides `P` would.
    /// - Throws: As ``RouteHandle/perform(by:_:)``.
    @discardableResult
    public func prepare<P: Sendable>(
        _ existing: P, as key: Routable<P>,
        _ configure: (inout PerformConfiguration<P>) throws -> Void = { _ in }
    ) async throws -> Performed<P> {
        try await route(to: key).prepare(existing, configure)
    }

    /// Adopts an object that was made and presented elsewhere: it is prepared, and counts as performed from then on.
    ///
    /// - Parameter shown: How it was presented, for its presenter to remove it; `nil` if it cannot be removed.
    /// - Throws: As ``RouteHandle/perform(by:_:)``.
    @discardableResult
    public func adopt<P: Sendable>(
        _ existing: P, as key: Routable<P>, shown: Shown? = nil,
        _ configure: (inout PerformConfiguration<P>) throws -> Void = { _ in }
    ) async throws -> Performed<P> {
        try await route(to: key).perform(
            PerformOrder(action: .adopt, existing: existing, shown: shown), configure)
    }

    func route<P: Sendable>(
        _ target: RouteTarget, _ configure: (inout PerformConfiguration<P>) -> Void = { _ in }
    ) -> RouteHandle<P> {
        var configuration = PerformConfiguration<P>()
        configure(&configuration)
        return RouteHandle(PerformedRoute(target, in: snapshots, baseConfiguration: configuration.erased))
    }
}

extension Router {
    /// A route to something that no manifest declares. Only the holder of the handle can perform it.
    ///
    ///     let route = router.route {
    ///         $0.register("once") { _ in Banner() }.performs { banner, _ in await banner.show() }
    ///     }
    ///
    /// - Parameter register: Registers one factory without a configuration, and returns the registration. Other
    ///   registrations have no effect.
    public func route<T: Sendable>(
        kind: Module.Kind = .service,
        _ register: (inout Registry) -> FactoryRegistration<T, NoConfiguration>
    ) -> RouteHandle<T> {
        var registry = Registry()
        let module = register(&registry).temporaryModule(kind, recursionLimit: options.recursionLimit)
        return route(.temporary(module))
    }
}

extension Router {
    /// For hosts: reports to the observers what the system did by itself to an object that no route of this router
    /// holds.
    ///
    /// It is reported for every module that makes such objects, then for those of its superclasses, as
    /// `Generation.modules(making:)` lists them. For an object of a route, see ``RouteHandle/recordRemoval()`` and
    /// ``adopt(_:as:shown:_:)``.
    public func recordExternal(_ phase: RouteEvent.Phase, of destination: any Sendable) {
        for info in generation.modules(making: destination) {
            runtime.presentation.notify(RouteEvent(phase, of: info.module, destination, origin: .external))
        }
    }
}
