import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

@Suite("The order of interceptors")
struct InterceptorOrderTests {
    @Test("A shadowed interceptor runs for no request, whatever the order and the views")
    func shadowed() throws {
        let patterns = ["/a/**", "/a/:id", "/a/b", "/:x/b"]
        let reaches = ["", ", tags: [t]", ", tags: [t, u]", ", applies: everywhere", ", methods: [GET]"]
        var found = 0
        for first in patterns {
            for second in patterns {
                for (own, other) in reaches.flatMap({ own in reaches.map { (own, $0) } }) {
                    found += try check(first, own, second, other, order: 1)
                    // After it, whatever its own order.
                    if other.isEmpty { found += try check(first, own, second, other, order: 3) }
                }
            }
        }
        #expect(found > 50)
    }

    /// Compares the reported interceptors with those that run; returns the number of reported ones.
    private func check(_ first: String, _ own: String, _ second: String, _ other: String, order: Int) throws -> Int {
        let text = """
            waybill: 1
            interceptors:
              first: { url: "\(first)", reject: no, order: \(order)\(own) }
              late: { url: "\(second)", use: late, order: 2\(other) }
            routes: [{ url: "/**", handler: h, tags: [t, u] }]
            """
        let isReported = Compilation.compile(text: text).diagnostics.contains { $0.rule == .unreachableInterceptor }
        // The same interceptors, none of which ends the chain: the first one that matches would run.
        let open = Compilation.compile(text: text.replacing("reject: no", with: "use: first"))
        let table = try #require(open.table)
        let runs = try ["/a", "/a/b", "/a/c", "/a/b/c", "/x/b"].contains { url in
            try ["GET", "POST", nil].contains { method in
                try [.everything, TagView(["t"]), TagView(["u"]), TagView(["v"])].contains { view in
                    let matches = table.interceptors(for: try RouteURL(url), method: method, in: view)
                    return matches.first.map { open.set.interceptors[$0.interceptor].id.value } == "late"
                }
            }
        }
        #expect(isReported == !runs, "\(text)")
        return isReported ? 1 : 0
    }
}
