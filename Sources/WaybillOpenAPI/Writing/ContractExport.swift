package import WaybillManifest
import WaybillProofs
package import WaybillRules
import WaybillSyntax
package import WaybillTable
import WaybillTools

/// The routes of a set as the paths of an OpenAPI document.
///
/// Operations are sorted by path and method, so that a changed route changes few lines.
package struct ContractExport {
    /// Sorted.
    private(set) var paths: [Path] = []
    /// What the document cannot say, a sentence for each.
    package private(set) var losses: [String] = []
    private(set) var schemes: Set<String> = []
    let tags: [TagDeclaration]

    /// A path with its operations.
    struct Path {
        var text: String
        var operations: [Operation]
        /// The parameters of requests with other methods, in the order of the path; `nil` if no route serves them.
        var others: [Parameter]?
    }

    struct Operation {
        /// In lower case.
        var method: String
        var id: String?
        /// The members of the operation between its id and its parameters.
        var head: [SchemaValue.Member]
        var security: [OpenAPIDocument.Requirement]
        var responses: SchemaValue
        /// In the order of the path.
        var parameters: [Parameter]

        /// Returns the operation.
        ///
        /// - Parameters:
        ///   - names: Other names of its parameters, in their order.
        ///   - hasDefault: Whether the document has security for operations that say nothing.
        func value(naming names: [String]? = nil, hasDefault: Bool = false) -> SchemaValue {
            let named = zip(parameters, names ?? parameters.map(\.name)).map { $0.documentValue(named: $1) }
            var members = (id.map { [SchemaValue.Member("operationId", .text($0))] } ?? []) + head
            if !named.isEmpty { members.append(.init("parameters", .array(named))) }
            if !security.isEmpty || hasDefault {
                members.append(.init("security", .array(security.map(\.documentValue))))
            }
            return .object(members + [.init("responses", responses)])
        }
    }

    /// A path parameter with what the routes of the path allow, each: `nil` for any value.
    struct Parameter {
        var name: String
        var constraints: [ParameterConstraint?]

        var schema: SchemaValue { .schema(anyOf: constraints) }

        var values: ValueSet { .union(of: constraints) }
    }

    /// One pattern of a route, with the methods that it names and a document can have.
    private struct Member {
        var place: RoutePlace
        var pattern: Pattern
        /// `nil` for every method.
        var methods: [String]?
    }

    private let set: ManifestSet
    private let table: RoutingTable
    private let gates: SecurityGates
    private let answers: OperationGuards
    /// By gate.
    private let gateGuards: [Guards]
    private let catalog: PathCatalog
    private var search: CoverageSearch
    private var ids: Set<String> = []

    /// - Parameter configuration: It names the interceptors of security schemes.
    package init(_ set: ManifestSet, _ table: RoutingTable, _ configuration: LintConfiguration) {
        self.set = set
        self.table = table
        gates = SecurityGates(set, configuration)
        let answers = OperationGuards(set, table)
        self.answers = answers
        gateGuards = gates.gates.map { answers.guards($0.interceptors) }
        catalog = PathCatalog(table.settings)
        let routes = gates.gates.isEmpty ? [] : table.routes.map { $0.visible(at: nil).definition }
        search = CoverageSearch(routes, catalog)
        let used = Set(table.routes.flatMap(\.tags))
        tags = set.tags.filter { used.contains($0.name.value) && $0.summary != nil }
        for members in groups() { add(members) }
        paths.sort { $0.text.exact < $1.text.exact }
        listSecurity()
    }

    /// Says where security comes from if there is none, and which definitions of schemes are guesses.
    private mutating func listSecurity() {
        if gates.gates.isEmpty, let first = set.interceptors.first(where: { $0.action.code != nil }) {
            losses.append(
                "security, because no interceptor is known to fulfill a scheme: write in .waybill.yaml "
                    + "'openapi: { security: { bearerAuth: \(first.id.value) } }' if '\(first.id.value)' does")
        }
        losses += schemes.sorted().filter { Self.knownScheme($0) == nil }.map {
            "the definition of the security scheme '\($0)': routes know only its name, and 'apiKey' is a guess; correct it"
        }
    }

    /// Returns the patterns of routes that requests of HTTP can reach, those of one shape together.
    private mutating func groups() -> [[Member]] {
        var groups: [String: [Member]] = [:]
        for (number, route) in table.routes.enumerated() {
            for (index, pattern) in route.patterns.enumerated() {
                guard pattern.scheme.map({ ["http", "https"].contains($0) }) ?? true else {
                    lose("'\(pattern)' has no request of HTTP", route)
                    continue
                }
                if pattern.host != .any { lose("the host of '\(pattern)' is left out", route) }
                guard let shape = pattern.shape(table.settings) else {
                    lose("no path template can have the '**' of '\(pattern)'", route)
                    continue
                }
                let place = RoutePlace(route: number, pattern: index)
                groups[shape, default: []].append(Member(place: place, pattern: pattern, methods: methods(of: route)))
            }
        }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns the methods that a document can have; `nil` for every method.
    private mutating func methods(of route: RouteDefinition) -> [String]? {
        if route.methods.isEmpty { return nil }
        return route.methods.filter { method in
            guard !Contract.documentable.contains(method) else { return true }
            lose("OpenAPI 3.1 has no method \(method)", route)
            return false
        }
    }

    private mutating func lose(_ what: String, _ route: RouteDefinition) {
        losses.append("route '\(route.id)': \(what)")
    }

    /// A route for every method is documented by GET, and belongs to every other operation of its path.
    private mutating func add(_ members: [Member]) {
        guard let text = members[0].pattern.pathPattern.openAPIPath else { return }
        let open = members.filter { $0.methods == nil }
        var operations: [Operation] = []
        for method in Contract.documentable {
            var own = members.filter { $0.methods?.contains(method) ?? false }
            if !own.isEmpty || method == "GET" { own += open }
            if !own.isEmpty { operations.append(operation(method, own, like: members[0].pattern)) }
        }
        guard !operations.isEmpty else { return }
        let others = open.isEmpty ? nil : parameters(open, like: members[0].pattern)
        paths.append(Path(text: text, operations: operations, others: others))
    }

    // MARK: Operations

    private mutating func operation(_ method: String, _ members: [Member], like first: Pattern) -> Operation {
        let routes = members.map { set.routes[$0.place.route] }
        var head: [SchemaValue.Member] = []
        if let summary = routes[0].summary { head.append(.init("summary", .text(summary))) }
        let parameters = documented(members, like: first)
        let tags = Set(members.flatMap { table.routes[$0.place.route].tags }).sorted()
        if !tags.isEmpty { head.append(.init("tags", .names(tags))) }
        return Operation(
            method: method.lowercased(), id: operationID(method, members[0]), head: head,
            security: security(method, members, parameters),
            responses: responses(routes[0]), parameters: parameters)
    }

    private mutating func operationID(_ method: String, _ member: Member) -> String? {
        let route = set.routes[member.place.route]
        guard route.hasExplicitID else { return nil }
        let definition = table.routes[member.place.route]
        let isOnly = definition.patterns.count * max(definition.methods.count, 1) == 1
        var id = route.id.value
        if !isOnly {
            id += "." + method.lowercased() + (member.place.pattern == 0 ? "" : ".\(member.place.pattern + 1)")
        }
        if ids.insert(id).inserted { return id }
        lose("its operationId '\(id)', because another operation has it", definition)
        return nil
    }

    private mutating func documented(_ members: [Member], like first: Pattern) -> [Parameter] {
        let parameters = parameters(members, like: first)
        if parameters.count > 1, members.count > 1 {
            lose(
                "its values are documented together with those of other routes of the path",
                table.routes[members[0].place.route])
        }
        return parameters
    }

    private func parameters(_ members: [Member], like first: Pattern) -> [Parameter] {
        first.slots.enumerated().map { index, slot in
            let constraints = members.map { member in
                let name = member.pattern.slots[index].label
                return set.routes[member.place.route].constrained.first { $0.name.value == name }?.constraint
            }
            return Parameter(name: slot.label, constraints: constraints)
        }
    }

    private func responses(_ route: Route) -> SchemaValue {
        guard let status = route.destination.status, let target = route.destination.target else {
            let name = route.destination.handler?.value ?? route.destination.module?.value ?? route.id.value
            return ["default": ["description": .text("The answer of \(name).")]]
        }
        return [
            "\(status.rawValue)": [
                "description": .text("Redirects to \(target.text.value)."),
                "headers": ["Location": ["schema": ["type": "string"]]],
            ]
        ]
    }

    // MARK: Security

    /// Returns the alternatives of which every request of an operation fulfills one, by the interceptors that run.
    private mutating func security(
        _ method: String, _ members: [Member], _ parameters: [Parameter]
    ) -> [OpenAPIDocument.Requirement] {
        guard !gates.gates.isEmpty, let operation = definition(method, members[0].pattern, parameters) else {
            return []
        }
        // Without an answer within the limits, nothing is known to be secured.
        guard let coverage = search.coverage(of: catalog.path(of: operation), [method]) else { return [] }
        let served = Set(coverage.sharing.map(\.route)).sorted()
        let own = Set(members.map(\.place.route)).sorted()
        var passed: [[OpenAPIDocument.Requirement]] = []
        for (number, gate) in gates.gates.enumerated() {
            let other = answers.unguarded(operation, own: own, served: served, by: gateGuards[number])
            guard let other else {
                passed.append(gate.alternatives)
                continue
            }
            if !own.contains(other) {
                let schemes = alternatives(Set(gate.alternatives.flatMap(\.keys)).sorted())
                lose(
                    "its security \(schemes), because requests of '\(operation.id)' may reach route "
                        + "'\(table.routes[other].id)' without it", table.routes[own[0]])
            }
        }
        guard let all = [OpenAPIDocument.Requirement].all(passed) else {
            lose("its security has too many alternatives", table.routes[members[0].place.route])
            return []
        }
        schemes.formUnion(all.flatMap(\.keys))
        return all
    }

    /// Returns the operation as the check reads it from the document.
    private func definition(_ method: String, _ pattern: Pattern, _ parameters: [Parameter]) -> RouteDefinition? {
        guard let text = pattern.pathPattern.openAPIPath, let template = try? PathTemplate(text),
            let read = try? Pattern(template.patternText)
        else { return nil }
        let automata = zip(read.slots, parameters).compactMap { slot, parameter in
            parameter.values.automaton(caseSensitive: table.settings.isCaseSensitive).map { (slot.label, $0) }
        }
        return RouteDefinition(
            id: "\(method) \(text)", patterns: [read], constraints: Dictionary(firstOf: automata), methods: [method])
    }
}

extension ContractExport.Parameter {
    fileprivate func documentValue(named name: String) -> SchemaValue {
        ["name": .text(name), "in": "path", "required": true, "schema": schema]
    }
}

extension OpenAPIDocument.Requirement {
    var documentValue: SchemaValue {
        .object(sorted { $0.key < $1.key }.map { .init($0.key, .names($0.value)) })
    }
}
