/// The key that callers configure and perform a module with: "the module that is configured through `M`".
///
/// As with ``Routable``, only declared protocols have one.
public struct RoutableModule<M>: Sendable {
    @available(
        *, unavailable,
        message: """
            no manifest declares this configuration protocol: list it under 'protocols:' with 'kind: configuration', and give \
            RoutableModule an init() for it
            """
    )
    public init() {}

    /// For declarations only: says that a manifest declares `M`.
    public init(declared: Void) {}
}

/// A key that is chosen while the program runs. What it leads to is known as `any Sendable`.
public struct RouteKey: Sendable {
    let target: RouteTarget

    /// Whatever provides the protocol.
    public init<P: Sendable>(_ key: Routable<P>) { target = .provider(of: P.self) }

    public init(identifier: String) { target = .identifier(identifier) }
}
