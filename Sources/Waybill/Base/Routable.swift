/// The key with which callers ask for something that provides `P`.
///
/// Only declared protocols have a key. The build plugin generates the declarations from the manifests
/// (<doc:WaybillKeys>). You can also write one by hand:
///
///     extension Routable where P == any NoteStore {
///         init() { self.init(declared: ()) }
///     }
///
/// Asking for any other protocol does not compile. A key is an empty value: it costs nothing.
public struct Routable<P>: Sendable {
    /// Unavailable: its error names the fix if no manifest declares `P`.
    @available(
        *, unavailable,
        message: "no manifest declares this protocol: list it under 'protocols:', and give Routable an init() for it"
    )
    public init() {}

    /// States that a manifest declares `P`. For declarations only.
    public init(declared: Void) {}
}

/// The key with which callers configure a module through the protocol `M`.
///
/// As with ``Routable``, only declared protocols have one, and a key costs nothing.
public struct RoutableModule<M>: Sendable {
    /// Unavailable: its error names the fix if no manifest declares `M`.
    @available(
        *, unavailable,
        message: """
            no manifest declares this configuration protocol: list it under 'protocols:' with 'kind: configuration', and give \
            RoutableModule an init() for it
            """
    )
    public init() {}

    /// States that a manifest declares `M`. For declarations only.
    public init(declared: Void) {}
}
