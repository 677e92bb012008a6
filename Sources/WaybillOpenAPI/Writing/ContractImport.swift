import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

/// The operations of a document as a manifest: a route for each operation, an interceptor for each security requirement,
/// and tests from the examples.
package struct ContractImport {
    private let document: OpenAPIDocument
    private let basePath: String
    private var routes: [ImportedRoute] = []
    private var security: ImportedSecurity
    private var singles: [ValueSet: (constraint: ParameterConstraint?, isExact: Bool)] = [:]
    private var automata: [ParameterConstraint: Automaton?] = [:]
    /// What is not carried over, a sentence for each, in the order of the document.
    package private(set) var losses: [String] = []

    /// An operation that becomes a route.
    struct ImportedRoute {
        var operation: OpenAPIDocument.Operation
        /// Without the constraints of captures.
        var definition: RouteDefinition
        var constraints: [(name: String, constraint: ParameterConstraint)]
        var automata: [String: Automaton]

        /// The id of the route in the set.
        var id: String { operation.id?.value ?? "\(operation.method) \(definition.patterns[0].text)" }

        /// The name of the handler in the registry.
        var handler: String { operation.id?.value ?? name }

        /// `getOrdersId` for `GET /orders/:id`.
        private var name: String {
            let words = definition.patterns[0].text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
            return operation.method.lowercased()
                + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        }
    }

    /// - Parameter basePath: The path before all paths of the document; by default that of its first server.
    package init(_ document: OpenAPIDocument, basePath: BasePath? = nil) {
        self.document = document
        self.basePath = basePath?.path ?? document.servers[0].path
        security = ImportedSecurity()
        listServers()
        readRoutes()
        security = ImportedSecurity(routes)
        losses += security.losses
        losses += document.diagnostics.filter { $0.severity < .error }.map(\.message).uniqued()
        for scheme in security.schemes {
            losses.append("the definition of the security scheme '\(scheme)' stays in the document")
        }
        if document.webhooks > 0 { losses.append("webhooks, because they are requests that the service sends") }
    }

    /// Routes match every host, and have one base path.
    private mutating func listServers() {
        losses += document.ownServers.flatMap { server in
            [
                server.host.map { "the host '\($0)', because routes match every host" },
                server.path == basePath ? nil : "the base path '\(server.path)' of another server",
            ].compactMap(\.self)
        }.uniqued()
    }

    private mutating func readRoutes() {
        var shapes: Set<String> = []
        for operation in document.operations {
            guard operation.method.isMethod else {
                losses.append("'\(operation.title)': a route cannot have the method '\(operation.method)'")
                continue
            }
            guard let pattern = operation.pattern(after: basePath), let shape = pattern.shape(MatchSettings())
            else {
                losses.append("'\(operation.title)': no route can have this path after the base path '\(basePath)'")
                continue
            }
            guard shapes.insert("\(operation.method) \(shape)").inserted else {
                losses.append("'\(operation.title)': a route before it has the same requests")
                continue
            }
            routes.append(route(operation, pattern))
        }
    }

    private mutating func route(_ operation: OpenAPIDocument.Operation, _ pattern: Pattern) -> ImportedRoute {
        var constraints: [(name: String, constraint: ParameterConstraint)] = []
        for name in pattern.captureNames {
            guard let parameter = operation.parameters[name] else { continue }
            let (single, isExact) = single(of: parameter.values)
            if !isExact {
                losses.append(
                    "'\(operation.title)': of the schema of '\(parameter.name)' only one constraint is carried over")
            }
            if let single { constraints.append((name, single)) }
        }
        losses += Self.losses(of: operation).map { "'\(operation.title)': \($0)" }
        var automata: [(String, Automaton)] = []
        for (name, constraint) in constraints {
            if let made = automaton(of: constraint) { automata.append((name, made)) }
        }
        return ImportedRoute(
            operation: operation,
            definition: RouteDefinition(id: operation.title, patterns: [pattern], methods: [operation.method]),
            constraints: constraints, automata: Dictionary(firstOf: automata))
    }

    private static func losses(of operation: OpenAPIDocument.Operation) -> [String] {
        let optional = operation.otherParameters.filter { !$0.isRequired }.map(\.title)
        let required = operation.checkedByHandler
        return [
            required.isEmpty ? nil : "its handler checks \(required.joined(separator: ", "))",
            optional.isEmpty ? nil : "its handler reads the optional \(optional.joined(separator: ", "))",
            operation.hasOptionalSecurity ? "its security is optional, so no interceptor checks it" : nil,
            operation.isDeprecated ? "a route cannot be deprecated" : nil,
            operation.hasOwnServers ? "its own servers" : nil,
            operation.hasCallbacks ? "its callbacks" : nil,
        ].compactMap(\.self)
    }

    /// Many parameters have equal schemas, and each is made into an automaton once.
    private mutating func single(of values: ValueSet) -> (constraint: ParameterConstraint?, isExact: Bool) {
        if let known = singles[values] { return known }
        let made = values.single(caseSensitive: true)
        singles[values] = made
        return made
    }

    private mutating func automaton(of constraint: ParameterConstraint) -> Automaton? {
        if let known = automata[constraint] { return known }
        let made = try? Automaton(constraint, caseSensitive: true)
        automata[constraint] = .some(made)
        return made
    }

    // MARK: Texts

    /// The manifest, with the tests or without.
    package func manifest(withTests: Bool = true) -> String {
        var text = "waybill: 1\n"
        text += security.text
        text += routes.isEmpty ? "routes: []\n" : "routes:\n" + routes.map(Self.text).joined()
        return text + (withTests ? tests.map { "\n" + $0.dropFirst("waybill: 1\n".count) } ?? "" : "")
    }

    private static func text(_ route: ImportedRoute) -> String {
        let operation = route.operation
        var lines: [String] = []
        if let id = operation.id { lines.append("id: \(ScalarText.written(id.value))") }
        if let summary = operation.summary?.split(whereSeparator: \.isWhitespace).joined(separator: " "),
            !summary.isEmpty
        {
            lines.append("summary: \(ScalarText.written(summary))")
        }
        lines.append("url: \(ScalarText.written(route.definition.patterns[0].text))")
        lines.append("methods: [\(ScalarText.written(operation.method))]")
        lines.append("handler: \(ScalarText.written(route.handler))")
        if !route.constraints.isEmpty {
            let params = route.constraints.map { "\(ScalarText.written($0.name)): \($0.constraint.yaml)" }
            lines.append("params: { \(params.joined(separator: ", ")) }")
        }
        let tags = operation.tags.map(\.asTag).uniqued()
        if !tags.isEmpty { lines.append("tags: [\(tags.map(ScalarText.written).joined(separator: ", "))]") }
        return "  - " + lines.joined(separator: "\n    ") + "\n"
    }

    /// A file with the tests from examples; `nil` if there are none.
    package var tests: String? {
        let table = preview
        let drafts = routes.indices.compactMap { draft(of: $0, table) }
        if drafts.isEmpty { return nil }
        let items = drafts.flatMap { draft in draft.yaml.split(separator: "\n").map { "  \($0)\n" } }
        return "waybill: 1\ntests:\n" + items.joined()
    }

    private func draft(of number: Int, _ table: RoutingTable) -> TestDraft? {
        let route = routes[number]
        let pattern = route.definition.patterns[0]
        let values = pattern.slots.map { route.operation.parameters[$0.label]?.example }
        guard !values.contains(nil), !values.isEmpty else { return nil }
        let texts = values.compactMap(\.self)
        for (slot, text) in zip(pattern.slots, texts) {
            guard !text.isEmpty, route.automata[slot.label]?.matches(Array(text.utf8)[...]) ?? true else { return nil }
        }
        let url = pattern.parts(URLValues(texts), table.settings).url
        let served = (try? table.match(url, method: route.operation.method, in: .everything))?.route
        guard served?.route == number else { return nil }
        let method = route.operation.method == "GET" ? nil : route.operation.method
        return TestDraft(url: url, method: method, tags: [], facts: [.route(route.id)])
    }

    /// The table of the routes.
    private var preview: RoutingTable {
        RoutingTable(
            routes: routes.map { route in
                var definition = route.definition
                definition.constraints = route.automata
                return definition
            })
    }
}

extension String {
    /// The text as a tag, which is one word.
    fileprivate var asTag: String {
        String(map { $0.isASCII && ($0.isLetter || $0.isNumber) || "_.-".contains($0) ? $0 : "-" })
    }
}
