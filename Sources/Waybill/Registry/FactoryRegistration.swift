/// The registration of a factory. Its methods declare what the made objects provide, and hooks around making.
///
///     registry.register("notes.editor") { _ in NoteEditor() }
///         .provides { $0 as any NoteEditorInput }
///         .provides { $0 as any Presentable }
///
/// The methods change the registration in the registry. A router that already exists is not changed. Use it on one
/// thread, while the registry is built. Nothing here throws: problems are reported when manifests are bound.
public struct FactoryRegistration<T, Configuration: Decodable & Sendable>: Sendable {
    @usableFromInline package let definition: FactoryDefinition<T, Configuration>

    /// Declares that the object provides `P`: `.provides { $0 as any NoteStore }`. The compiler checks the closure; if
    /// the type does not conform to the protocol, the error names both.
    @inlinable
    @discardableResult
    public func provides<P>(_ convert: @escaping @Sendable (consuming T) -> P) -> Self { provides(P.self, convert) }

    /// Declares a provided type with a closure that does not name `P`.
    @inlinable
    @discardableResult
    public func provides<P>(_ type: P.Type, _ convert: @escaping @Sendable (consuming T) -> P) -> Self {
        add(convert) { produce in { scope in convert(try produce(scope)) } }
        return self
    }

    /// - Parameter compose: Appends the conversion to the factory, where the compiler knows the types.
    @usableFromInline
    func add<P>(
        _ convert: @escaping @Sendable (consuming T) -> P,
        _ compose:
            @escaping @Sendable (@escaping @Sendable (MakeScope) throws -> T)
            -> @Sendable (MakeScope) throws -> P
    ) {
        let type = TypeName(P.self)
        let conversion = TypedConversion<P>(to: type) { (made) throws(Misfit) in
            guard let made = made as? T else { throw Misfit() }
            return convert(made)
        }
        definition.add(
            Conformance(type: type, conversion: conversion) { factory in
                (factory as? ConfiguredFactory<T, Configuration>)?.direct.map { TypedMaker<P>(compose($0.make)) }
            })
    }
}
