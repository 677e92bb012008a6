import Testing
import WaybillManifest
import WaybillOracle
import WaybillRules
import WaybillSyntax
import WaybillTable

@Suite("Rewrites and redirects that lead nowhere")
struct DeadEndTests {
    @Test("one is reported exactly if no request of its pattern is served, and its example request is sent there")
    func exactness() throws {
        var random = SplitMix(seed: 17)
        var (told, served, narrow) = (0, 0, 0)
        for _ in 0..<200 {
            let text = Self.manifest(using: &random)
            let compilation = Compilation.compile(text: text)
            guard let table = compilation.table else { continue }
            let law = Law(set: compilation.set, table: table)
            let reached = Self.urls.flatMap { url in ["GET", "POST"].compactMap { law.landing(of: url, $0) } }
            let isDead = !reached.isEmpty && reached.allSatisfy { $0 == .nowhere }
            let diagnostics = compilation.diagnostics.filter {
                $0.rule == .deadEnd && $0.message.contains("'moved' leads")
            }
            let isWhollyDead = diagnostics.contains { $0.message.contains("which no route serves") }
            #expect(isWhollyDead == isDead && diagnostics.count <= 1, "\(text)")
            if !isDead { narrow += diagnostics.count }
            for diagnostic in diagnostics {
                let witness = try #require(diagnostic.witness).split(separator: " ").map(String.init)
                let landing = law.landing(of: witness[witness.count - 1], witness.count > 1 ? witness[0] : "GET")
                #expect(landing == .nowhere, "\(witness)\n\(text)")
            }
            if isDead { told += 1 } else { served += 1 }
        }
        #expect(told > 20 && served > 20 && narrow > 0, "\(told) \(served) \(narrow)")
    }

    @Test(
        "one that leads nowhere only in a view is reported with that view, and its example request fails there",
        arguments: [
            ("routes", "{ id: moved, url: /old/:id, redirect: { to: /new/:id, status: 308 }, tags: [views] }"),
            ("interceptors", "moved: { url: \"/old/:id\", rewrite: \"/new/:id\", tags: [views] }"),
        ])
    func views(section: String, moved: String) throws {
        func text(_ tags: String) -> String {
            """
            waybill: 1
            interceptors:
              \(section == "interceptors" ? moved : "other: { url: /x, use: x, applies: everywhere }")
            routes:
              - { id: new, url: "/new/:id", handler: h, tags: [\(tags)] }
              - { id: else, url: /else, handler: h, tags: [views] }
              \(section == "routes" ? "- \(moved)" : "")
            """
        }
        let compilation = Compilation.compile(text: text("api"))
        let found = compilation.diagnostics.filter { $0.rule == .deadEnd }
        #expect(found.count == 1 && found[0].message.hasSuffix("which no route serves in the view of 'views'"))
        let table = try #require(compilation.table)
        let walk = RoutedSet(set: compilation.set, table: table)
        let target = walk.trace("/new/1", method: "GET", tags: ["views"])
        #expect(target.isUnmatched && walk.trace("/new/1", method: "GET").end == .reached)
        #expect(
            found.first?.witness?.hasPrefix("/old/") == true
                && found.first?.witnessRemark?.hasSuffix("of 'views'") == true)
        let tagged = Compilation.compile(text: text("api, views"))
        #expect(tagged.diagnostics.allSatisfy { $0.rule != .deadEnd })
    }

    @Test("a rewrite that applies everywhere is not meant for each view, so it may lead nowhere in one")
    func rewritesOfAllViews() {
        let text = """
            waybill: 1
            interceptors:
              moved: { url: "/old/:id", rewrite: "/new/:id", tags: [api], applies: everywhere }
            routes:
              - { id: new, url: "/new/:id", handler: h, tags: [api] }
              - { id: else, url: /else, handler: h, tags: [views] }
            """
        #expect(Compilation.compile(text: text).diagnostics.allSatisfy { $0.rule != .deadEnd })
    }

    @Test(
        "a route that accepts fewer values than a redirect captures is reported, unless others accept the rest",
        arguments: [
            ("/notes/:id, params: { id: int }", "/old/:id", "", "/old/x"),
            ("/notes/:key, params: { key: slug }", "/old/:id", ", params: { id: [a, b-c, -d] }", "/old/-d"),
            ("/notes/:id, params: { id: int }", "/old/:id", ", params: { id: uint }", "/old/9223372111111111111"),
            ("/notes/:id, params: { id: int }, methods: [GET]", "/old/:id", "", "/old/x"),
        ])
    func narrow(route: String, pattern: String, params: String, witness: String) throws {
        for mover in ["forward", "rewrite"] {
            let moved = "url: \"\(pattern)\"\(params), \(mover): \"/notes/:id\""
            let text = """
                waybill: 1
                \(mover == "rewrite" ? "interceptors: { moved: { \(moved) } }" : "")
                routes:
                  - { id: notes, url: \(route), handler: h }
                  \(mover == "forward" ? "- { id: moved, \(moved) }" : "")
                """
            let found = Compilation.compile(text: text).diagnostics.filter { $0.rule == .deadEnd }
            #expect(found.map(\.witness) == [witness], "\(found.map(\.message))")
            let others = text + "\n  - { id: others, url: \"/notes/:key\", handler: h }\n"
            #expect(Compilation.compile(text: others).diagnostics.allSatisfy { $0.rule != .deadEnd })
        }
    }

    @Test(
        "nothing is reported if the captures have the same constraint, or no single route is meant",
        arguments: [
            ("/old/:id, params: { id: int }, forward: \"/notes/:id\"", "/notes/:id, params: { id: int }"),
            ("/old/:id, params: { id: [1, 2] }, forward: \"/notes/:id\"", "/notes/:id, params: { id: int }"),
            ("/old/**rest, forward: \"/notes/**rest\"", "/notes/:id, params: { id: int }"),
            ("/old/:id, forward: \"/notes/:id\"", "/notes/a"),
        ])
    func notNarrow(moved: String, route: String) {
        let text = "waybill: 1\nroutes:\n  - { url: \(moved) }\n  - { url: \(route), handler: h }\n"
        #expect(Compilation.compile(text: text).diagnostics.allSatisfy { $0.rule != .deadEnd })
    }

    @Test("one that clients follow is reported only if no client is served, at any requested host")
    func clients() throws {
        var random = SplitMix(seed: 23)
        var (told, served) = (0, 0)
        for _ in 0..<300 {
            let status = Bool.random(using: &random) ? 308 : 303
            let text = Self.manifest(using: &random)
                .replacing(#/forward: ("[^"]*")/#) { "redirect: { to: \($0.1), status: \(status) }" }
            let compilation = Compilation.compile(text: text)
            guard text.contains("status:"), let table = compilation.table else { continue }
            let law = Law(set: compilation.set, table: table)
            let landings = ["", "http://h"].flatMap { origin in
                Self.urls.flatMap { url in ["GET", "POST"].compactMap { law.landing(ofClient: url, at: origin, $0) } }
            }
            let isTold = compilation.diagnostics.contains {
                $0.rule == .deadEnd && $0.message.contains("'moved' leads")
                    && $0.message.contains("which no route serves")
            }
            if isTold { #expect(!landings.isEmpty && landings.allSatisfy { $0 == .nowhere }, "\(text)") }
            if isTold { told += 1 } else if landings.contains(.served) { served += 1 }
        }
        #expect(told > 10 && served > 20, "\(told) \(served)")
    }

    /// The last URL of a request that is rewritten or redirected: law 9, implemented literally.
    private struct Law {
        enum Landing { case served, takenOver, nowhere }

        var set: ManifestSet
        var table: RoutingTable

        /// `nil` if the interceptor does not rewrite it.
        func landing(of text: String, _ method: String) -> Landing? {
            guard let url = try? RouteURL(text) else { return nil }
            let first = terminating(at: url, method).first
            let target: String
            if let first, case .rewrite(let template) = set.interceptors[first.interceptor].action,
                set.interceptors[first.interceptor].id.value == "moved"
            {
                target = template.target.expand(first.captures)
            } else if first == nil, let match = table.route(for: url, method: method),
                case .forward(let template) = set.routes[match.route].destination
            {
                target = template.target.expand(match.captures)
            } else {
                return nil
            }
            guard let landed = try? RouteURL(target) else { return nil }
            let isTaken = terminating(at: landed, method).contains {
                first == nil || set.interceptors[$0.interceptor].appliesEverywhere
            }
            return table.route(for: landed, method: method) != nil ? .served : isTaken ? .takenOver : .nowhere
        }

        /// The last URL of a client that is redirected and asks the same origin again.
        func landing(ofClient path: String, at origin: String, _ method: String) -> Landing? {
            guard let url = try? RouteURL(origin + path), terminating(at: url, method).isEmpty,
                let match = table.route(for: url, method: method),
                case .redirect(let template, let status) = set.routes[match.route].destination,
                let landed = try? RouteURL(origin + template.target.expand(match.captures))
            else { return nil }
            let method = status == .seeOther ? "GET" : method
            if table.route(for: landed, method: method) != nil { return .served }
            return terminating(at: landed, method).isEmpty ? .nowhere : .takenOver
        }

        private func terminating(at url: RouteURL, _ method: String) -> [InterceptorMatch] {
            table.interceptors(for: url, method: method).filter {
                if case .use = set.interceptors[$0.interceptor].action { false } else { true }
            }
        }
    }

    /// Paths of up to three segments over the values that the manifests distinguish, and one other value.
    private static let urls: [String] = {
        let values = ["a", "b", "c", "~"]
        let two = values.flatMap { first in values.map { "/\(first)/\($0)" } }
        return ["/"] + values.map { "/\($0)" } + two + two.flatMap { first in values.map { "\(first)/\($0)" } }
    }()

    /// A redirect or a rewrite, perhaps another interceptor, and routes at possible targets.
    private static func manifest(using random: inout SplitMix) -> String {
        func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
        let (pattern, name) =
            [("/c/:x", ":x"), ("/c/**x", "**x"), ("/c/b", "a")].randomElement(using: &random) ?? ("", "")
        let params = name == ":x" ? pick(["", ", params: { x: [a] }", ", params: { x: [a, c] }"]) : ""
        let target = "\(pick(["", "/a", "/b", "/b/a"]))/\(name)"
        let pool = ["/a/:y", "/b/:y", "/b/a/*", "/a/a", "/b/c", "/b", "/a/**", "/:y/b", "//h/a/:y", "app://b/:y"]
        let others = Set((0..<2).map { _ in pick(pool) }).sorted().enumerated().map { index, url in
            "  - { id: r\(index), url: \"\(url)\"\(url.contains(":y") ? pick(["", ", params: { y: [b, c] }"]) : ""), handler: h }"
        }
        let methods = pick(["", "", ", methods: [GET]", ", methods: [POST]"])
        let mover = "url: \"\(pattern)\"\(params)\(methods), \(pick(["forward", "rewrite"])): \"\(target)\""
        let interceptor = "url: \(pick(["/a/a", "/b/a", "/a/**", "/a"])), \(pick(["reject: gone", "rewrite: /z"]))"
        let when = pick(["", ", applies: everywhere"]) + pick(["", ", methods: [GET]", ", methods: [POST]"])
        let interceptors =
            pick(["", "  taker: { \(interceptor)\(when) }\n"])
            + (mover.contains("rewrite") ? "  moved: { \(mover) }\n" : "")
        return "waybill: 1\n" + (interceptors.isEmpty ? "" : "interceptors:\n" + interceptors) + "routes:\n"
            + (mover.contains("rewrite") ? "" : "  - { id: moved, \(mover) }\n") + others.joined(separator: "\n") + "\n"
    }
}
