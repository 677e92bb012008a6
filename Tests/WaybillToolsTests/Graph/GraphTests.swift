import Testing
import WaybillManifest
import WaybillRules
import WaybillTools

@Suite("Graphs of sets")
struct GraphTests {
    private var kinds: ManifestGraph { GraphFixtures.graph("kinds") }
    private var shop: ManifestGraph { GraphFixtures.graph("shop") }

    private func edges(_ graph: ManifestGraph) -> Set<String> {
        Set(
            graph.edges.map { edge in
                let label = edge.label.isEmpty ? "" : " \(edge.label)"
                return "\(edge.from) \(edge.kind)\(label)\(edge.isPartial ? " (some)" : "") \(edge.to)"
            })
    }

    @Test("every relation of a set is an edge, from the user to the used")
    func relations() {
        #expect(
            edges(kinds).isSuperset(of: [
                "interceptor:require-login guards (some) route:notes.show",
                "interceptor:require-login guards route:POST /notes",
                "interceptor:closed guards route:/closed/today",
                "interceptor:short-links rewrites route:notes.show",
                "route:/old/notes/:id forwards route:notes.show",
                "route:/old/shop/**rest forwards target:/gone/**rest",
                "route:/former/notes/:id redirects 308 route:notes.show",
                "route:notes.show leads module:note-editor",
                "route:GET /notes leads handler:listNotes",
                "fallback:fallback leads handler:notFound",
                "fallback:fallback leads views module:help",
                "module:note-editor requires protocol:LegacyClock",
                "module:note-editor requires myapp://help module:help",
                "protocol:TimeInput provides module:clock",
                "protocol:EditorConfiguration configures module:note-editor",
                "protocol:LegacyClock adapts adaptClock protocol:TimeInput",
                "protocol:RequiredLogin adapts protocol:LoginInput",
                "protocol:EditableView composes protocol:View",
            ]))
        #expect(!edges(kinds).contains("interceptor:require-login guards (some) route:GET /notes"))
        #expect(Set(kinds.edges.map(\.kind)) == Set(ManifestGraph.EdgeKind.allCases))
        #expect(Set(kinds.nodes.map(\.name.kind)) == Set(ManifestGraph.Kind.allCases))
    }

    @Test("the default of a protocol is written at its edge, and a composed protocol leads to its own")
    func defaults() {
        let graph = Compilation.compile(
            text: """
                waybill: 1
                protocols: { A: { default: two }, B: { default: one }, AB: { all_of: [A, B], default: two } }
                modules: { one: { provides: [A, B] }, two: { provides: [A, B] } }
                """
        ).graph()
        #expect(
            edges(graph) == [
                "protocol:A provides module:one", "protocol:A provides default module:two",
                "protocol:B provides default module:one", "protocol:B provides module:two",
                "protocol:AB composes protocol:A", "protocol:AB composes protocol:B",
                "protocol:AB provides default module:two",
            ])
    }

    @Test("a redirect that clients follow has its status at the edge")
    func clientRedirects() {
        let graph = Compilation.compile(
            text: """
                waybill: 1
                routes:
                  - { id: new, url: /new, handler: new }
                  - { id: old, url: /old, redirect: { to: /new, status: 308 } }
                  - { id: away, url: /away, redirect: { to: "https://example.com/", status: 302 } }
                """
        ).graph()
        #expect(
            edges(graph).isSuperset(of: [
                "route:old redirects 308 route:new", "route:away redirects 302 target:https://example.com/",
            ]))
    }

    @Test("an interceptor has no arrow to a route if a preceding one ends all of its requests")
    func orderOfInterceptors() {
        let graph = Compilation.compile(
            text: """
                waybill: 1
                interceptors:
                  moved: { url: "/old/**rest", rewrite: "/new/**rest", order: 10 }
                  late: { url: "/old/**", use: late, order: 20 }
                  early: { url: "/old/**", use: early, order: 5 }
                  closed: { url: "/shop/cart", reject: closed, order: 1 }
                  priced: { url: "/shop/**", use: priced, order: 2 }
                routes:
                  - { id: old, url: /old/a, handler: h }
                  - { id: new, url: /new/a, handler: h }
                  - { id: cart, url: /shop/cart, handler: h }
                  - { id: item, url: "/shop/:id", handler: h }
                """
        ).graph()
        let arrows: Set<String> = edges(graph).filter { !$0.contains("handler") }
        #expect(
            arrows == [
                "interceptor:early guards route:old", "interceptor:moved rewrites route:new",
                "interceptor:closed guards route:cart", "interceptor:closed guards (some) route:item",
                "interceptor:priced guards route:item",
            ])
    }

    @Test("very many arrows are left out, those of the requested node last, and its box says so")
    func tooManyArrows() {
        let interceptors = (1_000..<1_120).map { "  i\($0): { url: \"/**\", use: u\($0) }\n" }.joined()
        let routes = (0..<100).map { "  - { id: r\($0), url: \"/r\($0)/:id\", handler: h }\n" }.joined()
        let compilation = Compilation.compile(text: "waybill: 1\ninterceptors:\n\(interceptors)routes:\n\(routes)")
        let last = ManifestGraph.Name(.interceptor, "i1119")
        for first in [nil, "i1119"] {
            let graph = compilation.graph(first: first)
            let guards = graph.edges.filter { $0.kind == .guards }
            #expect(guards.count == ManifestGraph.maximumArrowsToRoutes)
            #expect(graph.nodes.count { !$0.isComplete } == 20)
            #expect(guards.contains { $0.from == last } == (first != nil))
            let box = GraphSketch(graph).boxes.first { $0.name == last }
            #expect(box?.lines.contains { $0.text == "arrows left out" } == (first == nil))
        }
    }

    @Test("both ends of every edge are nodes, and every node appears once")
    func ends() {
        for name in GraphFixtures.names {
            let graph = GraphFixtures.graph(name)
            let names = graph.nodes.map(\.name)
            #expect(Set(names).count == names.count)
            for edge in graph.edges { #expect(Set(names).isSuperset(of: [edge.from, edge.to])) }
        }
    }

    @Test("an undeclared name in a set with errors is a node that says so")
    func errors() {
        let graph = GraphFixtures.graph("mistakes")
        #expect(
            graph.nodes.filter { !$0.isDeclared }.map(\.name.description)
                == ["module:frist", "protocol:Nobody", "protocol:Unknown"])
        #expect(graph.nodes.map(\.name.description).contains("route:/a (2)"))
    }

    // MARK: Parts

    @Test("a node is found by its name, its kind and name, a pattern or an identifier")
    func names() {
        func found(_ text: String) -> [String] { kinds.nodes(called: text).map(\.description) }
        #expect(found("note-editor") == ["module:note-editor"])
        #expect(found("module:note-editor") == ["module:note-editor"])
        #expect(found("myapp://noteEditor") == ["module:note-editor"])
        #expect(found("/zettel/:id") == ["route:notes.show"])
        #expect(found("/notes") == ["route:GET /notes", "route:POST /notes"])
        #expect(found("nothing") == [])
        #expect(kinds.names(near: "note-editr") == ["note-editor"])
    }

    @Test("the part around a node has what leads to it and to what it leads, and not what else leads there")
    func around() throws {
        let session = try #require(shop.nodes(called: "session").first)
        let part = shop.around(session, depth: 2)
        let names = Set(part.nodes.map(\.name.description))
        #expect(names.isSuperset(of: ["module:session", "protocol:SessionReading", "module:login", "module:database"]))
        #expect(!names.contains("module:stock"), "it requires the database too")
        #expect(!names.contains("module:cart-store"), "it is three arrows away")
        #expect(shop.around(session, depth: 3).nodes.contains { $0.name.text == "cart-store" })
        #expect(shop.around(session, depth: 1).nodes.count < part.nodes.count)
        #expect(shop.around(session, depth: 1_000_000_000).nodes.count < shop.nodes.count)
    }

    @Test("if only some kinds are shown, nodes that are connected over others stay connected")
    func only() {
        let modules = kinds.only([.module])
        #expect(
            edges(modules) == [
                "module:note-editor requires LegacyClock module:clock",
                "module:note-editor requires RequiredLogin module:login",
                "module:note-editor requires myapp://help module:help",
                "module:help requires TimeInput module:clock",
                "module:help requires UTCTimeInput module:clock",
            ])
        #expect(modules.nodes.allSatisfy { $0.name.kind == .module })
        #expect(
            edges(kinds.only([.interceptor, .module])).contains(
                "interceptor:require-login guards (some) module:note-editor"))
        #expect(kinds.only(Set(ManifestGraph.Kind.allCases)).edges == kinds.edges)
    }

    // MARK: Sketches

    @Test("folding leaves no node out: each is a box, or a line of one")
    func folding() {
        for (graph, limit) in [(kinds, 32), (shop, 100)] {
            let sketch = GraphSketch(graph)
            let words = sketch.boxes.flatMap { $0.lines.flatMap { [$0.text, $0.trail] } }
            for node in graph.nodes {
                let shown = node.name.kind == .route ? node.addresses : [node.name.text]
                for text in shown { #expect(words.contains { $0.hasSuffix(text) }, "\(node.name)") }
            }
            #expect(sketch.boxes.count < limit && sketch.boxes.count < graph.nodes.count)
            #expect(GraphSketch(graph, isFolded: false).boxes.count == graph.nodes.count)
            #expect(GraphSketch(graph, isFolded: false).arrows.count == graph.edges.count)
        }
    }

    @Test("a hub is named in the boxes of its neighbors, and has no arrows")
    func hubs() throws {
        let sketch = GraphSketch(shop)
        let logger = try #require(sketch.boxes.firstIndex { $0.name.text == "logger" })
        #expect(!sketch.arrows.contains { $0.to == logger })
        #expect(sketch.boxes[logger].lines.contains { $0.text == "required by 43 modules" })
        let cart = try #require(sketch.boxes.first { $0.name.text == "cart-store" })
        #expect(cart.lines.last?.text == "requires database, logger")
        let log = try #require(sketch.boxes.first { $0.name.text == "request-log" })
        #expect(log.lines.last?.text == "runs before every route")
        let orders = try #require(sketch.boxes.first { $0.name.text == "/orders" })
        #expect(orders.lines.last?.text == "after signed-in")
    }

    @Test("the center keeps its arrows, and a box of its own")
    func center() throws {
        let logger = try #require(shop.nodes(called: "logger").first)
        let sketch = GraphSketch(shop.around(logger, depth: 2), center: logger)
        let index = try #require(sketch.boxes.firstIndex { $0.isCenter })
        #expect(sketch.boxes[index].name == logger)
        #expect(sketch.arrows.count { $0.to == index } >= 1)
    }
}
