import ArgumentParser
import WaybillManifest

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say where a request goes, and why.",
        discussion: """
            Follows one request as the service would, without running Swift code: its route, its parameters, the \
            interceptors that run, the hops of rewrites and redirects, and the routes that came near. A set whose errors \
            are all about which requests its routes get, such as P003, is explained too, beside them. A tag that the set does \
            not know is reported on standard error.

            Examples:
              waybill explain /notes/42
              waybill explain 'routingexample://push/notes/42?draft=1' Routes --tag views
              waybill explain /notes --method POST --format json
            """)

    @Argument(help: "The URL: scheme://authority/path, scheme:path, or a path alone.")
    var url: String

    @OptionGroup var manifests: ManifestOptions

    @Option(help: "The request's method. Unless given: GET for http, https, ws, wss and paths alone, none else.")
    var method: String?

    @Option(name: .customLong("tag"), help: "Open in the view of this tag; may be given several times.")
    var tags: [String] = []

    @Option(
        help: ArgumentHelp(
            "How to report: text (unless given) or json; with =FILE into a file; may be given twice.",
            valueName: "format[=file]"))
    var format: [FormatOption<PlainFormat>] = []

    func validate() throws {
        try FormatOption.validate(format)
        if let method, !method.isMethod {
            throw ValidationError("'--method' takes an upper-case method such as GET, found '\(method)'.")
        }
        if tags.contains("") { throw ValidationError("'--tag' needs a name: a view of no tags is empty.") }
    }

    func run() throws {
        let compilation = manifests.compile()
        let refusal = ManifestOptions.refusal(of: compilation)
        guard let explanation = compilation.explain(url, method: method, tags: Set(tags)) else {
            throw refusal ?? Status.failure.exit
        }
        for problem in compilation.set.problems(ofViewWith: tags) {
            Output.write("waybill: \(problem)\n", to: .standardError)
        }
        for option in format.isEmpty ? [FormatOption(.text)] : format {
            try option.write(
                option.format == .json
                    ? JSONText.encode(ExplanationReport(explanation, sources: compilation.sources))
                    : explanation.text(sources: compilation.sources))
        }
        if let refusal { throw refusal }
        if !explanation.outcome.isReached { throw Status.findings.exit }
    }
}
