import WaybillManifest
import WaybillRules

/// The configuration of a factory that takes none.
public struct NoConfiguration: Decodable, Sendable {
    /// Creates the empty configuration.
    public init() {}
}

/// A type into which a `with:` is decoded.
typealias ConfigurationType = any (Decodable & SendableMetatype).Type

extension ConfigurationSource {
    func decode<C: Decodable>(_ type: C.Type) throws(Unbindable) -> C {
        if let none = NoConfiguration() as? C { return none }
        return try read { try C(from: $0) }
    }
}

/// The changes of a caller to a copy of a module's configuration, for one make.
package struct ConfigurationChange: Sendable {
    /// The changed configuration, of the factory's configuration type; `nil` for the module's own.
    package var configuration: (any Sendable)?
    /// The named constructor that is used instead of the factory, with its argument.
    var constructor: (name: String, argument: any Sendable)?

    init(configuration: any Sendable) { self.configuration = configuration }

    package init(constructor: String, argument: any Sendable) { self.constructor = (constructor, argument) }
}

/// Returns a configuration as a protocol; `nil` if it does not conform to it.
struct ConfigurationView<M>: Sendable {
    let view: @Sendable (any Sendable) -> M?
}

/// A configuration protocol through which callers can configure a factory.
struct ConfigurationConformance: Sendable {
    var type: TypeName
    /// The ``ConfigurationView`` of the type.
    var view: any Sendable
}
