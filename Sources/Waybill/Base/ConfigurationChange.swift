/// The changes of a caller to a copy of a module's configuration, for one make.
package struct ConfigurationChange: Sendable {
    /// The changed configuration, of the factory's configuration type; `nil` for the module's own.
    var configuration: (any Sendable)?
    /// The named constructor that is used instead of the factory, with its argument.
    var constructor: (name: String, argument: any Sendable)?

    init(configuration: any Sendable) { self.configuration = configuration }

    package init(constructor: String, argument: any Sendable) { self.constructor = (constructor, argument) }
}

/// Changes a configuration through a protocol.
class Changer: @unchecked Sendable {}  // has no state; the subclass is final and holds a Sendable constant

final class TypedChanger<M>: Changer, @unchecked Sendable {  // its closure is Sendable
    private let view: @Sendable (any Sendable) -> M?

    init(_ view: @escaping @Sendable (any Sendable) -> M?) {
        self.view = view
    }

    /// - Returns: The changed configuration as the protocol; `nil` if it does not conform to the protocol.
    func change(_ configuration: any Sendable, _ body: (inout M) throws -> Void) rethrows -> Any? {
        guard var seen = view(configuration) else { return nil }
        try body(&seen)
        return seen
    }
}

/// A configuration protocol through which callers can configure a factory.
struct ConfigurationConformance: Sendable {
    var type: TypeName
    var changer: Changer
}
