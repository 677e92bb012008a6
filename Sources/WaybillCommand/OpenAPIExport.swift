import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillOpenAPI
import WaybillRules
import WaybillSyntax
import WaybillTools

struct OpenAPIExport: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the routes as an OpenAPI document.",
        discussion: """
            Writes paths, methods, path parameters with exact schemas, redirects, security and tags to standard output. With \
            --into, adds what a document lacks, and corrects its path parameters; everything else in it stays as it is. What \
            OpenAPI cannot say is listed.

            Examples:
              waybill openapi export > openapi.yaml
              waybill openapi export Routes --into openapi.yaml
            """)

    @OptionGroup var manifests: ManifestOptions

    @Option(
        help: ArgumentHelp("Merge the operations into this document.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var into: String?

    @Option(help: ArgumentHelp("Write this version of OpenAPI.", valueName: "version"))
    var version: ContractExport.Version = .v31

    @Option(help: ArgumentHelp("Write this title.", valueName: "text"))
    var title = "Routes"

    @OptionGroup(title: "Document options") var documents: DocumentOptions

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func perform() throws {
        let files = try manifests.files(configuration.place)
        let compilation = try ManifestOptions.compilationWithTable(of: files, manifests.environment)
        let settings = compilation.configuration(configuration.file(for: files))
        guard let table = compilation.table else { throw Status.failure.exit }
        let export = ContractExport(compilation.set, table, settings)
        if let into {
            try merge(export, into: into, compilation)
        } else {
            Output.write(export.text(version: version, title: title))
            DocumentOptions.list(export.losses)
        }
    }

    private func merge(
        _ export: ContractExport, into path: String, _ compilation: Compilation
    ) throws {
        let document = try documents.document(path)
        guard let contract = documents.contract(document, compilation) else { throw Status.failure.exit }
        try DocumentOptions.checkErrors(contract.document.diagnostics, in: contract.document.files)
        guard let merge = ContractMerge(export, into: contract) else {
            throw Output.failure("'\(path)' has no 'paths' to merge into")
        }
        let change = merge.change
        if change.old != change.new { try Output.write([change]) }
        DocumentOptions.list(export.losses + merge.losses)
    }
}

extension ContractExport.Version: ExpressibleByArgument {}
