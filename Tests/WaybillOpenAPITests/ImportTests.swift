import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

@testable import WaybillOpenAPI

@Suite("Imported documents")
struct ImportTests {
    private static let document = """
        openapi: 3.0.3
        info: { title: Pets, version: "1" }
        servers: [{ url: https://pets.example.com/v2 }]
        tags: [{ name: pets, description: All about pets. }]
        security: [{ oauth: ["read:pets"] }]
        paths:
          /pets:
            get: { operationId: listPets, summary: "All pets: cats, dogs", tags: [pets], responses: {} }
            post: { operationId: addPet, tags: [pets], security: [{ oauth: ["write:pets"], key: [] }], responses: {} }
          /pets/{petId}:
            parameters:
              - { name: petId, in: path, required: true, schema: { type: integer, format: int64 }, example: 7 }
            get: { operationId: showPet, security: [{ key: [] }, { oauth: ["read:pets"] }], responses: {} }
            delete: { operationId: removePet, deprecated: true, responses: {} }
          /pets/latest:
            get: { operationId: latestPet, security: [], responses: {} }
          /stores/{name}:
            get:
              parameters:
                - { name: name, in: path, required: true, schema: { type: string, pattern: "^[a-z]+$", maxLength: 5 } }
                - { name: q, in: query, required: true, schema: { type: string } }
              security: [{}, { key: [] }]
              responses: {}
          /{shop}/{day}.json:
            get:
              operationId: shop.day
              security: []
              parameters:
                - { name: shop, in: path, required: true, schema: { type: string, enum: ["1", "b:c"] } }
                - { name: day, in: path, required: true, schema: { type: string, format: date } }
              responses: {}
        components:
          securitySchemes:
            key: { type: apiKey, in: header, name: X-Key }
            oauth: { type: oauth2, flows: {} }

        """

    /// Each operation gets the security of both, because the first path includes the second one.
    private static let overlapping = """
        openapi: 3.1.0
        info: { title: Commands, version: "1" }
        paths:
          /commands/{id}:
            get:
              parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
              security: [{ bot: [] }, { auth_token: ["command:read"] }]
              responses: {}
          /commands/permissions:
            get: { security: [{ bot: [] }, { auth_token: ["command:write"] }], responses: {} }
        components:
          securitySchemes:
            bot: { type: http, scheme: bearer }
            auth_token: { type: oauth2, flows: {} }

        """

    static func read(_ text: String) -> OpenAPIDocument {
        OpenAPIDocument.read("openapi.yaml") { SourceFile(path: $0, bytes: Array(text.utf8)) }
    }

    static func compile(_ manifest: String) throws -> Compilation {
        let compilation = Compilation.compile(text: manifest)
        let found = compilation.diagnostics.filter { $0.severity >= .warning }
        #expect(found.isEmpty, "\(manifest)\(found.map(\.message))")
        return compilation
    }

    static func export(_ compilation: Compilation) throws -> String {
        ContractExport(compilation.set, try #require(compilation.table), .standard).text()
    }

    @Test("Import, export and import again give the same digest", arguments: [document, overlapping])
    func digest(_ text: String) throws {
        let first = ContractImport(Self.read(text))
        let compilation = try Self.compile(first.manifest())
        let exported = try Self.export(compilation)
        let document = Self.read(exported)
        #expect(document.diagnostics.isEmpty, "\(exported)\(document.diagnostics.map(\.message))")
        let second = try Self.compile(ContractImport(document).manifest())
        #expect(
            compilation.digest == second.digest, "\(first.manifest())\(exported)\(ContractImport(document).manifest())")
    }

    @Test("Scopes are no secrets, whatever the name of their scheme")
    func scopes() throws {
        let compilation = try Self.compile(ContractImport(Self.read(Self.overlapping)).manifest())
        let found = compilation.lint().diagnostics.filter { $0.severity >= .warning }
        #expect(found.isEmpty, "\(found.map(\.message))")
    }

    @Test("An imported document has no error against its import", arguments: [document, overlapping])
    func clean(_ text: String) throws {
        let document = Self.read(text)
        let compilation = try Self.compile(ContractImport(document).manifest())
        let contract = Contract(document, compilation.set, try #require(compilation.table))
        let found = contract.findings(.standard).diagnostics.filter { $0.severity >= .error }
        #expect(found.isEmpty, "\(found.map(\.message))")
    }

    @Test("The manifest has routes, constraints, interceptors and tests that pass")
    func manifest() throws {
        let made = ContractImport(Self.read(Self.document))
        let text = made.manifest()
        for part in [
            "  - id: listPets\n    summary: \"All pets: cats, dogs\"\n    url: /v2/pets\n    methods: [GET]\n    handler: listPets\n",
            "    params: { petId: int }\n", "    params: { name: \"/[a-z]+/\" }\n",
            "  - open: /v2/pets/7\n    method: DELETE\n",
            "    handler: getV2StoresName\n", "params: { shop: [\"1\", b:c], day: date }\n",
            "    with: { security: [{ oauth: [write:pets] }] }\n", "  key-or-oauth:\n",
        ] {
            #expect(text.contains(part), "\(part) is not in\n\(text)")
        }
        let run = try #require(try Self.compile(text).runTests())
        #expect(run.isPassed && run.results.count == 2)
    }

    @Test("Nothing is dropped in silence")
    func losses() {
        let losses = ContractImport(Self.read(Self.document)).losses
        for part in [
            "'GET /stores/{name}': of the schema of 'name' only one", "its handler checks query parameter 'q'",
            "its security is optional", "'DELETE /pets/{petId}': a route cannot be deprecated",
            "'GET /pets/latest': 'key-or-oauth' runs for it too", "the definition of the security scheme 'oauth'",
        ] {
            #expect(losses.contains { $0.contains(part) }, "\(part) is not in \(losses)")
        }
    }

    @Test(
        "A constraint that a route cannot have is listed, once",
        arguments: [
            ("{ type: string, not: { enum: [a] } }", "'not' constrains nothing here"),
            ("{ if: { const: a }, then: { maxLength: 3 } }", "'if' constrains nothing here"),
            ("false", "the schema 'false' allows no value"),
            ("{ enum: [] }", "the 'enum' allows no value"),
            ("{ const: \"\" }", "the 'const' allows no value"),
            ("{ type: integer, enum: [a] }", "the 'enum' allows no value"),
            ("{ enum: [{ a: 1 }, b] }", "a list or a mapping in 'enum' constrains nothing here"),
            ("{ enum: [a, bb], maxLength: 1 }", "'maxLength' beside 'enum' constrains nothing here"),
            ("{ type: \"null\" }", "the type 'null' constrains nothing here"),
            ("{ type: string, minLength: -1 }", "'minLength', which is not a length, constrains nothing here"),
            ("{ type: string, minLength: 5, maxLength: 2 }", "the schema allows no text"),
            ("{ type: string, maxLength: 0 }", "the schema allows no text"),
            ("{ type: string, maxLength: 2000 }", "a length over 1000 constrains nothing here"),
            ("{ type: string, contentEncoding: base64 }", "'contentEncoding' constrains nothing here"),
            ("{ type: integer, minimum: x }", "'minimum', which is not a number, constrains nothing here"),
            ("{ minimum: 3 }", "'minimum' of the type 'string' constrains nothing here"),
            ("{ type: integer, pattern: a }", "'pattern' of the type 'integer' constrains nothing here"),
            ("{ anyOf: [] }", "'anyOf' without a choice constrains nothing here"),
            (
                "{ anyOf: [{ pattern: a, maxLength: 3 }, { pattern: b }] }",
                "a second constraint of a choice constrains nothing here"
            ),
            ("{ $ref: \"#/components/schemas/T\", maxLength: 3 }", "'maxLength' beside '$ref' constrains nothing here"),
        ])
    func constraints(_ schema: String, _ loss: String) {
        let parameter = "{ name: id, in: path, required: true, schema: \(schema) }"
        let document = Self.read(
            """
            openapi: 3.1.0
            info: { title: A, version: "1" }
            paths:
              /a/{id}: { get: { parameters: [\(parameter)], responses: {} } }
              /b/{id}: { get: { parameters: [\(parameter)], responses: {} } }
            components: { schemas: { T: { type: string } } }

            """)
        #expect(ContractImport(document).losses == [loss])
    }

    @Test("A list of values of another type is no value of the type")
    func listedTypes() {
        let document = Self.read(
            """
            openapi: 3.1.0
            info: { title: A, version: "1" }
            paths:
              /a/{id}:
                parameters: [{ name: id, in: path, required: true, schema: { type: [integer, boolean], enum: [1, x, true] } }]
                get: { responses: {} }

            """)
        let made = ContractImport(document)
        #expect(
            made.losses.isEmpty && made.manifest().contains("params: { id: [\"1\", \"true\"] }"), "\(made.manifest())")
    }

    @Test("The content of a parameter is listed, because only schemas constrain it")
    func content() {
        let document = Self.read(
            """
            openapi: 3.1.0
            info: { title: A, version: "1" }
            paths:
              /a/{id}:
                parameters: [{ name: id, in: path, required: true, content: { text/plain: { schema: { type: integer } } } }]
                get: { responses: {} }

            """)
        #expect(ContractImport(document).losses == ["the 'content' of a parameter constrains nothing here"])
    }

    @Test("A method that a route cannot have is listed, and the check says that no route can have it")
    func methods() throws {
        let document = Self.read(
            """
            openapi: 3.2.0
            info: { title: A, version: "1" }
            paths:
              /a:
                query: { responses: {} }
                additionalOperations: { link: { responses: {} }, COPY: { responses: {} } }

            """)
        let made = ContractImport(document)
        #expect(made.losses == ["'link /a': a route cannot have the method 'link'"])
        let compilation = try Self.compile(made.manifest())
        let contract = Contract(document, compilation.set, try #require(compilation.table))
        let found = contract.findings(.standard).diagnostics
        #expect(found.map(\.message) == ["no route serves 'link /a'"])
        #expect(found.first?.help == "remove the operation, because a route cannot have the method 'link'")
    }

    @Test(
        "The help of a route that no operation documents says what its user can do",
        arguments: [
            ("3.1.0", "\"/b/**\"", "GET", "write '# waybill:allow O002 -- REASON' above it"),
            (
                "3.1.0", "/b", "QUERY",
                "write 'openapi: 3.2.0' and the operation under 'query', or write '# waybill:allow O002 -- REASON' above it"
            ),
            ("3.2.0", "/b", "QUERY", "add the operation to the document, under 'query' of '/b'"),
            ("3.2.0", "/b", "PURGE", "add the operation to the document, under 'additionalOperations' of '/b'"),
            ("3.1.0", "/b", "PUT", "add the operation to the document, as 'waybill openapi export --into' does"),
        ])
    func undocumented(_ version: String, _ url: String, _ method: String, _ help: String) throws {
        let document = Self.read(
            "openapi: \(version)\ninfo: { title: A, version: '1' }\npaths: { /a: { get: { responses: {} } } }\n")
        let compilation = Compilation.compile(
            text: """
                waybill: 1
                routes:
                  - { id: a, url: /a, methods: [GET], handler: a }
                  - { id: b, url: \(url), methods: [\(method)], handler: b }
                """)
        let contract = Contract(document, compilation.set, try #require(compilation.table))
        let found = contract.findings(.standard).diagnostics
        #expect(found.map(\.rule) == [.undocumentedRoute] && found[0].help == help, "\(found.map(\.help))")
    }

    @Test("What routes know nothing of is listed: hosts, servers, callbacks, webhooks and optional parameters")
    func otherLosses() {
        let losses = ContractImport(
            Self.read(
                """
                openapi: 3.1.0
                info: { title: A, version: "1" }
                servers: [{ url: https://one.example.com/v1 }, { url: https://two.example.com/v2 }]
                paths:
                  /a:
                    get:
                      parameters: [{ name: q, in: query }, { name: X-Trace, in: header, required: false }]
                      responses: {}
                    post:
                      servers: [{ url: https://three.example.com }]
                      callbacks: { done: { "{$request.body#/url}": { post: { responses: {} } } } }
                      responses: {}
                webhooks:
                  added: { post: { responses: {} } }

                """)
        ).losses
        #expect(
            losses == [
                "the host 'one.example.com', because routes match every host",
                "the host 'two.example.com', because routes match every host",
                "the base path '/v2' of another server",
                "'GET /a': its handler reads the optional query parameter 'q', header parameter 'X-Trace'",
                "'POST /a': its own servers", "'POST /a': its callbacks",
                "webhooks, because they are requests that the service sends",
            ])
    }

    @Test("The gates of an import fulfill the security of its document, without a configuration")
    func security() throws {
        let document = Self.read(Self.document)
        let compilation = try Self.compile(ContractImport(document).manifest())
        let contract = Contract(document, compilation.set, try #require(compilation.table))
        let own = contract.findings(.standard).diagnostics.filter { $0.rule == .unguardedOperation }
        #expect(
            own.map(\.severity) == [.warning] && own[0].message.hasPrefix("'GET /pets/latest' is documented without"))
        let silent = try Self.compile(ContractImport(document).manifest().replacing(#/    with: .*\n/#, with: ""))
        let other = Contract(document, silent.set, try #require(silent.table))
        let found = other.findings(.standard).diagnostics.filter { $0.rule == .unguardedOperation }
        #expect(found.map(\.severity) == [.warning, .warning])
    }

    @Test("Routes of every kind are exported")
    func kinds() throws {
        let compilation = Compilation.compile(
            text: """
                waybill: 1
                tags: { api: For programs. }
                interceptors:
                  login: { url: "/secret/**", use: login }
                routes:
                  - { id: a, summary: Shows a., url: "/a/:x/*/b.:y", methods: [GET], params: { x: slug }, handler: a, tags: [api] }
                  - { id: b, urls: [/b, /bb], methods: [GET, POST], handler: b }
                  - { id: c, url: /c, methods: [GET], redirect: { to: /b, status: 308 } }
                  - { id: d, url: "/d/**", methods: [GET], handler: d }
                  - { id: e, url: "shop://e", handler: e }
                  - { id: f, url: /secret/f, methods: [GET], handler: f }
                  - { id: g, url: /g, methods: [PURGE], handler: g }
                """)
        let configuration = compilation.configuration(
            ConfigurationFile(
                source: SourceFile(
                    path: ".waybill.yaml", bytes: Array("openapi: { security: { bearerAuth: login } }".utf8))))
        let export = ContractExport(compilation.set, try #require(compilation.table), configuration)
        try ContractFixtures.expectGolden(
            export.text() + export.losses.map { "# \($0)\n" }.joined(), at: "kinds.export")
        #expect(export.text(version: .v30).hasPrefix("openapi: 3.0.3\n"))
    }

    @Test("A document of a megabyte is read within a second, and one that refers to itself ends")
    func sizes() {
        let paths = (0..<9_000).map {
            "  /p\($0)/{id}:\n    get: { operationId: o\($0), responses: { default: { description: It. } } }\n"
        }
        let text = "openapi: 3.1.0\ninfo: { title: Big, version: \"1\" }\npaths:\n" + paths.joined()
        #expect(text.utf8.count > 800_000)
        let clock = ContinuousClock()
        var document: OpenAPIDocument?
        let time = clock.measure { document = Self.read(text) }
        #expect(document?.operations.count == 9_000)
        #expect(time < .seconds(5), "\(time) in a debug build")
    }
}
