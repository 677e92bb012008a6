import Foundation
import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTools

@Suite("Pictures of sets, to the letter")
struct GraphGoldenTests {
    @Test("A set is drawn as its golden text says", arguments: GraphFixtures.names, ["dot", "mmd"])
    func golden(_ name: String, _ ending: String) throws {
        let graph = GraphFixtures.graph(name)
        let sketch = GraphSketch(graph, isFolded: name != "kinds")
        let actual = ending == "mmd" ? MermaidPrinter(sketch).text : DOTPrinter(sketch).text
        try expectGolden(actual.utf8, at: GraphFixtures.folder.appending(path: "\(name).\(ending)"))
    }

    @Test("The order of files makes no difference")
    func order() {
        let files = GraphFixtures.files("shop")
        let (forward, backward) = (
            Compilation.compile(files: ManifestFiles(sources: files)),
            Compilation.compile(files: ManifestFiles(sources: files.reversed()))
        )
        #expect(forward.graph().nodes.map(\.name) == backward.graph().nodes.map(\.name))
        #expect(forward.graph().edges == backward.graph().edges)
        #expect(DOTPrinter(GraphSketch(forward.graph())).text == DOTPrinter(GraphSketch(backward.graph())).text)
    }

    /// Every statement that the printer may write, with labels that cannot break out of it.
    private static let statements: [String] = {
        let name = "[a-z][A-Za-z0-9_]*"
        let label = #""(?:[^"\\]|\\.)*""#
        let boxes = [#"\{\{$\}\}"#, #"\[$\]"#, #"\[/$\\\]"#, #">$\]"#, #"\[\[$\]\]"#, #"\(\[$\]\)"#]
        let box = "(?:" + boxes.joined(separator: "|").replacing("$", with: label) + ")"
        return [
            #"%%\{init: \{"flowchart": \{"wrappingWidth": 800\}\}\}%%"#, "flowchart LR",
            "  subgraph \(name)\\[\(label)\\]", "    direction (?:LR|TB)", "  end", " +\(name)\(box):::\(name)",
            #"  "# + name + #" (?:-->|==>|-\.->|--o)(?:\|"# + label + #"\|)? "# + name,
            "  classDef \(name) [a-zA-Z0-9#:, -]+", "  class \(name)(?:,\(name))* frame",
            "  style \(name) stroke-width:3px", "  linkStyle [0-9]+(?:,[0-9]+)* stroke:#[0-9A-F]{6}",
        ]
    }()

    @Test("Mermaid's text has nothing but its statements, whatever names say", arguments: GraphFixtures.names)
    func grammar(_ name: String) throws {
        let text = MermaidPrinter(GraphSketch(GraphFixtures.graph(name), isFolded: false)).text
        let grammar = try Regex("(?:" + Self.statements.joined(separator: "|") + ")")
        var (open, ids) = (0, Set<Substring>())
        for line in text.split(separator: "\n") {
            #expect(line.wholeMatch(of: grammar) != nil, "\(line)")
            if line.contains("  subgraph ") { open += 1 }
            if line == "  end" { open -= 1 }
            if let id = line.firstMatch(of: /^ +([A-Za-z0-9_]+)[\[\(\{>].*:::/)?.1 {
                #expect(ids.insert(id).inserted, "\(id) twice")
            }
            #expect((0...1).contains(open))
        }
        #expect(open == 0 && ids.count > 4)
    }
}
