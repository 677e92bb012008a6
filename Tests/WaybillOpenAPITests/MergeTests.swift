import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTools

@testable import WaybillOpenAPI

@Suite("Routes merged into a document")
struct MergeTests {
    private func merge(_ routes: String, into text: String) throws -> (text: String, losses: [String]) {
        let compilation = try ImportTests.compile(routes)
        let table = try #require(compilation.table)
        let contract = Contract(ImportTests.read(text), compilation.set, table)
        let merge = try #require(ContractMerge(ContractExport(compilation.set, table, .standard), into: contract))
        return (String(decoding: merge.change.new, as: UTF8.self), merge.losses)
    }

    private let head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\n"

    @Test("A schema that operations share is not changed if their routes differ, however often it is merged")
    func shared() throws {
        let routes = """
            waybill: 1
            routes:
              - { id: show, url: "/a/:id", methods: [GET], params: { id: int }, handler: show }
              - { id: put, url: "/a/:id", methods: [PUT], params: { id: slug }, handler: put }

            """
        let text =
            head + """
                paths:
                  /a/{id}:
                    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
                    get: { responses: {} }
                    put: { responses: {} }

                """
        let first = try merge(routes, into: text)
        #expect(first.text == text && first.losses.count == 1)
        #expect(first.losses.first?.contains("which 'GET /a/{id}' and 'PUT /a/{id}' share") == true)
        let same = try merge(routes.replacing("id: slug", with: "id: int"), into: text)
        #expect(same.text == text.replacing("{ type: string }", with: "{ type: integer }") && same.losses.isEmpty)
    }

    @Test(
        "A scheme that the document does not declare is declared where it belongs",
        arguments: [
            "", "components: {}\n", "components:\n  schemas: {}\n", "components: { securitySchemes: {} }\n",
            "components:\n  securitySchemes:\n    other: { type: mutualTLS }\n",
        ])
    func schemes(_ components: String) throws {
        let routes = """
            waybill: 1
            interceptors:
              key: { url: /b, use: key, with: { security: [{ key: [] }] }, applies: everywhere }
            routes: [{ id: b, url: /b, methods: [GET], handler: b }]

            """
        for isLast in [false, true] {
            let paths = "paths:\n  /a:\n    get: { responses: {} }\n"
            let merged = try merge(routes, into: head + (isLast ? components + paths : paths + components))
            let document = ImportTests.read(merged.text)
            #expect(document.diagnostics.isEmpty, "\(merged.text)\(document.diagnostics.map(\.message))")
            #expect(document.schemes.contains("key") && merged.losses.isEmpty, "\(merged)")
            #expect(try merge(routes, into: merged.text).text == merged.text)
        }
    }

    @Test("An export says why it has no security, and which definitions are guesses")
    func said() throws {
        let silent = """
            waybill: 1
            interceptors:
              login: { url: /a, use: login, applies: everywhere }
            routes: [{ id: a, url: /a, methods: [GET], handler: a }]

            """
        func losses(_ manifest: String) throws -> [String] {
            let compilation = try ImportTests.compile(manifest)
            return ContractExport(compilation.set, try #require(compilation.table), .standard).losses
        }
        #expect(try losses(silent).count == 1)
        #expect(try losses(silent)[0].contains("'openapi: { security: { bearerAuth: login } }' if 'login' does"))
        let known = silent.replacing(
            "use: login", with: "use: login, with: { security: [{ bearerAuth: [], cookie: [] }] }")
        #expect(try losses(known).count == 1)
        #expect(
            try losses(known)[0].contains(
                "security scheme 'cookie': routes know only its name, and 'apiKey' is a guess"))
    }
}
