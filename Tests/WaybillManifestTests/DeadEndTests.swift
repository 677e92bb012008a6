import Testing
import WaybillManifest
import WaybillTable

@Suite("Rewrites and redirects that lead nowhere")
struct DeadEndTests {
    @Test("one is told exactly if none of the requests of its pattern is served, and its witness is sent there")
    func exactness() throws {
        var random = SplitMix(state: 17)
        var (told, served) = (0, 0)
        for _ in 0..<200 {
            let text = Self.manifest(using: &random)
            let compilation = Compilation.compile(text: text)
            guard let table = compilation.table else { continue }
            let route = try #require(compilation.set.routes.first { $0.id.value == "moved" })
            guard case .redirect(let target) = route.destination else { continue }
            let reached = Self.urls.compactMap { Self.landing(of: $0, by: route, to: target, table) }
            let isDead = !reached.isEmpty && !reached.contains(true)
            let findings = compilation.diagnostics.filter { $0.rule == .deadEnd }
            #expect(findings.count == (isDead ? 1 : 0), "\(text)")
            for finding in findings {
                let witness = try RouteURL(try #require(finding.witness))
                let match = try #require(table.route(for: witness, method: nil), "\(text)")
                #expect(table.routes[match.route].id == "moved", "\(witness)\n\(text)")
                let landed = try RouteURL(target.target.expand(match.captures))
                #expect(table.route(for: landed, method: nil) == nil, "\(witness)\n\(text)")
            }
            if isDead { told += 1 } else { served += 1 }
        }
        #expect(told > 20 && served > 20, "\(told) \(served)")
    }

    /// Whether a request is served where the redirect sends it; `nil` where it does not send it.
    private static func landing(
        of text: String, by route: Route, to target: LocatedTarget, _ table: RoutingTable
    ) -> Bool? {
        guard let url = try? RouteURL(text), let match = table.route(for: url, method: nil),
            table.routes[match.route].id == route.id.value,
            let landed = try? RouteURL(target.target.expand(match.captures))
        else { return nil }
        return table.route(for: landed, method: nil) != nil
    }

    /// Paths of up to three segments over the values that the manifests tell apart, and one that they do not.
    private static let urls: [String] = {
        let values = ["a", "b", "c", "~"]
        let two = values.flatMap { first in values.map { "/\(first)/\($0)" } }
        return ["/"] + values.map { "/\($0)" } + two + two.flatMap { first in values.map { "\(first)/\($0)" } }
    }()

    /// A redirect, which no other route takes requests from, and routes where it may lead.
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
        return
            (["waybill: 1", "routes:", "  - { id: moved, url: \"\(pattern)\"\(params), redirect: \"\(target)\" }"]
            + others).joined(separator: "\n") + "\n"
    }
}
