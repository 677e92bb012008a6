package import ArgumentParser
import WaybillManifest
import WaybillReports
import WaybillRules

/// The verb `explain`.
package struct Explain<Host: CommandHost>: Verb {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "explain",
            abstract: "Explain where a request goes, and why.",
            discussion: """
                Follows one request as the service would, without running Swift code. Shows its route and parameters, the \
                interceptors that run, the hops of rewrites and forwards, and why similar routes do not serve it. \
                Exits with 1 if the request reaches no route.

                Examples:
                  \(Host.command) explain /notes/42
                  \(Host.command) explain 'routingexample://push/notes/42?draft=1' Routes --tag views
                  \(Host.command) explain /notes --method POST --format json
                """)
    }

    @Argument(help: "The URL: scheme://authority/path, scheme:path, or a path.")
    package var url: String

    @OptionGroup package var manifests: ManifestSetOptions<Host>

    @Option(
        help: "Set the method of the request. Default: GET for http, https, ws, wss and paths; none for other schemes.")
    package var method: String?

    @Option(name: .customLong("tag"), help: "Open in the view of this tag. May be repeated.")
    package var tags: [String] = []

    @OptionGroup package var reporting: FormatOptions<PlainFormat>

    @OptionGroup package var output: OutputOptions

    package init() {}

    package func validate() throws {
        if let method, !method.isMethod {
            throw ValidationError("'--method' takes an upper-case method such as GET, found '\(method)'.")
        }
        if tags.contains("") { throw ValidationError("'--tag' needs a name.") }
    }

    package func perform() throws {
        let compilation = try manifests.compile()
        let refusal = ManifestSetOptions<Host>.refusal(of: compilation)
        guard let explanation = compilation.explain(url, method: method, tags: Set(tags)) else {
            throw refusal ?? Status.failure.exit
        }
        for problem in compilation.set.problems(ofViewWith: tags) {
            Output.report(problem)
        }
        try reporting.write(json: explanation.json(sources: compilation.sources)) { _, _ in
            explanation.text(sources: compilation.sources)
        }
        if let refusal { throw refusal }
        if !explanation.outcome.isReached { throw Status.problems.exit }
    }
}
