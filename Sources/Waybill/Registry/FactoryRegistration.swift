/// A factory that was just registered; says what the things it makes are good for.
///
///     registry.register("notes.editor") { _ in NoteEditor() }
///         .provides((any NoteEditorInput).self) { $0 }
///         .provides((any Presentable).self) { $0 }
public struct FactoryRegistration<T, Configuration: Decodable & Sendable>: Sendable {
    let definition: FactoryDefinition<T, Configuration>

    /// States that what is made provides `P`. The closure is the proof, and the compiler checks it.
    @discardableResult
    public func provides<P>(_ type: P.Type, _ convert: @escaping @Sendable (T) -> P) -> Self {
        let conversion = TypedConversion<P> { (made) throws(Misfit) in
            guard let made = made as? T else { throw Misfit() }
            return convert(made)
        }
        definition.add(
            Conformance(type: TypeName(P.self), conversion: conversion) { factory in
                guard let factory = factory as? FactoryOf<T> else { return nil }
                return TypedMaker<P> { scope in convert(try factory.produce(scope)) }
            })
        return self
    }
}
