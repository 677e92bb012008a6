import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

struct Graph: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Draw a graph of routes, interceptors, modules and protocols.",
        discussion: """
            Draws an arrow from an interceptor to the routes that it matches, from a route to its module, from a module to \
            each protocol that it requires, and from a protocol to the module that provides it.

            Similar nodes share a box; --no-fold draws each of them. A graph shows a limited number of arrows to routes: a \
            remark on standard error says if some are left out.

            GitHub and GitLab draw 'mermaid' in pages. 'dot' is the language of Graphviz; 'svg' needs Graphviz. If the set has \
            errors, they are printed on standard error, everything else is drawn, and the exit status is 1.

            Examples:
              waybill graph --format svg=routes.svg
              waybill graph Routes --format mermaid
              waybill graph --around note-editor --depth 1
              waybill graph --only module,protocol | dot -Tpng -o modules.png
            """)

    @OptionGroup var manifests: ManifestOptions

    @OptionGroup var drawing: FormatOptions<GraphFormat>

    @Option(
        help: ArgumentHelp(
            "Draw only one node and the nodes near it: its name, its pattern, its identifier, or its kind and name, such as "
                + "'module:login'.", valueName: "node"))
    var around: String?

    @Option(
        help: ArgumentHelp(
            "Set how many arrows --around follows in each direction.",
            valueName: "count"))
    var depth = 2

    @Option(
        help: ArgumentHelp(
            "Draw only these kinds, separated by commas: interceptor, route, fallback, handler, module, protocol, target.",
            valueName: "kinds"),
        transform: Self.kinds)
    var only: Set<ManifestGraph.Kind>?

    @Option(
        help: ArgumentHelp(
            "Draw a frame around the nodes of each file, or no frames. Default: file in graphs of up to 30 boxes, else none."
        ))
    var group: GraphGrouping?

    @Flag(inversion: .prefixedNo, help: "Draw similar nodes as one box.")
    var fold = true

    @Flag(inversion: .prefixedNo, help: "Explain shapes and lines below the graph.")
    var legend = true

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if depth < 1 { throw ValidationError("'--depth' must be at least 1, found '\(depth)'.") }
    }

    func perform() throws {
        let compilation = try manifests.compile()
        if compilation.hasErrors {
            Output.write(compilation.lint().text(color: false, width: nil), to: .standardError)
            guard compilation.isReadable else { throw Status.failure.exit }
        }
        let picture = try sketch(of: compilation.graph(first: around))
        try drawing.write { try text(of: picture, as: $0.format) }
        if compilation.hasErrors { throw Status.problems.exit }
    }

    private func sketch(of graph: ManifestGraph) throws -> GraphSketch {
        let center = try around.map { try node(called: $0, in: graph) }
        var part = center.map { graph.around($0, depth: depth) } ?? graph
        if let only { part = part.only(only.union(center.map { [$0.kind] } ?? [])) }
        reportIncomplete(part)
        return GraphSketch(part, center: center, isFolded: fold, isByFile: group.map { $0 == .file })
    }

    private func reportIncomplete(_ graph: ManifestGraph) {
        let count = graph.nodes.count { !$0.isComplete }
        guard count > 0 else { return }
        Output.remark(
            "the graph omits the arrows of \(count) boxes to routes: the limit is \(ManifestGraph.maximumArrowsToRoutes); "
                + "use '--around NODE' to draw the arrows of one")
    }

    private func node(called text: String, in graph: ManifestGraph) throws -> ManifestGraph.Name {
        let found = graph.nodes(called: text)
        if found.count == 1 { return found[0] }
        let names = found.map { "'\($0)'" }.joined(separator: ", ")
        let problem =
            found.isEmpty
            ? "no node is named '\(text)'\(didYouMeanClause(graph.names(near: text)))"
            : "several nodes are named '\(text)'; use one of: \(names)"
        throw Output.failure(problem, .wrongUsage)
    }

    private func text(of picture: GraphSketch, as format: GraphFormat) throws -> String {
        switch format {
        case .dot: DOTPrinter(picture, hasLegend: legend).text
        case .svg: try Graphviz.svg(of: DOTPrinter(picture, hasLegend: legend).text)
        case .mermaid: text(of: MermaidPrinter(picture, hasLegend: legend))
        }
    }

    private func text(of printer: MermaidPrinter) -> String {
        if !printer.isDrawnAnywhere {
            Output.remark(
                "Mermaid draws at most \(MermaidPrinter.maximumArrows) arrows and \(MermaidPrinter.maximumCharacters) "
                    + "characters by default; use '--around' or '--only' to draw less")
        }
        return printer.text
    }

    private static func kinds(_ text: String) throws -> Set<ManifestGraph.Kind> {
        Set(
            try text.split(separator: ",").map { word in
                let name = word.last == "s" ? word.dropLast() : word
                guard let kind = ManifestGraph.Kind(rawValue: String(name)) else {
                    let known = ManifestGraph.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ValidationError("'--only' takes kinds of \(known); found '\(word)'.")
                }
                return kind
            })
    }
}

enum GraphGrouping: String, CaseIterable, ExpressibleByArgument { case file, none }

enum GraphFormat: String, OutputFormat {
    case dot, mermaid, svg

    static var usual: Self { .dot }
}
