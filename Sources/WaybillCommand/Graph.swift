import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillTools

struct Graph: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Draw modules, protocols, adapters, interceptors and routes.",
        discussion: """
            An arrow leads from who asks to who answers: from an interceptor to the routes behind it, from a route to its \
            module, from a module to the protocols that it requires, from a protocol to the module that provides it.

            What is alike shares a box, a handler of one route stands in the route's line, and what very many are connected \
            to is named in their boxes: --no-fold draws all of it. Where interceptors and redirects lead to more routes than a \
            picture can show, the arrows of some are left out, and that is said on standard error.

            'dot' is the language of Graphviz, 'mermaid' what GitHub and GitLab draw in pages; for 'svg' Graphviz must be \
            installed. Of a set with mistakes all that can be read is drawn, and the mistakes are on standard error.

            Exit status: 0 done; 1 the set has mistakes; 2 wrong usage, such as --around a name that nothing has; 3 a \
            path cannot be read, a file cannot be written, or Graphviz is missing.

            Examples:
              waybill graph --format svg=routes.svg
              waybill graph Routes --format mermaid
              waybill graph --around note-editor --depth 1
              waybill graph --only module,protocol | dot -Tpng -o modules.png
            """)

    @OptionGroup var manifests: ManifestOptions

    @Option(
        help: ArgumentHelp(
            "How to draw: dot (unless given), mermaid or svg; with =FILE into a file; may be given several times.",
            valueName: "format[=file]"))
    var format: [FormatOption<GraphFormat>] = []

    @Option(
        help: ArgumentHelp(
            "Draw what leads to one node and what it leads to: its name, a pattern, an identifier, or its kind and its "
                + "name where several are called so, as 'module:login'.", valueName: "node"))
    var around: String?

    @Option(
        help: ArgumentHelp(
            "How many arrows away from that node, in each direction; a protocol between two modules is a step.",
            valueName: "count"))
    var depth = 2

    @Option(
        help: ArgumentHelp(
            "Draw these kinds alone, separated by commas: interceptor, route, fallback, handler, module, protocol, target. "
                + "What is connected over others stays connected.", valueName: "kinds"),
        transform: Self.kinds)
    var only: Set<ManifestGraph.Kind>?

    @Option(
        help: ArgumentHelp(
            "What stands together: 'file', what one file declares; or 'none'. Unless given: file, in pictures of up to 30 "
                + "boxes."))
    var group: GraphGrouping?

    @Flag(inversion: .prefixedNo, help: "Draw what is alike as one box, and what is everywhere as words.")
    var fold = true

    @Flag(inversion: .prefixedNo, help: "Explain shapes and lines below the picture.")
    var legend = true

    func validate() throws {
        try FormatOption.validate(format)
        if depth < 1 { throw ValidationError("'--depth' takes a number from 1 on.") }
    }

    func run() throws {
        let compilation = try manifests.compile()
        if compilation.hasErrors {
            Output.write(compilation.text(color: false, width: nil), to: .standardError)
            guard compilation.isReadable else { throw Status.failure.exit }
        }
        let picture = try sketch(of: compilation.graph(first: around))
        for option in format.isEmpty ? [FormatOption(.dot)] : format {
            switch option.format {
            case .dot: try option.write(DOTPrinter(picture, hasLegend: legend).text)
            case .svg: try option.write(Graphviz.svg(of: DOTPrinter(picture, hasLegend: legend).text))
            case .mermaid: try write(MermaidPrinter(picture, hasLegend: legend), option)
            }
        }
        if compilation.hasErrors { throw Status.findings.exit }
    }

    private func sketch(of graph: ManifestGraph) throws -> GraphSketch {
        let centre = try around.map { try node(called: $0, in: graph) }
        var part = centre.map { graph.around($0, depth: depth) } ?? graph
        if let only { part = part.only(only.union(centre.map { [$0.kind] } ?? [])) }
        tellIncomplete(part)
        return GraphSketch(part, centre: centre, isFolded: fold, isByFile: group.map { $0 == .file })
    }

    private func tellIncomplete(_ graph: ManifestGraph) {
        let count = graph.nodes.count { !$0.isComplete }
        guard count > 0 else { return }
        Output.write(
            "waybill: a picture shows at most \(ManifestGraph.mostArrowsToRoutes) arrows from interceptors and redirects to routes; "
                + "those of \(count) boxes are left out: --around shows those of one\n", to: .standardError)
    }

    private func node(called text: String, in graph: ManifestGraph) throws -> ManifestGraph.Name {
        let found = graph.nodes(called: text)
        if found.count == 1 { return found[0] }
        let (names, hint) =
            found.isEmpty
            ? (graph.names(near: text), "nothing is called '\(text)'")
            : (found.map(\.description), "'\(text)' is several")
        let list = names.map { "'\($0)'" }.joined(separator: ", ")
        let question = names.isEmpty ? "" : found.isEmpty ? "; did you mean \(list)?" : ": say which by \(list)"
        Output.write("waybill: \(hint)\(question)\n", to: .standardError)
        throw Status.wrongUsage.exit
    }

    private func write(_ printer: MermaidPrinter, _ option: FormatOption<GraphFormat>) throws {
        try option.write(printer.text)
        guard !printer.isDrawnAnywhere else { return }
        Output.write(
            "waybill: Mermaid draws at most \(MermaidPrinter.mostArrows) arrows and \(MermaidPrinter.mostCharacters) characters "
                + "unless the page allows more: --around and --only draw less\n", to: .standardError)
    }

    private static func kinds(_ text: String) throws -> Set<ManifestGraph.Kind> {
        Set(
            try text.split(separator: ",").map { word in
                let name = word.last == "s" ? word.dropLast() : word
                guard let kind = ManifestGraph.Kind(rawValue: String(name)) else {
                    let known = ManifestGraph.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ValidationError("'--only' takes some of \(known); found '\(word)'.")
                }
                return kind
            })
    }
}

enum GraphGrouping: String, CaseIterable, ExpressibleByArgument { case file, none }

enum GraphFormat: String, CaseIterable { case dot, mermaid, svg }
