import WaybillManifest

extension Registry {
    /// Registers a factory whose configuration is decoded from the module's `with:`.
    ///
    ///     registry.register("notes.store", making: DiskNoteStore.self) { (context: MakeContext<StoreOptions>) in
    ///         let folder = try Folder(context.configuration.path)
    ///         return DiskNoteStore(folder)
    ///     }
    ///     .provides { $0 as any NoteStore }
    ///
    /// What a factory makes is the type that the compiler finds for the closure. Of one expression, such as
    /// `{ _ in DiskNoteStore() }`, it is the expression's. If the closure has several statements, the compiler takes the type
    /// from `provides` instead, here `any NoteStore`: then the module cannot be weak, and is not found by the type of what it
    /// makes. `making` states the type, so that it does not depend on how the closure is written. A factory whose type is a
    /// protocol and that does not state it is a warning when manifests are bound.
    ///
    /// The closure runs synchronously, on the thread of the caller of `make`. What it makes may be shared, and may be
    /// the result of an open, because it is `Sendable`. Shared instances are made one at a time: a factory that waits
    /// for another thread must not wait for one that makes a shared instance.
    /// - Parameter type: What the closure makes; `nil` for the type that the compiler infers. A factory of several types
    ///   states their protocol: `making: (any NoteStore).self`.
    @discardableResult
    @inlinable
    public mutating func register<T: Sendable, C: Decodable & Sendable>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<C>) throws -> T
    ) -> FactoryRegistration<T, C> {
        add(
            name, RegistrationSite(fileID: fileID, line: line), .synchronous(make), isSendable: true,
            isStated: type != nil,
            direct: Direct { configuration in
                Producer { scope in try make(MakeContext(configuration: configuration, scope: scope)) }
            }, box: { .sendable($0) })
    }

    /// Registers a factory that takes no configuration.
    @discardableResult
    @inlinable
    public mutating func register<T: Sendable>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<NoConfiguration>) throws -> T
    ) -> FactoryRegistration<T, NoConfiguration> {
        add(
            name, RegistrationSite(fileID: fileID, line: line), .synchronous(make), isSendable: true,
            isStated: type != nil,
            direct: Direct { configuration in
                Producer { scope in try make(MakeContext(configuration: configuration, scope: scope)) }
            }, box: { .sendable($0) })
    }

    /// Registers a factory of something that is not `Sendable`: its modules are transient, and only `make` makes them.
    @discardableResult
    @inlinable
    public mutating func register<T, C: Decodable & Sendable>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<C>) throws -> sending T
    ) -> FactoryRegistration<T, C> {
        add(
            name, RegistrationSite(fileID: fileID, line: line), .synchronous { try make($0) }, isSendable: false,
            isStated: type != nil,
            direct: Direct { configuration in
                Producer { scope in try make(MakeContext(configuration: configuration, scope: scope)) }
            }, box: { .local($0) })
    }

    /// Registers a factory, without a configuration, of something that is not `Sendable`.
    @discardableResult
    @inlinable
    public mutating func register<T>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<NoConfiguration>) throws -> sending T
    ) -> FactoryRegistration<T, NoConfiguration> {
        add(
            name, RegistrationSite(fileID: fileID, line: line), .synchronous { try make($0) }, isSendable: false,
            isStated: type != nil,
            direct: Direct { configuration in
                Producer { scope in try make(MakeContext(configuration: configuration, scope: scope)) }
            }, box: { .local($0) })
    }

    /// Registers a factory that must be awaited: one that works asynchronously, or that an actor isolates.
    ///
    ///     registry.registerAsync("notes.editor") { @MainActor _ in NoteEditor() }
    ///
    /// The closure runs where its own declaration says.
    ///
    /// A transient module is made by opening a route to it (and by `perform` of `WaybillPresentation`); the synchronous
    /// `make` throws ``RoutingError/asynchronous(module:)``. A shared module, such as a pool of connections, is made once, before
    /// the generation that needs it is published: then everybody makes it synchronously.
    ///
    ///     registry.registerAsync("db") { (context: MakeContext<Options>) in
    ///         try await Database(path: context.configuration.path)
    ///     }
    ///     .provides { $0 as any Store }
    ///     .retires { await $0.close() }
    ///
    /// What its closure makes must be in the module's `requires:` if it is a shared module that is awaited or has a lifecycle:
    /// it is made before then. Independent modules are made at the same time. The router comes from ``Router/prepared(manifests:registry:environment:options:)``,
    /// or from `WaybillService`. Its modules cannot be weak.
    @discardableResult
    public mutating func registerAsync<T: Sendable, C: Decodable & Sendable>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<C>) async throws -> T
    ) -> FactoryRegistration<T, C> {
        add(
            name, RegistrationSite(fileID: fileID, line: line), .asynchronous(make), isSendable: true,
            isStated: type != nil, direct: nil,
            box: { .sendable($0) })
    }

    /// Registers a factory that must be awaited and takes no configuration.
    @discardableResult
    public mutating func registerAsync<T: Sendable>(
        _ name: String, making type: T.Type? = nil, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<NoConfiguration>) async throws -> T
    ) -> FactoryRegistration<T, NoConfiguration> {
        add(
            name, RegistrationSite(fileID: fileID, line: line), .asynchronous(make), isSendable: true,
            isStated: type != nil, direct: nil,
            box: { .sendable($0) })
    }

    /// - Parameter direct: The closure and its context in one, made where the compiler knows the types: see
    ///   ``TypedMaker``.
    @usableFromInline
    mutating func add<T, C: Decodable & Sendable>(
        _ name: String, _ site: RegistrationSite, _ body: FactoryDefinition<T, C>.Body, isSendable: Bool,
        isStated: Bool, direct: Direct<T, C>?, box: @escaping @Sendable (T) -> Made
    ) -> FactoryRegistration<T, C> {
        let definition = FactoryDefinition<T, C>(
            body, direct: direct, box: box, site: site, isSendable: isSendable, isStated: isStated)
        if factories[name] == nil {
            factories[name] = definition
        } else {
            recordDuplicate(.factory, name, at: site)
        }
        return FactoryRegistration(definition: definition)
    }
}
