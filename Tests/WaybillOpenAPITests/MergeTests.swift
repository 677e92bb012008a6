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

    /// Each has a schema of `x` that is not that of the route, and some other use of it.
    private static let otherUses = [
        // An alias of the schema, of something in it, and of the parameters around it.
        """
          /items/{x}:
            get:
              parameters: [{ name: x, in: path, required: true, schema: &s { type: string } }]
              responses: { "200": { description: d, content: { application/json: { schema: *s } } } }
        """,
        """
          /items/{x}:
            get:
              parameters: [{ name: x, in: path, required: true, schema: { type: string, enum: &e [a, b] } }]
              responses: { "200": { description: d, content: { application/json: { schema: { enum: *e } } } } }
        """,
        """
          /items/{x}:
            get:
              parameters: &p [{ name: x, in: path, required: true, schema: { type: string } }]
              responses: {}
          /unserved/{x}:
            get: { parameters: *p, responses: {} }
        """,
        // A reference to the schema, to something in it, and to the parameter around it.
        """
          /items/{x}:
            get:
              parameters: [{ name: x, in: path, required: true, schema: { type: string } }]
              responses:
                "200":
                  description: d
                  content: { application/json: { schema: { $ref: "#/paths/~1items~1%7Bx%7D/get/parameters/0/schema" } } }
        """,
        """
          /items/{x}:
            get:
              parameters: [{ $ref: "#/components/parameters/X" }]
              responses:
                "200":
                  description: d
                  content: { application/json: { schema: { $ref: "#/components/parameters/X/schema/items" } } }
        components: { parameters: { X: { name: x, in: path, required: true, schema: { type: string, items: {} } } } }
        """,
        """
          /items/{x}:
            parameters: [{ $ref: "#/components/parameters/X" }]
            get: { responses: {} }
        webhooks:
          added: { post: { parameters: [{ $ref: "#/components/parameters/X" }], responses: {} } }
        components: { parameters: { X: { name: x, in: path, required: true, schema: { type: string } } } }
        """,
        // An operation that no route serves.
        """
          /items/{x}:
            parameters: [{ name: x, in: path, required: true, schema: { type: string } }]
            get: { responses: {} }
            post: { responses: {} }
        """,
        """
          /items/{x}:
            parameters: [{ $ref: "#/components/parameters/X" }]
            get: { responses: {} }
          /unserved/{x}:
            parameters: [{ $ref: "#/components/parameters/X" }]
            get: { responses: {} }
        components: { parameters: { X: { name: x, in: path, required: true, schema: { type: string } } } }
        """,
        """
          /items/{x}: { $ref: "#/components/pathItems/i" }
          /unserved/{x}: { $ref: "#/components/pathItems/i" }
        components:
          pathItems:
            i:
              parameters: [{ name: x, in: path, required: true, schema: { type: string } }]
              get: { responses: {} }
        """,
    ]

    private static let items =
        "waybill: 1\nroutes: [{ id: a, url: \"/items/:id\", methods: [GET], params: { id: int }, handler: a }]\n"

    @Test("A schema with another use is not changed, but listed", arguments: otherUses)
    func usedElsewhere(_ paths: String) throws {
        let text = head + "paths:\n" + paths + "\n"
        #expect(ImportTests.read(text).diagnostics.filter { $0.severity == .error }.isEmpty)
        let merged = try merge(Self.items, into: text)
        #expect(merged.text == text)
        #expect(merged.losses.count == 1 && merged.losses[0].hasPrefix("the schema of 'x'"), "\(merged.losses)")
    }

    @Test(
        "A schema whose uses are all of operations that the routes serve alike is changed",
        arguments: [
            """
              /items/{x}:
                parameters: [{ $ref: "#/components/parameters/Y" }]
                get: { responses: {} }
            components:
              parameters:
                Y: { $ref: "#/components/parameters/X" }
                X: { name: x, in: path, required: true, schema: { type: string } }
            """,
            """
              /items/{x}: { $ref: "#/components/pathItems/i" }
            components:
              pathItems:
                i:
                  parameters: [{ name: x, in: path, required: true, schema: { type: string } }]
                  get: { responses: {} }
            """,
        ])
    func ownUses(_ paths: String) throws {
        let text = head + "paths:\n" + paths + "\n"
        let merged = try merge(Self.items, into: text)
        #expect(merged.text == text.replacing("{ type: string }", with: "{ type: integer }") && merged.losses.isEmpty)
    }

    @Test("A route for every method serves all operations of its path")
    func everyMethod() throws {
        let text =
            head + """
                paths:
                  /items/{x}:
                    parameters: [{ name: x, in: path, required: true, schema: { type: string } }]
                    get: { responses: {} }
                    post: { responses: {} }

                """
        let merged = try merge(Self.items.replacing("methods: [GET], ", with: ""), into: text)
        #expect(merged.text == text.replacing("{ type: string }", with: "{ type: integer }") && merged.losses.isEmpty)
    }

    @Test(
        "Nothing is added to a path that the document uses elsewhere, too",
        arguments: [
            "  /items/{x}: &i\n    get: { parameters: [PARAMETER], responses: {} }\n  /other/{x}: *i\n",
            "  /items/{x}:\n    get: { parameters: [PARAMETER], responses: {} }\n"
                + "  /other/{x}: { $ref: \"#/paths/~1items~1{x}\" }\n",
        ])
    func sharedPath(_ paths: String) throws {
        let parameter = "{ name: x, in: path, required: true, schema: { type: integer } }"
        let text = head + "paths:\n" + paths.replacing("PARAMETER", with: parameter)
        let merged = try merge(Self.items.replacing("[GET]", with: "[GET, DELETE]"), into: text)
        #expect(merged.text == text)
        #expect(merged.losses == ["'delete' could not be added to '/items/{x}', which line 6 uses, too"])
    }

    @Test("An operation whose security scheme cannot be declared is not added")
    func undeclared() throws {
        let routes = """
            waybill: 1
            interceptors:
              key: { url: /b, use: key, with: { security: [{ key: [] }] }, applies: everywhere }
            routes:
              - { id: b, url: /b, methods: [GET], handler: b }
              - { id: a, url: /a, methods: [GET], handler: a }

            """
        let text = head + "paths:\n  /a:\n    get: { responses: {} }\ncomponents: &c { schemas: {} }\nx-other: *c\n"
        let merged = try merge(routes, into: text)
        #expect(merged.text == text)
        #expect(merged.losses == ["'GET /b', because its security scheme 'key' cannot be declared"])
    }

    @Test(
        "An operationId that the document has is not added again, and is listed",
        arguments: [
            "paths:\n  /legacy:\n    get: { operationId: show, responses: {} }\n",
            "paths:\n  /legacy:\n    get: { responses: {} }\n"
                + "webhooks: { added: { post: { operationId: show, responses: {} } } }\n",
        ])
    func operationIDs(_ document: String) throws {
        let routes = """
            waybill: 1
            routes:
              - { id: show, url: /new, methods: [GET], handler: h }
              - { id: legacy, url: /legacy, methods: [GET, PUT], handler: h }

            """
        let merged = try merge(routes, into: head + document)
        #expect(merged.losses == ["the operationId 'show' of 'GET /new', because another operation has it"])
        let read = ImportTests.read(merged.text)
        #expect(read.diagnostics.isEmpty && read.operations.map(\.title) == ["GET /legacy", "PUT /legacy", "GET /new"])
        let again = try merge(routes, into: merged.text)
        #expect(again.text == merged.text && again.losses.isEmpty)
    }

    @Test("An export has each operationId once, and lists what has none")
    func exportedIDs() throws {
        let compilation = try ImportTests.compile(
            """
            waybill: 1
            routes:
              - { id: a, url: /x, methods: [GET, POST], handler: h }
              - { id: a.get, url: /y, methods: [GET], handler: h }

            """)
        let export = ContractExport(compilation.set, try #require(compilation.table), .standard)
        #expect(ImportTests.read(export.text()).diagnostics.isEmpty)
        #expect(export.losses == ["route 'a.get': its operationId 'a.get', because another operation has it"])
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
