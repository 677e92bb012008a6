import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable

@Suite("Explaining requests: law 6 to 9 without Swift code")
struct ExplanationTests {
    private func compile(_ text: String) throws -> Compilation {
        let compilation = Compilation.compile(text: "waybill: 1\n" + text)
        let errors = compilation.diagnostics.filter { $0.severity == .error }.map { "\($0.rule.id) \($0.message)" }
        #expect(errors == [])
        return compilation
    }

    @Test("the expectations of the design's example hold")
    func example() throws {
        let compilation = Compilation.compile(text: fullExample)
        #expect(compilation.diagnostics.isEmpty)
        #expect(compilation.set.tests.count == 3)
        #expect(compilation.runTests()?.results.map(\.isPassed) == [true, true, true])
    }

    @Test("a URL that no route matches names the routes with a similar path, and what differs")
    func similarPaths() throws {
        let compilation = try compile(
            """
            routes:
              - { id: products, url: /products, handler: h }
              - { id: product, url: /products/:id, params: { id: int }, handler: h }
              - { id: cart, url: /cart, handler: h }

            """)
        let list = compilation.explain("/productss")
        #expect(list?.outcome == .unmatched)
        #expect(list?.candidates.first?.route == "products")
        #expect(list?.candidates.first?.lost == "segment 1 is 'products', not 'productss'")
        #expect(compilation.explain("/produts/42")?.candidates.first?.route == "product")
        #expect(compilation.explain("/nothing/like/it")?.candidates.isEmpty == true)
        #expect(compilation.explain("/cart")?.candidates.isEmpty == true)
    }

    @Test("a path parameter takes precedence over a query key of its name, and the last of a repeated key counts")
    func flatView() throws {
        let explanation = try compile("routes: [{ url: /a/:id, handler: h }]\n").explain("/a/1?id=2&x=1&x=2&y")
        #expect(explanation?.parameters == ["id": "1", "x": "2", "y": ""])
        #expect(explanation?.query.map(\.name) == ["id", "x", "x", "y"])
    }

    @Test("A captured dot segment leads a rewrite or a redirect nowhere, so it bypasses no interceptor")
    func dotSegments() throws {
        let compilation = try compile(
            """
            interceptors:
              auth: { url: "/admin/**", use: login }
              pub: { url: "/p/:x.b", rewrite: "/pages/:x/admin" }
            routes:
              - { id: admin, url: /admin, handler: admin }
              - { id: page, url: "/pages/:p/:what", handler: page }
              - { url: "/old/:x.b", forward: "/pages/:x/admin" }
              - { url: "/moved/:x.b", redirect: { to: "/pages/:x/admin", status: 308 } }

            """)
        for url in ["/p/...b", "/p/..b", "/old/...b", "/moved/...b", "/p/.%2E.b"] {
            #expect(compilation.explain(url)?.outcome == .unmatched, "\(url)")
        }
        let reasons = ["/p/...b", "/old/...b"].map { compilation.explain($0)?.problem ?? "" }
        #expect(reasons[0] == "a captured '.' or '..' cannot be a segment of the target of interceptor pub")
        #expect(reasons[1].hasSuffix("cannot be a segment of the target of route /old/:x.b"))
        for url in ["/p/a.b", "/p/a..b"] { #expect(compilation.explain(url)?.route?.id == "page", "\(url)") }
    }

    @Test("GET is assumed for network schemes and for paths alone, and nothing elsewhere")
    func assumedMethod() throws {
        let compilation = try compile("routes: [{ url: /a, methods: [GET], handler: h }]\n")
        #expect(compilation.explain("/a")?.outcome == .matched)
        #expect(compilation.explain("https://h/a")?.outcome == .matched)
        #expect(compilation.explain("myapp://a")?.outcome == .unmatched)
        #expect(compilation.explain("myapp://a", method: "GET")?.outcome == .matched)
        #expect(compilation.explain("/a", method: "POST")?.candidates.map(\.lost) == ["it answers GET, not POST"])
    }

    @Test(
        "the requirements of the serving module are listed with the modules that serve them, by default and through adapters"
    )
    func requirements() throws {
        let compilation = try compile(
            """
            protocols: { Store: { default: disk }, Old: { required: true } }
            adapters: { Old: Store }
            modules:
              memory: { provides: [Store], identifiers: [app://memory] }
              disk: { provides: [Store] }
              page: { requires: [Old, "app://memory"], identifiers: [page] }
            routes: [{ url: /page, module: page }]
            """)
        let explanation = try #require(compilation.explain("/page"))
        let served = explanation.requirements.map { "\($0.name) \($0.module ?? "-")" }
        #expect(served == ["Old disk", "app://memory memory"])
    }

    @Test("after a rewrite only interceptors that apply everywhere run, and none twice")
    func rewrite() throws {
        let compilation = try compile(
            """
            interceptors:
              gate: { url: "/**", use: gate, applies: everywhere, order: 1 }
              late-gate: { url: "/new/**", use: gate, applies: everywhere, order: 9 }
              moved: { url: "/old/**rest", rewrite: "/new/**rest", order: 2 }
              never: { url: "/**", use: log, order: 3 }
            routes: [{ id: new, url: /new/:id, handler: h }]
            """)
        let explanation = compilation.explain("/old/a%2Fb")
        #expect(explanation?.outcome == .redirected)
        #expect(explanation?.interceptors == ["gate", "moved", "late-gate"])
        #expect(explanation?.hops.map { "\($0.by) \($0.to)" } == ["interceptor moved /new/a%2Fb"])
        #expect(explanation?.parameters == ["id": "a/b"])
    }

    @Test("a route's redirect runs the chain of the view again on the new URL, none twice")
    func redirect() throws {
        let compilation = try compile(
            """
            interceptors:
              first: { url: "/**", use: log, tags: [v] }
              second: { url: /b, use: log, tags: [v], order: 1 }
              other: { url: /b, use: log, tags: [w] }
            routes:
              - { id: a, url: /a, forward: /b, tags: [v] }
              - { id: b, url: /b, handler: h, tags: [v] }
            """)
        #expect(compilation.explain("/a", tags: ["v"])?.interceptors == ["first", "second"])
        #expect(compilation.explain("/a", tags: ["w"])?.outcome == .unmatched)
    }

    @Test("a redirect with a status ends the walk at its route")
    func clientRedirect() throws {
        let compilation = try compile(
            """
            interceptors:
              gate: { url: /old/*, use: gate }
              new-gate: { url: /new/*, use: gate }
              short: { url: /o/:id, rewrite: /old/:id }
            routes:
              - { id: old, url: /old/:id, redirect: { to: /new/:id, status: 301 } }
              - { id: new, url: /new/:id, handler: h }
            """)
        let explanation = try #require(compilation.explain("/old/1?a=b"))
        #expect(explanation.outcome == .redirectToClient)
        #expect(explanation.outcome.isReached)
        #expect(explanation.route?.id == "old")
        #expect(explanation.location == "/new/1?a=b")
        #expect(explanation.interceptors == ["gate"])
        #expect(explanation.hops == [])
        #expect(explanation.parameters == ["id": "1", "a": "b"])
        #expect(
            explanation.text(sources: compilation.sources).hasPrefix(
                "/old/1?a=b ends at 'old' (redirect /new/:id with status 301): "
                    + "the client is redirected to /new/1?a=b\n"))
        let rewritten = try #require(compilation.explain("/o/2?a=b"))
        #expect(rewritten.outcome == .redirectToClient)
        #expect(rewritten.hops.map(\.to) == ["/old/2"])
        #expect(rewritten.location == "/new/2?a=b")
    }

    @Test("JSON has the status beside the target only for redirects of clients")
    func clientRedirectAsJSON() throws {
        let compilation = try compile(
            """
            routes:
              - { id: a, url: /a, redirect: { to: /c, status: 308 } }
              - { id: b, url: /b, forward: /c }
              - { id: c, url: /c, handler: h }
            """)
        let explanation = try #require(compilation.explain("/a"))
        let json = explanation.json(sources: compilation.sources).filter { !$0.isWhitespace }
        #expect(json.contains(#""outcome":"redirect-to-client""#))
        #expect(json.contains(#""redirect":{"status":308,"to":"/c"}"#))
        #expect(json.contains(#""location":"/c""#))
        let report = try #require(RoutesReport(compilation, digest: compilation.digest))
        let routes = report.json.filter { !$0.isWhitespace }
        #expect(routes.contains(#""redirect":{"status":308,"to":"/c"}"#))
        #expect(routes.contains(#""redirect":"/c""#))
        #expect(report.text.contains("redirect /c with status 308"))
    }

    @Test("eight hops are followed, the ninth is a loop")
    func loop() throws {
        let chain = (0..<9).map { "  - { id: r\($0), url: /\($0), forward: /\($0 + 1) }\n" }.joined()
        let eight = try compile("routes:\n" + chain + "  - { id: end, url: /9, handler: h }\n")
        #expect(eight.explain("/1")?.route?.id == "end")
        #expect(eight.explain("/1")?.hops.count == 8)
        let loop = try #require(eight.explain("/0"))
        #expect(loop.outcome == .unmatched)
        #expect(loop.problem == "more than 8 hops")
        let text = "waybill: 1\nroutes: [{ url: /a, forward: /b }, { url: /b, forward: /a }]\n"
        let cycle = Compilation.compile(text: text)
        #expect(cycle.explain("/a")?.problem == "more than 8 hops: the hops form a loop")
    }

    @Test("a redirect that matches nothing is reported, and no fallback hides it")
    func redirectToNothing() throws {
        let compilation = try compile(
            "routes: [{ id: a, url: /a, forward: /nowhere }]\nfallback: { handler: notFound }\n")
        let explanation = try #require(compilation.explain("/a"))
        #expect(explanation.outcome == .unmatched)
        #expect(explanation.fallback == nil)
        #expect(explanation.problem?.contains("route a") == true)
        #expect(compilation.explain("/b")?.fallback?.summary == "handler notFound")
    }

    @Test("a fallback does not serve a wrong method, unless it says otherwise")
    func wrongMethod() throws {
        let routes = "routes:\n  - { id: a, url: /a, methods: [POST, GET], handler: h }\n  - { url: /b, forward: /a }\n"
        let compilation = try compile(routes + "fallback: { handler: lost }\n")
        let explanation = try #require(compilation.explain("/a", method: "PUT"))
        #expect(explanation.outcome == .unmatched)
        #expect(explanation.fallback == nil)
        #expect(explanation.allowedMethods == ["GET", "HEAD", "POST"])
        #expect(explanation.problem == "the URL has routes only for GET, HEAD, POST")
        #expect(explanation.json(sources: compilation.sources).contains("\"allowedMethods\""))
        let forwarded = compilation.explain("/b", method: "PUT")
        #expect(forwarded?.problem == "route /b leads to a URL that has routes only for GET, HEAD, POST")
        #expect(forwarded?.fallback == nil)
        let open = try compile(routes + "fallback: { handler: lost, other_methods: true }\n")
        #expect(open.explain("/a", method: "PUT")?.fallback?.name == "lost")
        #expect(open.explain("/b", method: "PUT")?.fallback?.name == "lost")
        #expect(open.digest != compilation.digest)
    }

    @Test("a fallback of a view's tag takes precedence over the plain one")
    func fallbackByTag() throws {
        let compilation = try compile(
            "modules: { login: }\nfallback: { handler: notFound, tags: { views: { module: login } } }\n")
        #expect(compilation.explain("/x", tags: ["views"])?.fallback?.summary == "module login")
        #expect(compilation.explain("/x", tags: ["logs"])?.fallback?.summary == "handler notFound")
    }

    @Test("a YAML-only reject ends the chain there")
    func reject() throws {
        let compilation = try compile(
            """
            interceptors:
              closed: { url: "/:page", reject: we are closed, order: 1 }
              after: { url: "/**", use: log, order: 2 }
            routes: [{ id: a, url: /a, handler: h }]
            fallback: { handler: notFound }
            """)
        let explanation = compilation.explain("/a")
        #expect(explanation?.interceptors == ["closed"])
        #expect(explanation?.rejection?.reason == "we are closed")
        #expect(compilation.explain("/nothing")?.fallback == nil)
    }

    @Test(
        "the text of a rejected request names the rejection and its interceptor, before the route that it would reach")
    func rejectionText() throws {
        let compilation = try compile(
            """
            interceptors:
              closed: { url: "/:page", reject: we are closed }
            routes:
              - { id: a, url: /a, handler: h }
              - { id: old, url: /old/a, forward: /a }
            """)
        func lines(_ url: String) -> [Substring] {
            (compilation.explain(url)?.text(sources: compilation.sources) ?? "").split(separator: "\n")
        }
        #expect(lines("/a").first == "/a is rejected by interceptor 'closed' on its way to 'a' (handler h)")
        #expect(lines("/a").contains("  reason: we are closed"))
        #expect(
            lines("/old/a").first
                == "/old/a is forwarded, and rejected by interceptor 'closed' on its way to 'a' (handler h)")
        #expect(lines("/b").first == "/b is rejected by interceptor 'closed', and matches no route")
    }

    @Test("the order of files and entries makes no difference, to the digest neither")
    func order() throws {
        let files = [
            (
                "a.yaml",
                "waybill: 1\nroutes:\n  - { id: x, url: /a/:b, handler: h }\n  - { id: y, url: /a/b, handler: h }\n"
            ),
            ("b.yaml", "waybill: 1\nmodules: { m: { factory: f } }\nroutes: [{ id: z, url: /z, module: m }]\n"),
        ]
        let one = Compilation.compile(files: ManifestFiles(texts: files))
        let renamed = [("z.yaml", files[0].1), ("c.yaml", files[1].1)]
        let swapped =
            "waybill: 1\nroutes:\n  - { id: y, url: /a/b, handler: h }\n  - { handler: h, url: /a/:b, id: x }\n"
        let other = Compilation.compile(files: ManifestFiles(texts: renamed))
        let third = Compilation.compile(files: ManifestFiles(texts: [("q.yaml", swapped), files[1]]))
        #expect(one.digest == other.digest)
        #expect(one.digest == third.digest)
        #expect(one.digest != Compilation.compile(text: files[0].1).digest)
        let keys = ["methods", "tags"].map { key in
            Compilation.compile(text: "waybill: 1\ninterceptors: { i: { url: /a, use: u, \(key): [GET] } }\n").digest
        }
        #expect(keys[0] != keys[1])
    }

    @Test("a name that a broken file mentions is not reported as undeclared")
    func brokenFile() {
        let files = [
            ("a.yaml", "waybill: 1\nroutes:\n  - { url: /a, module: clock }\n  - { url: /b, module: clok }\n"),
            ("b.yaml", "waybill: 1\nmodules:\n  clock: { provides: [\n"),
        ]
        let found = Compilation.compile(files: ManifestFiles(texts: files)).diagnostics.map(\.rule.id)
        #expect(found == ["I002", "Y001"])
    }
}
