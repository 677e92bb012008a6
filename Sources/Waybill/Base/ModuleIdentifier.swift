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
