/// What a caller does to a copy of a module's configuration before something is made.
struct ConfigurationChange: Sendable {
    /// The changed configuration, of the factory's configuration type; `nil` for the module's own.
    var configuration: (any Sendable)?
    /// What makes instead of the factory: one of its named constructors.
    var constructor: (name: String, argument: any Sendable)?
}

/// Lets a caller change a configuration through a protocol.
class Changer: @unchecked Sendable {}  // has no state; the subclass is final and holds a Sendable constant

final class TypedChanger<M>: Changer, @unchecked Sendable {  // its closure is
    private let view: @Sendable (any Sendable) -> M?

    init(_ view: @escaping @Sendable (any Sendable) -> M?) {
        self.view = view
    }

    /// - Returns: The changed configuration, as it was seen; `nil` where it cannot be seen so.
    func change(_ configuration: any Sendable, _ body: (inout M) throws -> Void) rethrows -> Any? {
        guard var seen = view(configuration) else { return nil }
        try body(&seen)
        return seen
    }
}

/// A module that callers configure through a protocol of kind `configuration`.
struct BoundConfiguration: Sendable {
    var swiftType: String
    var module: BoundModule
}

extension Generation {
    /// The module that a configuration protocol leads to, and its configuration as `body` changed it.
    func configure<M>(
        _ type: M.Type, _ body: (inout M) throws -> Void
    ) throws(RoutingError) -> (BoundModule, ConfigurationChange) {
        let module = try module(configuredBy: type)
        let changed: Any?
        do {
            let changer = module.changers.first { $0.type.id == ObjectIdentifier(type) }?.changer as? TypedChanger<M>
            changed = try (changer ?? TypedChanger<M> { $0 as? M }).change(module.factory.anyConfiguration, body)
        } catch { throw .preparationFailed(module: module.id, underlying: error) }
        guard let configuration = changed.flatMap({ module.factory.configuration($0) }) else {
            throw .adapterMismatch(
                protocol: TypeName(type).description, module: module.id, made: "\(M.self)")
        }
        let missing = module.factory.missingParameters(of: configuration)
        guard missing.isEmpty else { throw .missingParameters(missing, module: module.id) }
        return (module, ConfigurationChange(configuration: configuration))
    }

    func module<M>(configuredBy type: M.Type) throws(RoutingError) -> BoundModule {
        let name = TypeName(type)
        guard let found = bound.configurations.first(where: { name.matches($0.swiftType) }) else {
            throw .unprovided(
                protocol: name.description,
                suggestions: didYouMean("any \(name.description)", among: bound.configurations.map(\.swiftType)))
        }
        return found.module
    }
}
