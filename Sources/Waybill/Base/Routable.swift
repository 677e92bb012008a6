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

/// An identifier of a module, with the type that the module provides.
///
/// The build plugin WaybillKeys declares a constant for each identifier of the manifests, so that
/// `try router.make(.noteEditor)` returns an `any NoteEditorInput`. If the module provides several protocols, the type
/// is a composition; if it provides none, `Any`. If you have an identifier as a `String`, make one from it, or pass the
/// string.
///
/// It is a value type, safe to use from any thread.
public struct ModuleIdentifier<P>: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The identifier as the manifest spells it.
    public var rawValue: String

    /// Creates an identifier from its text. Whether a module has it is checked when it is used.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
}
