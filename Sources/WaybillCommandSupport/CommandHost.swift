import WaybillManifest
package import WaybillReports
package import WaybillRules
package import WaybillSyntax

/// The program that runs verbs: the command `waybill`, or the executable of a service.
package protocol CommandHost {
    /// The command before its verbs: `waybill`.
    static var command: String { get }

    /// The paths of the set unless others are given.
    static var manifests: [String] { get }

    /// Compiles a set, with everything that this host knows about it.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error.
    static func compile(_ files: ManifestFiles) throws -> Compilation

    /// Returns the report about a set.
    static func report(on compilation: Compilation) -> LintReport
}
