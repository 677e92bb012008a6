/// An identifier of a module, with the type of what the module provides.
///
/// The build plugin WaybillKeys declares one for each identifier of the manifests, so that `try router.make(.noteEditor)` is
/// an `any NoteEditorInput`: a composition where the module provides several protocols, `Any` where it provides none. Code
/// that has an identifier as text makes one, or passes the text.
///
/// A value: use it from any thread.
public struct ModuleIdentifier<P>: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The identifier as the manifest spells it.
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
}
