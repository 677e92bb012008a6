/// A tag of routes, modules and interceptors. A view of the router shows what has one of its tags.
///
/// The build plugin WaybillKeys declares a constant for each tag that the manifests use: `router[.views]`. A string
/// literal works too. It is a value type, safe to use from any thread.
public struct RouteTag: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the tag as the manifest spells it.
    public var rawValue: String

    /// Creates a tag from its name. Nothing checks here that a manifest uses it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates it from a literal, as `init(rawValue:)` does.
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}

extension Set<RouteTag> {
    /// The names of the tags.
    package var names: Set<String> { Set<String>(map(\.rawValue)) }
}
