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
