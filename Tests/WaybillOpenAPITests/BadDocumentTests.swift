import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

@testable import WaybillOpenAPI

@Suite("Documents with errors")
struct BadDocumentTests {
    private func read(_ body: String, version: String = "3.1.0") -> OpenAPIDocument {
        let text = "openapi: \(version)\ninfo: { title: A, version: '1' }\n\(body)"
        return OpenAPIDocument.read("openapi.yaml") { SourceFile(path: $0, bytes: Array(text.utf8)) }
    }

    private func path(_ schema: String) -> String {
        "paths:\n  /a/{id}:\n    get:\n      responses: {}\n"
            + "      parameters: [{ name: id, in: path, required: true, schema: \(schema) }]\n"
    }

    private func messages(_ document: OpenAPIDocument) -> [String] { document.diagnostics.map(\.message) }

    @Test("Bounds beyond all integers are no crash, and allow what they say")
    func bounds() throws {
        let limit = Int128.max
        for schema in [
            "{ type: integer, minimum: \(limit), exclusiveMinimum: true }",
            "{ type: integer, exclusiveMinimum: 1e300 }",
            "{ type: integer, minimum: \(Int128.min), exclusiveMinimum: \(limit) }",
        ] {
            let document = read(path(schema))
            #expect(messages(document).contains("the schema allows no integer"), "\(schema)")
        }
        let open = read(path("{ type: integer, minimum: \(Int128.min), exclusiveMaximum: \(limit) }"))
        #expect(open.operations[0].parameters["id"]?.values == ValueSet([.int]))
    }

    @Test(
        "A document that cannot be read to its end has no differences, and no baseline hides it",
        arguments: ["\tpaths: {}\n", "pathes: { /a: { get: { responses: {} } } }\n"])
    func unread(_ body: String) throws {
        let compilation = Compilation.compile(text: "waybill: 1\nroutes: [{ url: /b, methods: [GET], handler: b }]\n")
        let document = read(body)
        #expect(!document.isRead && document.diagnostics.count == 1)
        var options = LintOptions()
        options.contract = try Contract(document, compilation.set, #require(compilation.table)).findings(.standard)
        #expect(compilation.lint(options: options).diagnostics == document.diagnostics)
        let baseline = compilation.baseline(options: options)
        options.baseline = SourceFile(path: "baseline.json", bytes: Array(baseline.json.utf8))
        #expect(compilation.lint(options: options).diagnostics == document.diagnostics)
    }

    @Test("A schema that contains itself constrains nothing in itself, however often it does")
    func recursion() throws {
        let references = Array(repeating: "{ $ref: '#/components/schemas/s' }", count: 20).joined(separator: ", ")
        let document = read(
            path("{ $ref: '#/components/schemas/s' }")
                + "components: { schemas: { s: { type: string, allOf: [\(references)], maxLength: 3 } } }\n")
        #expect(document.operations[0].parameters["id"]?.values.constraints.count == 1)
        #expect(messages(document).isEmpty)
    }

    @Test("A choice over the budget of a regex is reported once, and constrains nothing")
    func choices() throws {
        let schemas = (0..<12).map { level in
            let next = level == 11 ? "{ pattern: '^z' }" : "{ $ref: '#/components/schemas/s\(level + 1)' }"
            let all = (0..<8).map { "{ allOf: [\(next)], pattern: '^[a-m]*\($0)' }" }.joined(separator: ", ")
            return "    s\(level): { anyOf: [\(all), { pattern: '^\(level)' }, { $ref: '#/components/schemas/t' }] }\n"
        }
        let many = (0..<600).map { "{ pattern: '^[abcdefghijklmnopqrstuvwxyz]\($0)$' }" }.joined(separator: ", ")
        let document = read(
            path("{ $ref: '#/components/schemas/s0' }") + "components:\n  schemas:\n" + schemas.joined()
                + "    t: { anyOf: [\(many)] }\n")
        let said = messages(document).filter { $0.contains("over the budget of a regex") }
        #expect(said.count == 1, "\(messages(document))")
        #expect(document.operations[0].parameters["id"]?.values.constraints.isEmpty == true)
    }

    @Test("A long chain of references has one end; a circular one has none, and is reported once")
    func chains() throws {
        let chain = (0..<5_000).map { "    s\($0): { $ref: '#/components/schemas/s\($0 + 1)' }\n" }.joined()
        let schemas = "components:\n  schemas:\n" + chain
        let paths = (0..<200).map { number in
            path("{ $ref: '#/components/schemas/s0' }").dropFirst("paths:\n".count).replacing(
                "/a/", with: "/r\(number)/")
        }
        let whole = read("paths:\n" + paths.joined() + schemas + "    s5000: { type: integer }\n")
        #expect(whole.operations.count == 200 && messages(whole).isEmpty)
        #expect(whole.operations.allSatisfy { $0.parameters["id"]?.values == ValueSet([.int]) })
        let circular = read("paths:\n" + paths.joined() + schemas + "    s5000: { $ref: '#/components/schemas/s7' }\n")
        #expect(messages(circular).count { $0.contains("leads back to itself") } == 1, "\(messages(circular))")
    }

    @Test("A file that cannot be read is reported at the reference that names it")
    func missingFile() {
        let text = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /a: { $ref: 'parts/a.yaml#/a' }\n"
        let document = OpenAPIDocument.read("openapi.yaml") { path in
            path == "openapi.yaml" ? SourceFile(path: path, bytes: Array(text.utf8)) : .unreadable(path: path)
        }
        #expect(messages(document) == ["'parts/a.yaml' cannot be read"])
        #expect(document.diagnostics.first.map { document.files[0].text(in: $0.span) } == "'parts/a.yaml#/a'")
    }

    @Test("Parts that references repeat have a limit, and the rest is not read")
    func repeated() throws {
        let parameters = (0..<1_000).map { "        - { name: p\($0), in: query }\n" }.joined()
        let paths = (0..<500).map { "  /r\($0): { $ref: '#/components/pathItems/item' }\n" }.joined()
        let document = read(
            "paths:\n" + paths
                + "components:\n  pathItems:\n    item:\n      get: { responses: {} }\n      parameters:\n"
                + parameters)
        #expect(messages(document).count { $0.contains("more than 50,000 operations and parameters") } == 1)
        #expect((10..<50).contains(document.operations.count), "\(document.operations.count)")
    }

    @Test("The word of 3.0 in a document of 3.1 is reported once, and read as in 3.0")
    func oldWords() throws {
        let document = read(path("{ type: integer, minimum: 0, exclusiveMinimum: true }"))
        #expect(messages(document) == ["'exclusiveMinimum' as a flag is the form of OpenAPI 3.0; it is read as there"])
        let values = try #require(document.operations[0].parameters["id"]?.values.automaton(caseSensitive: true))
        #expect(values.matches(Array("1".utf8)[...]) && !values.matches(Array("0".utf8)[...]))
    }

    @Test("A path with more operations than the limit is reported, and the rest is not read")
    func methods() throws {
        let methods = (0..<100).map { "      M\($0): { responses: {} }\n" }.joined()
        let document = read("paths:\n  /a:\n    additionalOperations:\n" + methods, version: "3.2.0")
        #expect(messages(document) == ["the path '/a' has more than 64 operations; the rest is not read"])
        #expect(document.operations.count == 64)
    }

    @Test("Security of too many alternatives is undecided, never taken for fulfilled")
    func alternatives() throws {
        let schemes = (0..<20).map { "s\($0)" }
        let document = read(
            "components: { securitySchemes: { \(schemes.map { "\($0): {}" }.joined(separator: ", ")) } }\n"
                + "paths: { /a: { get: { security: [\(schemes.map { "{ \($0): [] }" }.joined(separator: ", "))] } } }\n"
        )
        let manifest = "waybill: 1\nroutes: [{ id: a, url: /a, methods: [GET], handler: a }]\n"
        let compilation = Compilation.compile(files: ManifestFiles(texts: [("a.yaml", manifest)]))
        let contract = Contract(document, compilation.set, try #require(compilation.table))
        let found = contract.findings(.standard).diagnostics.map(\.message)
        #expect(found.contains { $0.contains("whether every request of 'GET /a' is secured") }, "\(found)")
    }

    @Test("An operation beside a referenced path item has the parameters of both")
    func sharedItems() throws {
        let document = read(
            """
            paths:
              /a/{id}/{name}:
                $ref: "#/components/pathItems/item"
                parameters: [{ name: name, in: path, required: true, schema: { type: string, format: uuid } }]
                put: { responses: {} }
                patch: { responses: {} }
            components:
              pathItems:
                item:
                  parameters:
                    - { name: id, in: path, required: true, schema: { type: integer } }
                    - { name: name, in: path, required: true, schema: { type: string } }
                  get: { responses: {} }

            """)
        let uuids = document.operations.filter { $0.parameters["name"]?.values == ValueSet([.uuid]) }.map(\.method)
        #expect(uuids == ["PUT", "PATCH"] && document.operations.map(\.method) == ["GET", "PUT", "PATCH"])
        #expect(document.operations.allSatisfy { $0.parameters["id"]?.values == ValueSet([.int]) })
    }
}
