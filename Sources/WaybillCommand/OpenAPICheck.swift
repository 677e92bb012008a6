import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillOpenAPI
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct OpenAPICheck: Verb {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Report differences between routes and an OpenAPI document.",
        discussion: """
            Compares both as sets of requests, in both directions: operations that no route serves (O001), routes that no \
            operation documents (O002), path parameters that allow other values (O003), secured operations that requests \
            reach without their interceptor (O004), and problems of the document itself (O005).

            Examples:
              waybill openapi check Routes openapi.yaml
              waybill openapi check openapi.yaml --fail-on warning
              waybill openapi check Routes openapi.yaml --write-baseline openapi-baseline.json
            """)

    @Argument(
        help: ArgumentHelp(
            """
            Manifests, and last the document. Default: 'Routes', and the document of the configuration \
            ('openapi: { document: openapi.yaml }').
            """, valueName: "paths"),
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var paths: [String] = []

    @OptionGroup(title: "Document options") var documents: DocumentOptions

    @OptionGroup var environment: CommandLineHost.EnvironmentOptions

    @OptionGroup var reporting: ReportOptions

    @OptionGroup var linting: LintingOptions

    @OptionGroup var output: OutputOptions

    func perform() throws {
        // A folder is never a document.
        let named = paths.last.flatMap { FileSystem.kind(of: $0) == .folder ? nil : $0 }
        let manifests = named == nil ? paths : Array(paths.dropLast())
        let files = ManifestFiles.read(
            paths: manifests.isEmpty ? CommandLineHost.manifests : manifests, configuration: linting.configuration.place
        )
        let settings = linting.configuration.file(for: files)
        let index = files.files.count + files.unloadedFiles.count
        guard let path = try named ?? settings.flatMap(Self.document) else {
            throw ValidationError("'openapi check' needs a document. Write it last, or name it in .waybill.yaml.")
        }
        let first = index + (settings == nil ? 0 : 1)
        // The document is read while the set is compiled, without the hints that only 'waybill check' shows.
        let requiresVariables = environment.requireEnvironment
        let (compilation, read) = Concurrently.both(
            {
                Compilation.compile(
                    files: files, environment: ProcessInfo.processInfo.environment,
                    requiresVariables: requiresVariables, purpose: .load)
            },
            { [documents] in Result { try documents.document(path, first: first) } })
        ManifestOptions.keep(compilation)
        let report = try linting.report(on: files, compilation) { configuration in
            // Includes add files, so that the places of the document have another index.
            let other = compilation.firstOtherFile(configuration)
            let document = try other == first ? read.get() : documents.document(path, first: other)
            return documents.contract(document, compilation)?.findings(configuration)
                ?? ContractFindings(diagnostics: [], files: [])
        }
        try Output.write(reporting.rendered(report, manifests))
        let status = report.status(of: compilation, failOn: reporting.failOn)
        if status != 0 { throw ExitCode(status) }
    }

    /// Returns the path of the document that a configuration names.
    ///
    /// - Throws: The exit status, if it names none and has problems: its key may be misspelled.
    private static func document(_ file: ConfigurationFile) throws -> String? {
        let configuration = LintConfiguration(file, index: 0)
        if let path = configuration.documentPath { return path }
        try DocumentOptions.checkErrors(configuration.diagnostics, in: [file.source])
        return nil
    }
}
