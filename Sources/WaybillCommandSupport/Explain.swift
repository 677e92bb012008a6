package import ArgumentParser
import WaybillManifest

/// The verb `explain`.
package struct Explain<Host: CommandHost>: ParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "explain",
            abstract: "Say where a request goes, and why.",
            discussion: """
                Follows one request as the service would, without running Swift code: its route, its parameters, the \
                interceptors that run, the hops of rewrites and redirects, and the routes that came near. A set whose errors \
                are all about which requests its routes get, such as P003, is explained too, beside them. A tag that the set does \
                not know is reported on standard error.

                Examples:
                  \(Host.command) explain /notes/42
                  \(Host.command) explain 'routingexample://push/notes/42?draft=1' Routes --tag views
                  \(Host.command) explain /notes --method POST --format json
                """)
    }

    @Argument(help: "The URL: scheme://authority/path, scheme:path, or a path alone.")
    package var url: String

    @OptionGroup package var manifests: ManifestSetOptions<Host>

    @Option(help: "The request's method. Unless given: GET for http, https, ws, wss and paths alone, none else.")
    package var method: String?

    @Option(name: .customLong("tag"), help: "Open in the view of this tag; may be given several times.")
    package var tags: [String] = []

    @OptionGroup package var reporting: PlainReportOptions

    package init() {}

    package func validate() throws {
        if let method, !method.isMethod {
            throw ValidationError("'--method' takes an upper-case method such as GET, found '\(method)'.")
        }
        if tags.contains("") { throw ValidationError("'--tag' needs a name: a view of no tags is empty.") }
    }

    package func run() throws {
        let compilation = try manifests.compile()
        let refusal = ManifestSetOptions<Host>.refusal(of: compilation)
        guard let explanation = compilation.explain(url, method: method, tags: Set(tags)) else {
            throw refusal ?? Status.failure.exit
        }
        for problem in compilation.set.problems(ofViewWith: tags) {
            Output.write("waybill: \(problem)\n", to: .standardError)
        }
        try reporting.write(
            json: JSONText.encode(ExplanationReport(explanation, sources: compilation.sources))
        ) { _, _ in explanation.text(sources: compilation.sources) }
        if let refusal { throw refusal }
        if !explanation.outcome.isReached { throw Status.findings.exit }
    }
}
