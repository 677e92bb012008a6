import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillOpenAPI
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

struct OpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Compare routes with an OpenAPI document, or make one from the other.",
        discussion: """
            Reads OpenAPI 3.0, 3.1 and 3.2, as YAML or JSON, as far as they are about paths, methods, path parameters and \
            security.

            Examples:
              waybill openapi export > openapi.yaml
              waybill openapi check Routes openapi.yaml
              waybill openapi import openapi.yaml --output Routes
            """,
        subcommands: [OpenAPICheck.self, OpenAPIExport.self, OpenAPIImport.self])
}

/// The options about a document.
struct DocumentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Compare with this path before all paths of the document. Default: the path of the server that fits best.",
            valueName: "path"),
        transform: Self.basePath)
    var basePath: BasePath?

    @Option(
        help: ArgumentHelp(
            "Let references name files in this folder. Default: the folder of the document.", valueName: "folder"),
        completion: .directory)
    var root: String?

    private static func basePath(_ text: String) throws -> BasePath {
        do throws(BasePath.Problem) {
            return try BasePath(text)
        } catch {
            throw ValidationError("\(error.reason).")
        }
    }

    /// Reads a document.
    ///
    /// - Parameter first: Its index in the sources of a report.
    /// - Throws: The exit status, if it cannot be read.
    func document(_ path: String, first: Int = 0) throws -> OpenAPIDocument {
        do throws(FileProblem) {
            let file = SourceFile(path: path, bytes: try FileSystem.read(path).bytes)
            return OpenAPIDocument.read(path, first: first, root: root) { $0 == path ? file : .reading($0) }
        } catch {
            let advice = error.isTooLarge ? " of 8 MiB; split it, and refer to its parts with '$ref'" : ""
            throw Output.failure("'\(path)' \(error.reason)\(advice)")
        }
    }

    /// Compares a set with a document.
    ///
    /// - Returns: `nil` if the set has no table.
    func contract(_ document: OpenAPIDocument, _ compilation: Compilation) -> Contract? {
        guard let table = compilation.explainedTable else { return nil }
        return Contract(document, compilation.set, table, basePath: basePath)
    }

    /// Reports the errors of a document or of the configuration.
    ///
    /// - Throws: The exit status, if there are any.
    static func checkErrors(_ diagnostics: [Diagnostic], in files: [SourceFile]) throws {
        let errors = diagnostics.filter { $0.severity == .error }
        guard !errors.isEmpty else { return }
        let report = LintReport(diagnostics: errors, sources: files, routes: 0)
        Output.write(report.text(color: false, width: nil, isQuiet: true), to: .standardError)
        throw Status.problems.exit
    }

    /// Lists what was not carried over.
    static func list(_ losses: [String]) {
        for loss in losses { Output.report("not carried over: \(loss)") }
    }
}
