/// A tag of routes, modules and interceptors: what a view of the router is made of.
///
/// The build plugin WaybillKeys declares one for each that the manifests declare or use: `router[.views]`. A text literal is one
/// too. A value: use it from any thread.
public struct RouteTag: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}

extension Set<RouteTag> {
    /// As the table knows them.
    package var names: Set<String> { Set<String>(map(\.rawValue)) }
}
