import WaybillManifest
import WaybillRules

extension Registry {
    /// Registers a factory whose configuration is decoded from the module's `with:`.
    ///
    ///     registry.register("notes.store", making: DiskNoteStore.self) { (context: MakeContext<StoreOptions>) in
    ///         let folder = try Folder(context.configuration.path)
    ///         return DiskNoteStore(folder)
    ///     }
    ///     .provides { $0 as any NoteStore }
    ///
    /// The compiler infers the made type from the closure. For a single expression, such as `{ _ in DiskNoteStore() }`,
    /// it is the type of the expression. For several statements, the compiler takes the type from `provides`, here
    /// `any NoteStore`. Then the module cannot be weak, and is not found by the type of its objects. So state the type
    /// with `making`. If the inferred type is a protocol, binding reports a warning.
    ///
    /// The closure runs synchronously, on the thread of the caller of `make`. Its object is `Sendable`, so it may be
    /// shared and may be the result of an open. Shared instances are made one at a time: a factory that waits for
    /// another thread must not wait for one that makes a shared instance.
    /// - Parameter type: The made type; `nil` for the type that the compiler infers. If a factory makes several types,
    ///   pass their protocol: `making: (any NoteStore).self`.
    @discardableResult
    public mutating func register<T: Sendable, C: Decodable & Sendable>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<C>) throws -> T
    ) -> FactoryRegistration<T, C> {
        add(
            name, RegistryDescription.Site(file: fileID, line: line), .synchronous(make), isSendable: true,
            isStated: type != nil, box: { .sendable($0) })
    }

    /// Registers a factory without a configuration.
    @discardableResult
    public mutating func register<T: Sendable>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<NoConfiguration>) throws -> T
    ) -> FactoryRegistration<T, NoConfiguration> {
        add(
            name, RegistryDescription.Site(file: fileID, line: line), .synchronous(make), isSendable: true,
            isStated: type != nil, box: { .sendable($0) })
    }

    /// Registers a factory of something that is not `Sendable`. Its modules are transient, and only `make` makes them.
    @discardableResult
    public mutating func register<T, C: Decodable & Sendable>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<C>) throws -> sending T
    ) -> FactoryRegistration<T, C> {
        add(
            name, RegistryDescription.Site(file: fileID, line: line), .synchronous { try make($0) }, isSendable: false,
            isStated: type != nil, box: { .local($0) })
    }

    /// Registers a factory, without a configuration, of something that is not `Sendable`.
    @discardableResult
    public mutating func register<T>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<NoConfiguration>) throws -> sending T
    ) -> FactoryRegistration<T, NoConfiguration> {
        add(
            name, RegistryDescription.Site(file: fileID, line: line), .synchronous { try make($0) }, isSendable: false,
            isStated: type != nil, box: { .local($0) })
    }

    /// Registers an asynchronous factory, or one that is isolated to an actor.
    ///
    ///     registry.registerAsync("notes.editor") { @MainActor _ in NoteEditor() }
    ///
    /// The closure runs in the isolation that it declares.
    ///
    /// A transient module is made when a route to it is opened (and by `perform` of `WaybillPresentation`). The
    /// synchronous `make` throws ``RoutingError/asynchronous(module:)``. A shared module, such as a connection pool, is
    /// made once, before the generation that needs it is published. Then everybody makes it synchronously.
    ///
    ///     registry.registerAsync("db") { (context: MakeContext<Options>) in
    ///         try await Database(path: context.configuration.path)
    ///     }
    ///     .provides { $0 as any Store }
    ///     .retires { await $0.close() }
    ///
    /// If the closure makes a shared module with an asynchronous factory or a lifecycle, list that module in
    /// `requires:`, so that it is made first. Independent modules are made at the same time. Use
    /// ``Router/prepared(manifests:registry:environment:options:)`` or `WaybillService`. The modules cannot be weak.
    @discardableResult
    public mutating func registerAsync<T: Sendable, C: Decodable & Sendable>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<C>) async throws -> T
    ) -> FactoryRegistration<T, C> {
        add(
            name, RegistryDescription.Site(file: fileID, line: line), .asynchronous(make), isSendable: true,
            isStated: type != nil, box: { .sendable($0) })
    }

    /// Registers an asynchronous factory without a configuration.
    @discardableResult
    public mutating func registerAsync<T: Sendable>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<NoConfiguration>) async throws -> T
    ) -> FactoryRegistration<T, NoConfiguration> {
        add(
            name, RegistryDescription.Site(file: fileID, line: line), .asynchronous(make), isSendable: true,
            isStated: type != nil, box: { .sendable($0) })
    }

    private mutating func add<T, C: Decodable & Sendable>(
        _ name: String, _ site: RegistryDescription.Site, _ body: FactoryDefinition<T, C>.Body, isSendable: Bool,
        isStated: Bool, box: @escaping @Sendable (T) -> Made
    ) -> FactoryRegistration<T, C> {
        let definition = FactoryDefinition<T, C>(
            body, box: box, site: site, isSendable: isSendable, isStated: isStated)
        if factories[name] == nil {
            factories[name] = definition
        } else {
            recordDuplicate(.factory, name, at: site)
        }
        return FactoryRegistration(definition: definition)
    }
}
