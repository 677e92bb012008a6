package import WaybillManifest
package import WaybillSyntax

/// What verbs run in: the command `waybill`, or the executable of a service.
package protocol CommandHost {
    /// How its verbs are called: `waybill`.
    static var command: String { get }

    /// The paths of the set unless others are given.
    static var manifests: [String] { get }

    /// Compiles a set, with all that this host knows of it.
    ///
    /// - Throws: The exit status, once the reason is on standard error.
    static func compile(_ files: ManifestFiles) throws -> Compilation

    /// All that is to be said about a set.
    static func report(on compilation: Compilation) -> LintReport
}
