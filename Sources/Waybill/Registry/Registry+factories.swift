extension Registry {
    /// Registers a factory whose configuration is decoded from the module's `with:`.
    ///
    /// The closure runs synchronously, on whatever thread asks. What it makes may be shared, and may be handed over
    /// by an open, because it is `Sendable`. Shared instances are made one at a time: a factory that waits for another
    /// thread must not wait for one that makes a shared instance.
    @discardableResult
    public mutating func register<T: Sendable, C: Decodable & Sendable>(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<C>) throws -> T
    ) -> FactoryRegistration<T> {
        add(name, fileID, line, isSendable: true) { configuration in
            { .sendable(try make(MakeContext(configuration: configuration, scope: $0))) }
        }
    }

    /// Registers a factory that takes no configuration.
    @discardableResult
    public mutating func register<T: Sendable>(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<NoConfiguration>) throws -> T
    ) -> FactoryRegistration<T> {
        add(name, fileID, line, isSendable: true) { configuration in
            { .sendable(try make(MakeContext(configuration: configuration, scope: $0))) }
        }
    }

    /// Registers a factory of something that is not `Sendable`: its modules are transient, and made by `make` alone.
    @discardableResult
    public mutating func register<T, C: Decodable & Sendable>(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<C>) throws -> sending T
    ) -> FactoryRegistration<T> {
        add(name, fileID, line, isSendable: false) { configuration in
            { .local(try make(MakeContext(configuration: configuration, scope: $0))) }
        }
    }

    /// Registers a factory, without a configuration, of something that is not `Sendable`.
    @discardableResult
    public mutating func register<T>(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (MakeContext<NoConfiguration>) throws -> sending T
    ) -> FactoryRegistration<T> {
        add(name, fileID, line, isSendable: false) { configuration in
            { .local(try make(MakeContext(configuration: configuration, scope: $0))) }
        }
    }

    private mutating func add<T, C: Decodable & Sendable>(
        _ name: String, _ fileID: String, _ line: Int, isSendable: Bool,
        _ maker: @escaping @Sendable (C) -> Maker
    ) -> FactoryRegistration<T> {
        let entry = FactoryEntry(
            site: RegistrationSite(fileID: fileID, line: line), made: TypeName(T.self), isClass: T.self is AnyClass,
            isSendable: isSendable, takesConfiguration: C.self != NoConfiguration.self
        ) { source throws(Unbindable) in maker(try source.decode(C.self)) }
        if factories[name] == nil {
            factories[name] = entry
        } else {
            noteDuplicate(.factory, name, at: entry.site)
        }
        return FactoryRegistration(entry: entry)
    }
}
