import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillSyntax
import WaybillTable

/// O004: every request of a secured operation must pass the interceptors of its security, and what all requests of a route
/// pass must be documented.
struct SecurityCheck {
    private let contract: Contract
    private let configuration: LintConfiguration
    private let answers: OperationGuards
    private let gates: SecurityGates
    /// By gate.
    private let gateGuards: [Guards]
    private(set) var diagnostics: [Diagnostic] = []
    /// The schemes that are reported.
    private var reported: Set<String> = []
    /// By the schemes of a clause.
    private var guards: [Set<String>: Guards?] = [:]

    init(_ contract: Contract, _ configuration: LintConfiguration) {
        self.contract = contract
        self.configuration = configuration
        let answers = OperationGuards(contract.set, contract.table)
        self.answers = answers
        gates = SecurityGates(contract.set, configuration)
        gateGuards = gates.gates.map { answers.guards($0.interceptors) }
    }

    /// Whether there is security on one of both sides.
    var isNeeded: Bool {
        !gates.gates.isEmpty || contract.document.operations.contains { !$0.security.isEmpty }
    }

    /// - Parameter served: By operation, the routes that serve some of its requests.
    mutating func run(served: [[RoutePlace]]) {
        reportUnknownInterceptors()
        guard isNeeded else { return }
        for (index, operation) in contract.document.operations.enumerated() {
            guard let definition = contract.operations[index] else { continue }
            checkOmissions(index, definition, served[index])
            guard !operation.security.isEmpty else { continue }
            guard let clauses = Self.clauses(of: operation.security) else {
                diagnostics.append(
                    .undecided("whether every request of '\(operation.title)' is secured", at: operation.span))
                continue
            }
            for clause in clauses {
                guard let guards = guards(of: clause, operation) else { continue }
                for route in Set(served[index].map(\.route)).sorted() {
                    check(operation, definition, clause, route, guards)
                }
            }
        }
    }

    // MARK: Security that is not documented

    /// Reports gates that every request of an operation passes, and of which the document says nothing. If security is
    /// optional, the interceptor only looks at what a request has. What is reported is what an export writes.
    private mutating func checkOmissions(_ index: Int, _ definition: RouteDefinition, _ served: [RoutePlace]) {
        let operation = contract.document.operations[index]
        let omitted = gates.gates.indices.filter { !gates.gates[$0].isNeeded(by: operation.security) }
        guard !omitted.isEmpty, !operation.hasOptionalSecurity else { return }
        let shape = contract.shape(ofOperation: index)
        let own = Set(served.filter { contract.shape(of: $0) == shape }.map(\.route)).sorted()
        // The target of a redirect has its own operation.
        guard let first = own.first(where: { contract.set.routes[$0].destination.target == nil }) else { return }
        let all = Set(served.map(\.route)).sorted()
        for gate in omitted where answers.unguarded(definition, own: own, served: all, by: gateGuards[gate]) == nil {
            report(operation, gates.gates[gate], contract.set.routes[first])
        }
    }

    private mutating func report(_ operation: OpenAPIDocument.Operation, _ gate: SecurityGates.Gate, _ route: Route) {
        let schemes = alternatives(Set(gate.alternatives.flatMap(\.keys)).sorted())
        let interceptors = gate.interceptors.map { contract.set.interceptors[$0].id }
        let names = alternatives(interceptors.map(\.value))
        diagnostics.append(
            Diagnostic(
                .unguardedOperation, at: operation.span,
                "'\(operation.title)' is documented without \(schemes), but no request reaches route '\(route.id.value)' without \(names)",
                severity: .warning,
                notes: interceptors.prefix(1).map { .init("interceptor '\($0.value)' is here", at: $0.span) },
                help: "write it under 'security' of the operation, or let \(names) leave out the route"))
    }

    // MARK: Security that is not fulfilled

    /// G004: a mapping to an unknown interceptor has no effect.
    private mutating func reportUnknownInterceptors() {
        let names =
            contract.set.interceptors.map(\.id.value) + contract.set.interceptors.compactMap(\.action.code?.value)
        for name in configuration.openAPI.security.flatMap(\.interceptors) where !names.contains(name.value) {
            let suggestions = didYouMean(name.value, among: names)
            diagnostics.append(
                Diagnostic(
                    .badConfiguration, at: name.span, "no interceptor has the id '\(name.value)', and none uses it",
                    suggestions: suggestions,
                    help: suggestions.isEmpty ? "declare it in a manifest, or remove it here" : nil))
        }
    }

    /// The limits of alternatives and clauses of one operation.
    private static let (maximumAlternatives, maximumClauses) = (16, 64)

    /// Returns sets of schemes, of each of which one must be fulfilled: A, or B with C, is (A or B) and (A or C).
    ///
    /// - Returns: `nil` for too many.
    private static func clauses(of alternatives: [OpenAPIDocument.Requirement]) -> [Set<String>]? {
        guard alternatives.count <= maximumAlternatives else { return nil }
        var clauses = [Set<String>()]
        for alternative in alternatives {
            guard clauses.count * alternative.count <= maximumClauses else { return nil }
            let longer = clauses.flatMap { clause in alternative.keys.sorted().map { clause.union([$0]) } }
            clauses = longer.uniqued()
        }
        return clauses
    }

    /// Returns the interceptors that fulfill a clause; `nil`, after a warning, if a scheme has none.
    private mutating func guards(of clause: Set<String>, _ operation: OpenAPIDocument.Operation) -> Guards? {
        if let known = guards[clause] { return known }
        let numbers = gates.fulfilling(clause)
        let unknown = clause.filter { !gates.know($0) }.sorted()
        for scheme in unknown where reported.insert(scheme).inserted {
            diagnostics.append(
                Diagnostic(
                    .unguardedOperation, at: operation.span,
                    "no interceptor fulfills the security scheme '\(scheme)' of '\(operation.title)'",
                    severity: .warning,
                    help: "name it in .waybill.yaml: 'openapi: { security: { \(scheme): INTERCEPTOR } }'"))
        }
        let found =
            numbers.isEmpty || !unknown.isEmpty
            ? nil : answers.guards(numbers)
        guards[clause] = .some(found)
        return found
    }

    private mutating func check(
        _ operation: OpenAPIDocument.Operation, _ definition: RouteDefinition, _ clause: Set<String>, _ number: Int,
        _ guards: Guards
    ) {
        let route = contract.set.routes[number]
        switch answers.answer(definition, number, guards) {
        case nil, .guarded: return
        case .undecided:
            diagnostics.append(
                .undecided("whether every request of '\(operation.title)' is secured", at: operation.span))
        case .gap(let gap): report(operation, clause, route, guards, gap, "reaches")
        case .rewrittenGap(let gap, _): report(operation, clause, route, guards, gap, "is rewritten, and reaches")
        }
    }

    private mutating func report(
        _ operation: OpenAPIDocument.Operation, _ clause: Set<String>, _ route: Route, _ guards: Guards,
        _ gap: GuardGap,
        _ verb: String
    ) {
        let names = guards.numbers.map { contract.set.interceptors[$0].id }
        let view = gap.view.map { " in the view of '\($0)'" } ?? ""
        let schemes = alternatives(clause.sorted())
        let words = alternatives(names.map(\.value))
        let mapping = configuration.openAPI.security.first { clause.contains($0.scheme.value) }
        diagnostics.append(
            Diagnostic(
                .unguardedOperation, at: operation.span,
                "'\(operation.title)' needs \(schemes), and a request reaches route '\(route.id.value)' without \(words)",
                notes: [.init("route '\(route.id.value)' is here", at: route.id.span)]
                    + (mapping.map { [.init("the scheme is fulfilled by what is named here", at: $0.scheme.span)] }
                        ?? []),
                witness: gap.witness.text, witnessRemark: "\(verb) '\(route.id.value)' without it" + view,
                help: "let \(words) match all requests of the route in every view, or remove the security"
            ).witnessed(inViewOf: gap.view))
    }
}

/// The interceptors that fulfill security schemes: those that the configuration names and, for other schemes, those that
/// say it in `with:`, as an import writes it: `with: { security: [{ bearerAuth: [] }] }`.
struct SecurityGates {
    /// Interceptors with the alternatives that they check, one of which every request that passes fulfills.
    struct Gate: Sendable {
        var interceptors: [Int]
        var alternatives: [OpenAPIDocument.Requirement]

        /// Whether each documented alternative fulfills one of its own. Scopes do not count.
        func isNeeded(by documented: [OpenAPIDocument.Requirement]) -> Bool {
            !documented.isEmpty
                && documented.allSatisfy { requirement in
                    alternatives.contains { own in own.keys.allSatisfy { requirement[$0] != nil } }
                }
        }
    }

    private(set) var gates: [Gate] = []

    /// The key in `with:`.
    static let key = "security"

    init(_ set: ManifestSet, _ configuration: LintConfiguration) {
        var schemes: [[Int]: [String]] = [:]
        for (scheme, names) in configuration.openAPI.security {
            let numbers = Set(names.flatMap { set.interceptors(called: $0.value) }).sorted()
            if !numbers.isEmpty { schemes[numbers, default: []].append(scheme.value) }
        }
        gates = schemes.sorted { $0.value.lexicographicallyPrecedes($1.value) }.map { numbers, names in
            Gate(interceptors: numbers, alternatives: names.sorted().map { [$0: []] })
        }
        let mapped = Set(schemes.values.joined())
        var declared: [[OpenAPIDocument.Requirement]: [Int]] = [:]
        for number in set.interceptors.indices {
            guard let alternatives = set.interceptors[number].securityAlternatives,
                mapped.isDisjoint(with: alternatives.flatMap(\.keys))
            else { continue }
            declared[alternatives, default: []].append(number)
        }
        gates += declared.sorted { $0.value.lexicographicallyPrecedes($1.value) }.map {
            Gate(interceptors: $1, alternatives: $0)
        }
    }

    func know(_ scheme: String) -> Bool { gates.contains { $0.alternatives.contains { $0.keys.contains(scheme) } } }

    /// Returns the interceptors of which each, by itself, fulfills one of some schemes.
    func fulfilling(_ clause: Set<String>) -> [Int] {
        let all = gates.filter { gate in gate.alternatives.allSatisfy { !clause.isDisjoint(with: $0.keys) } }
        return Set(all.flatMap(\.interceptors)).sorted()
    }
}

extension Interceptor {
    /// The alternatives in its `with:`.
    fileprivate var securityAlternatives: [OpenAPIDocument.Requirement]? {
        guard action.code != nil,
            let value = with?.mappingEntries.first(where: { $0.key.scalarText == SecurityGates.key })?.value,
            case .sequence(let items) = value.content, !items.isEmpty
        else { return nil }
        return items.map { item in
            Dictionary(
                item.mappingEntries.compactMap { entry -> (String, [String])? in
                    guard let name = entry.key.scalarText else { return nil }
                    guard case .sequence(let scopes) = entry.value.content else { return (name, []) }
                    return (name, scopes.compactMap(\.scalarText))
                }
            ) { $1 }
        }
    }
}
