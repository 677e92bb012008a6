import WaybillManifest
import WaybillRules
import WaybillSyntax

/// O: routes beside an OpenAPI document.
extension RuleEntry {
    static let groupO: [RuleEntry] = [
        .unservedOperation, .undocumentedRoute, .differentValues, .unguardedOperation, .badDocument,
    ]

    static let unservedOperation = RuleEntry(
        .unservedOperation,
        summary: "A documented operation must be served by a route.",
        explanation: """
            No route serves any request of the operation: its path is missing, or its routes answer other methods, belong \
            to another host, or have another base path. A client that is generated from the document gets 404 or 405. \
            Suppress the rule if another service serves the operation. It is an info if the route redirects the client, and the \
            operation is neither deprecated nor has an answer that redirects.
            """,
        advice: "Add the route, or remove the operation from the document.",
        example: RuleExample(
            """
            routes:
              - { id: orders.list, url: /orders, methods: [GET], handler: listOrders }
            """,
            document: document(
                """
                  /orders:
                    get: { responses: { "200": { description: All orders. } } }
                    post: { responses: { "201": { description: The new order. } } }
                """),
            fixes: ["methods: [GET]": "methods: [GET, POST]"]))
    static let undocumentedRoute = RuleEntry(
        .undocumentedRoute,
        summary: "A route should be documented.",
        explanation: """
            No operation of the document has this path and this method, so nobody who reads the document knows the route. \
            It is an info where a template of the document covers its URLs, where the route redirects, and where no path \
            template can express the pattern. Suppress the rule for routes that are not part of the contract.
            """,
        advice: "Add the operation: 'waybill openapi export --into' writes it.",
        example: RuleExample(
            """
            routes:
              - { id: orders.list, url: /orders, methods: [GET], handler: listOrders }
              - { id: orders.count, url: /orders/count, methods: [GET], handler: countOrders } # new
            """,
            document: document(
                """
                  /orders:
                    get: { responses: { "200": { description: All orders. } } }
                """),
            fixes: ["  - { id: orders.count, url: /orders/count, methods: [GET], handler: countOrders } # new\n": ""]))
    static let differentValues = RuleEntry(
        .differentValues,
        summary: "A route must serve exactly the documented values.",
        explanation: """
            The schemas of the path parameters and the constraints of the route are different sets. It is an error if a \
            documented request is not served, and a warning if a served request is not documented. The example request is \
            in one set and not in the other.
            """,
        advice: "Change the schema of the parameter, or the 'params' of the route.",
        example: RuleExample(
            """
            routes:
              - { id: orders.show, url: "/orders/:id", methods: [GET], params: { id: "/[1-9][0-9]*/" }, handler: showOrder }
            """,
            document: document(
                """
                  /orders/{id}:
                    get:
                      parameters:
                        - { name: id, in: path, required: true, schema: { type: string, pattern: "^[0-9]+$" } }
                      responses: { "200": { description: The order. } }
                """),
            fixes: ["^[0-9]+$": "^[1-9][0-9]*$"]))
    static let unguardedOperation = RuleEntry(
        .unguardedOperation,
        summary: "A secured operation must be guarded by the interceptor of its security scheme.",
        explanation: """
            The document says that the operation needs a security scheme, and '.waybill.yaml' says which interceptor \
            fulfills that scheme. But a request reaches a route of the operation without the interceptor, in some view or \
            after a rewrite, as in X006. A scheme that no interceptor fulfills is a warning, and so is the contrary: every \
            request of an operation passes an interceptor, and the document does not say that it needs the scheme.
            """,
        advice: "Let the interceptor match all requests of the route, or remove the security from the document.",
        example: RuleExample(
            broken: [
                .init(
                    "routes.yaml",
                    """
                    waybill: 1
                    interceptors:
                      login: { url: "/account/*", use: requireLogin }
                    routes:
                      - { id: orders.list, url: /orders, methods: [GET], handler: listOrders }
                      - { id: account, url: /account/me, methods: [GET], handler: showAccount }
                    """),
                .init(
                    RuleExample.documentPath,
                    document(
                        """
                          /orders:
                            get: { security: [{ bearerAuth: [] }], responses: { "200": { description: All orders. } } }
                          /account/me:
                            get: { security: [{ bearerAuth: [] }], responses: { "200": { description: The account. } } }
                        components:
                          securitySchemes:
                            bearerAuth: { type: http, scheme: bearer }
                        """)),
                .configuration("openapi: { document: openapi.yaml, security: { bearerAuth: login } }"),
            ],
            fixes: ["url: \"/account/*\"": "urls: [\"/account/*\", /orders]"]))
    static let badDocument = RuleEntry(
        .badDocument,
        summary: "An OpenAPI document must be valid, as far as it is about routes.",
        explanation: """
            The document is broken where it describes paths, methods, path parameters or security: a reference leads \
            nowhere, back to itself or to another machine, an id appears twice, or two paths have the same shape. What is \
            only lost on an import is a warning. Everything else in the document is not read.
            """,
        advice: "Correct the document.",
        example: RuleExample(
            """
            routes:
              - { id: orders.show, url: "/orders/:id", methods: [GET], params: { id: int }, handler: showOrder }
            """,
            document: document(
                """
                  /orders/{id}:
                    parameters:
                      - { $ref: "#/components/parameters/orderID" }
                    get: { responses: { "200": { description: The order. } } }
                components:
                  parameters:
                    id: { name: id, in: path, required: true, schema: { type: integer } }
                """),
            fixes: ["parameters/orderID": "parameters/id"]))

    private static func document(_ paths: String) -> String {
        "openapi: 3.1.0\ninfo: { title: Orders, version: \"1\" }\npaths:\n\(paths)"
    }
}
