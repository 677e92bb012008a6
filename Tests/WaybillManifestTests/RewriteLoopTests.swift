import Testing
import WaybillManifest
import WaybillOracle
import WaybillRules
import WaybillSyntax
import WaybillTable

@Suite("Loops of rewrites and redirects")
struct RewriteLoopTests {
    @Test("a loop is found exactly if some request is redirected forever, and its example request is")
    func cycles() throws {
        var random = SplitMix(seed: 91)
        var (round, straight, returning) = (0, 0, 0)
        for _ in 0..<260 {
            let text = Self.manifest(using: &random)
            let compilation = Compilation.compile(text: text)
            guard compilation.diagnostics.allSatisfy({ $0.severity != .error || $0.rule == .rewriteLoop }) else {
                continue
            }
            let law = Law(compilation.set)
            let loops = compilation.diagnostics.filter { $0.rule == .rewriteLoop }
            let cycles = loops.filter { $0.witnessRemark == "loops forever" }
            let isCyclic = Self.requests.contains { law.isCyclic($0.url, $0.method) }
            #expect(cycles.isEmpty != isCyclic, "\(text)")
            let returns = Self.requests.contains { law.returns($0.url, $0.method) }
            #expect((loops.count > cycles.count) == returns, "\(text)")
            for loop in loops {
                let witness = try #require(loop.witness).split(separator: " ").map(String.init)
                let (url, method) = (witness[witness.count - 1], witness.count > 1 ? witness[0] : "GET")
                let isCircle = loop.witnessRemark == "loops forever"
                #expect(isCircle ? law.isCyclic(url, method) : law.returns(url, method), "\(witness)\n\(text)")
            }
            if isCyclic { round += 1 } else { straight += 1 }
            if returns { returning += 1 }
        }
        #expect(round > 20 && straight > 20 && returning > 5, "\(round) \(straight) \(returning)")
    }

    @Test("a loop that only a view has is found, and a request of that view is in it")
    func views() throws {
        let text = """
            waybill: 1
            routes:
              - { id: c, url: /c, handler: h, tags: [views, api] }
              - { id: back, url: /c/:id, redirect: { to: "/d/:id", status: 308 }, tags: [views] }
              - { id: forth, url: "/d/:id", redirect: { to: "/c/:id", status: 308 }, priority: -1, tags: [views] }
              - { id: first, url: "/d/:id", handler: h, tags: [api] }
            """
        let compilation = Compilation.compile(text: text)
        let loops = compilation.diagnostics.filter { $0.rule == .rewriteLoop }
        let loop = "form a loop: route 'back' -> route 'forth' -> route 'back' in the view of 'views'"
        #expect(loops.count == 1 && loops[0].message.hasSuffix(loop))
        let walk = RoutedSet(set: compilation.set, table: try #require(compilation.explainedTable))
        let here = walk.trace("/d/x", method: "GET", tags: ["views"])
        guard case .redirectToClient(let location, _) = here.end else {
            Issue.record("\(here.end)")
            return
        }
        #expect(location == "/c/x" && walk.trace("/d/x", method: "GET").end == .reached)
    }

    /// Every path of up to two segments over the values that the manifests distinguish, and one other value.
    private static let requests: [(url: String, method: String)] = {
        let values = ["a", "b", "c", "~"]
        let urls = ["/"] + values.map { "/\($0)" } + values.flatMap { first in values.map { "/\(first)/\($0)" } }
        return urls.flatMap { url in ["GET", "POST", "PUT"].map { (url, $0) } }
    }()

    private static func manifest(using random: inout some RandomNumberGenerator) -> String {
        func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
        func methods() -> String { pick(["", "", "", ", methods: [GET]", ", methods: [POST]"]) }
        func move(_ key: String) -> String {
            let pattern = "/\(pick(["a", "b", "c"]))/\(pick(["a", "b", ":x", ":x", ":x", "**"]))"
            let hasCapture = pattern.contains(":x")
            let target = "/\(pick(["a", "b", "c"]))/\(hasCapture ? pick([":x", ":x", "a", "b"]) : pick(["a", "b"]))"
            let params = hasCapture ? pick(["", "", ", params: { x: [a] }", ", params: { x: [a, c] }"]) : ""
            let status = key == "forward" ? pick(["", "", "308", "303"]) : ""
            let leads =
                status.isEmpty ? "\(key): \"\(target)\"" : "redirect: { to: \"\(target)\", status: \(status) }"
            return "url: \"\(pattern)\"\(params)\(methods()), \(leads)"
        }
        func end(_ action: String) -> String {
            "url: /\(pick(["a", "b", "c"]))/\(pick(["a", "b", "c"]))\(methods()), \(action)"
        }
        return """
            waybill: 1
            interceptors:
              i: { \(move("rewrite"))\(pick(["", ", applies: everywhere"])) }
              j: { \(pick([end("reject: gone"), move("rewrite")])) }
            routes:
              - { id: r1, \(move("forward")) }
              - { id: r2, \(move("forward")) }
              - { id: r3, \(pick([end("handler: h"), move("forward")])) }

            """
    }
}

/// Law 9, implemented literally, for plain opens.
private struct Law {
    let set: ManifestSet
    let table: RoutingTable

    init(_ set: ManifestSet) {
        self.set = set
        table = RoutingTable(RankedDefinitions(set))
    }

    /// Whether a request, or a client that follows every redirect, makes more hops than the law allows.
    func isCyclic(_ start: String, _ method: String) -> Bool {
        var (text, hops, ran, isOnTheWay, method) = (start, 0, Set<Int>(), false, method)
        while hops <= 16 {
            guard let url = try? RouteURL(text) else { return false }
            let running = table.interceptors(for: url, method: method).filter {
                !ran.contains($0.interceptor)
                    && (!isOnTheWay || set.interceptors[$0.interceptor].appliesEverywhere)
            }
            if let match = running.first {
                guard case .rewrite(let target) = set.interceptors[match.interceptor].action else { return false }
                ran.insert(match.interceptor)
                (text, isOnTheWay) = (target.target.expand(match.captures), true)
            } else if let match = table.route(for: url, method: method),
                case .forward(let target) = set.routes[match.route].destination
            {
                (text, isOnTheWay) = (target.target.expand(match.captures), false)
            } else if let match = table.route(for: url, method: method),
                case .redirect(let target, let status) = set.routes[match.route].destination
            {
                (text, isOnTheWay, ran) = (target.target.expand(match.captures), false, [])
                if status == .seeOther { method = "GET" }
            } else {
                return false
            }
            hops += 1
        }
        return true
    }

    /// Whether an interceptor rewrites a request to a URL that it matches again, and so on without end.
    func returns(_ start: String, _ method: String) -> Bool {
        var (text, first) = (start, Int?.none)
        for _ in 0..<50 {
            guard let url = try? RouteURL(text) else { return false }
            let matches = table.interceptors(for: url, method: method)
            guard let match = matches.first(where: { first == nil || $0.interceptor == first }),
                case .rewrite(let target) = set.interceptors[match.interceptor].action
            else { return false }
            (text, first) = (target.target.expand(match.captures), match.interceptor)
        }
        return true
    }
}
