public import WaybillManifest
import WaybillSyntax

/// A module of a generation: its declaration and its factory, for menus, reports and tests.
///
/// A value that holds the module, not the generation. Use it from any thread.
public struct ModuleInfo: Sendable, CustomStringConvertible {
    package let module: BoundModule

    /// The id of the module.
    public var id: String { module.id }
    /// What the manifest says about the module; `nil` if it says nothing.
    public var summary: String? { module.declaration.summary }
    /// The kind of the module.
    public var kind: Module.Kind { module.declaration.kind }
    /// How long its objects live, and who shares them.
    public var scope: Module.Scope { module.declaration.scope.value }
    /// The factory's name.
    public var factory: String { module.declaration.factory.value }
    /// The names of the protocols that the module provides itself, without adapters.
    public var provides: [String] { module.declaration.provides.map(\.value) }
    /// The names of the protocols that the module requires.
    public var requires: [String] { module.declaration.requires.map(\.value) }
    /// The identifiers by which callers can ask for the module.
    public var identifiers: [String] { module.declaration.identifiers.map(\.value) }
    /// The protocol of kind `configuration` through which callers configure it.
    public var configuration: String? { module.declaration.configuration?.value }
    /// The tags of the module.
    public var tags: Set<String> { Set(module.declaration.tags.map(\.value)) }
    /// The lane on which opens of the module run; `nil` if it has none.
    public var lane: String? { module.lane?.name }
    /// Whether its factory or a hook is asynchronous. `make` throws for such a module unless it is shared and already
    /// made.
    public var isAsynchronous: Bool { module.factory.isAsynchronous }

    public var description: String { "\(kind) '\(id)' made by '\(factory)'" }
}

extension Generation {
    /// Every module, sorted by id. Each of these collections is made when it is asked for, so do not ask for each request.
    public var modules: [ModuleInfo] { bound.modules.map(ModuleInfo.init).sorted { $0.id < $1.id } }

    /// The modules of a kind, sorted by id.
    public func modules(of kind: Module.Kind) -> [ModuleInfo] { modules.filter { $0.kind == kind } }

    /// The modules with a tag, sorted by id.
    public func modules(tagged tag: RouteTag) -> [ModuleInfo] {
        modules.filter { $0.tags.contains(tag.rawValue) }
    }

    /// The modules that a factory makes, sorted by id.
    public func modules(madeBy factory: String) -> [ModuleInfo] { modules.filter { $0.factory == factory } }

    /// The module that provides a protocol, also through adapters.
    /// - Throws: ``RoutingError/unprovided(protocol:suggestions:)`` or ``RoutingError/ambiguous(protocol:modules:)``.
    public func module<P>(for key: Routable<P>) throws(RoutingError) -> ModuleInfo {
        ModuleInfo(module: try provider(for: P.self).0)
    }

    /// The module with this identifier.
    /// - Throws: ``RoutingError/unknownIdentifier(_:suggestions:)``.
    public func module(identifier: String) throws(RoutingError) -> ModuleInfo {
        ModuleInfo(module: try boundModule(identifier: identifier))
    }

    /// The module with this identifier.
    /// - Throws: ``RoutingError/unknownIdentifier(_:suggestions:)``.
    public func module<P>(_ identifier: ModuleIdentifier<P>) throws(RoutingError) -> ModuleInfo {
        try module(identifier: identifier.rawValue)
    }

    /// The modules whose factories make objects of the type of `destination`, then those of its superclasses, upwards.
    public func modules(making destination: Any) -> [ModuleInfo] {
        var mirror: Mirror? = Mirror(reflecting: destination)
        var found: [ModuleInfo] = []
        while let here = mirror {
            let type = ObjectIdentifier(here.subjectType)
            found += modules.filter { $0.module.made.id == type }
            mirror = here.superclassMirror
        }
        return found
    }
}
