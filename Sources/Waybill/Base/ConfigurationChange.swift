/// What a caller changes in a copy of a module's configuration before something is made.
package struct ConfigurationChange: Sendable {
    /// The changed configuration, of the factory's configuration type; `nil` for the module's own.
    var configuration: (any Sendable)?
    /// The named constructor that makes the thing instead of the factory, with its argument.
    var constructor: (name: String, argument: any Sendable)?

    init(configuration: any Sendable) { self.configuration = configuration }

    package init(constructor: String, argument: any Sendable) { self.constructor = (constructor, argument) }
}

/// Lets a caller change a configuration through a protocol.
class Changer: @unchecked Sendable {}  // has no state; the subclass is final and holds a Sendable constant

final class TypedChanger<M>: Changer, @unchecked Sendable {  // its closure is Sendable
    private let view: @Sendable (any Sendable) -> M?

    init(_ view: @escaping @Sendable (any Sendable) -> M?) {
        self.view = view
    }

    /// - Returns: The changed configuration, as the protocol shows it; `nil` if it does not conform to the protocol.
    func change(_ configuration: any Sendable, _ body: (inout M) throws -> Void) rethrows -> Any? {
        guard var seen = view(configuration) else { return nil }
        try body(&seen)
        return seen
    }
}

/// A configuration protocol that callers can configure a factory through.
struct ConfigurationConformance: Sendable {
    var type: TypeName
    var changer: Changer
}
