import Synchronization

/// A factory that was just registered; says what the things it makes are good for.
///
///     registry.register("notes.editor") { _ in NoteEditor() }
///         .provides((any NoteEditorInput).self) { $0 }
///         .provides((any Presentable).self) { $0 }
public struct FactoryRegistration<T>: Sendable {
    let entry: FactoryEntry

    /// States that what is made provides `P`. The closure is the proof, and the compiler checks it.
    @discardableResult
    public func provides<P>(_ type: P.Type, _ convert: @escaping @Sendable (T) -> P) -> Self {
        let conversion = TypedConversion<P> { (made) throws(Misfit) in
            guard let made = made as? T else { throw Misfit() }
            return convert(made)
        }
        entry.add(Conformance(type: TypeName(P.self), conversion: conversion))
        return self
    }
}

/// A registered factory, with its types erased.
final class FactoryEntry: Sendable {
    let site: RegistrationSite
    /// The type of what it makes.
    let made: TypeName
    let isClass: Bool
    let isSendable: Bool
    let takesConfiguration: Bool
    /// Decodes the configuration, once for each module and each route that overlays one.
    let bind: @Sendable (ConfigurationSource) throws(Unbindable) -> Maker
    private let stated = Mutex<[Conformance]>([])

    init(
        site: RegistrationSite, made: TypeName, isClass: Bool, isSendable: Bool, takesConfiguration: Bool,
        bind: @escaping @Sendable (ConfigurationSource) throws(Unbindable) -> Maker
    ) {
        self.site = site
        self.made = made
        self.isClass = isClass
        self.isSendable = isSendable
        self.takesConfiguration = takesConfiguration
        self.bind = bind
    }

    var conformances: [Conformance] { stated.withLock { $0 } }

    func add(_ conformance: Conformance) {
        stated.withLock { $0.append(conformance) }
    }
}

/// One type that the things a factory makes can be had as.
struct Conformance: Sendable {
    var type: TypeName
    var conversion: Conversion
}
