/// The key that callers ask with: "something that provides `P`".
///
/// Only declared protocols have one. A declaration is an extension, which the build plugin generates from the
/// manifests and which may as well be written by hand:
///
///     extension Routable where P == any NoteStore {
///         init() { self.init(declared: ()) }
///     }
///
/// Asking for any other protocol does not compile.
public struct Routable<P>: Sendable {
    @available(
        *, unavailable,
        message: "no manifest declares this protocol: list it under 'protocols:', and give Routable an init() for it"
    )
    public init() {}

    /// For declarations only: says that a manifest declares `P`.
    public init(declared: Void) {}
}
