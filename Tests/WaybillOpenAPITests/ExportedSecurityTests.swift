import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTools

@testable import WaybillOpenAPI

@Suite("The security of exported documents")
struct ExportedSecurityTests {
    private static let login = "waybill: 1\ninterceptors:\n  login: { url: \"/**\", use: login, OPTIONS }\nroutes:\n"

    private static func source(_ text: String) -> SourceFile {
        SourceFile(path: ".waybill.yaml", bytes: Array(text.utf8))
    }

    /// Returns the security of each operation, what is not carried over, and what the check says about the document.
    private func export(
        _ routes: String, login options: String
    ) throws -> (security: [[OpenAPIDocument.Requirement]], losses: [String], found: [Diagnostic]) {
        let manifest = Self.login.replacing("OPTIONS", with: options) + routes
        let compilation = Compilation.compile(text: manifest)
        let table = try #require(compilation.table)
        let configuration = compilation.configuration(
            ConfigurationFile(source: Self.source("openapi: { security: { bearerAuth: login } }")))
        let export = ContractExport(compilation.set, table, configuration)
        let document = ImportTests.read(export.text())
        let found = Contract(document, compilation.set, table).findings(configuration).diagnostics
        return (document.operations.map(\.security), export.losses, found.filter { $0.severity > .hint })
    }

    @Test("A route for every method is documented by GET, so the question is about GET")
    func everyMethod() throws {
        let guarded = try export("  - { id: x, url: /x, handler: h }\n", login: "methods: [GET]")
        #expect(guarded.security == [[["bearerAuth": []]]] && guarded.losses.isEmpty && guarded.found.isEmpty)
        let open = try export("  - { id: x, url: /x, handler: h }\n", login: "methods: [POST]")
        #expect(open.security == [[]] && open.losses.isEmpty && open.found.isEmpty)
    }

    @Test("A request that reaches another route without the interceptor in a view is listed, and nothing is promised")
    func views() throws {
        let routes =
            "  - { id: a, url: \"/b/:x\", methods: [GET], handler: h }\n"
            + "  - { id: b, url: \"/*/c\", methods: [GET], tags: [v], handler: i }\n"
        let exported = try export(routes, login: "order: 1")
        #expect(exported.security.allSatisfy(\.isEmpty) && exported.found.isEmpty, "\(exported)")
        #expect(
            exported.losses == [
                "route 'a': its security 'bearerAuth', because requests of 'GET /b/{x}' may reach route 'b' without it"
            ])
        let everywhere = try export(routes, login: "applies: everywhere")
        #expect(everywhere.security.allSatisfy { $0 == [["bearerAuth": []]] } && everywhere.found.isEmpty)
        #expect(everywhere.losses.isEmpty)
    }

    @Test("A redirect is as secured as its own requests")
    func redirects() throws {
        let routes =
            "  - { id: a, url: /a, methods: [GET], handler: h }\n"
            + "  - { id: b, url: /b, methods: [GET], redirect: { to: /a, status: 301 } }\n"
        let exported = try export(routes, login: "order: 1")
        #expect(exported.security == [[["bearerAuth": []]], [["bearerAuth": []]]] && exported.found.isEmpty)
    }
}
