package import ArgumentParser
import WaybillCommandSupport
package import WaybillRules
package import WaybillSyntax
import WaybillTools

/// The file of the registered code that manifests are checked against.
package struct RegistryFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Check against the registered code of a service (the F rules). '<service> waybill registry' writes this file. \
            Default: 'registry' of the configuration.
            """, valueName: "file"),
        completion: .file(extensions: ["json"]))
    package var registry: String?

    package init() {}

    /// Reads the registry in a file.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error.
    package static func read(_ file: SourceFile) throws -> RegistryDescription {
        guard file.isReadable else { throw Output.failure("cannot read '\(file.path)'") }
        do throws(UnreadableRegistry) { return try RegistryDescription(json: file.bytes) } catch {
            throw Output.failure("registry '\(file.path)' \(error.message)")
        }
    }
}
