import ArgumentParser
import SystemPackage
import WaybillCommandSupport
import WaybillOpenAPI

struct OpenAPIImport: Verb {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Write an OpenAPI document as manifests.",
        discussion: """
            Writes a route for each operation, an interceptor for each security requirement, and tests from the examples. \
            What routes cannot say is listed; nothing is dropped in silence.

            Examples:
              waybill openapi import openapi.yaml > Routes/api.yaml
              waybill openapi import openapi.yaml --output Routes
            """)

    @Argument(help: "The document.", completion: .file(extensions: ["yaml", "yml", "json"]))
    var document: String

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "Write routes.yaml and routes.test.yaml into this folder. Existing files are never overwritten.",
            valueName: "folder"),
        completion: .directory)
    var outputFolder: String?

    @OptionGroup(title: "Document options") var documents: DocumentOptions

    @OptionGroup var output: OutputOptions

    func perform() throws {
        let document = try documents.document(document)
        try DocumentOptions.checkErrors(document.diagnostics, in: document.files)
        let made = ContractImport(document, basePath: documents.basePath)
        if let outputFolder { try write(made, to: outputFolder) } else { Output.write(made.manifest()) }
        DocumentOptions.list(made.losses)
    }

    private func write(_ made: ContractImport, to folder: String) throws {
        var files = [(path: FilePath(folder).appending("routes.yaml").string, text: made.manifest(withTests: false))]
        if let tests = made.tests { files.append((FilePath(folder).appending("routes.test.yaml").string, tests)) }
        try Output.create(files)
    }
}
