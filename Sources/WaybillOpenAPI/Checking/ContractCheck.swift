import WaybillManifest
import WaybillProofs
package import WaybillRules
import WaybillSyntax
import WaybillTable
package import WaybillTools

extension Contract {
    /// Compares the operations and the routes in both directions.
    ///
    /// - Parameter configuration: It names the interceptors of security schemes.
    /// - Returns: The problems of the document and the differences, sorted by place. If the document was not read to its end,
    ///   differences would follow from that alone, so there are none.
    /// - Complexity: Near linear in the operations and routes; each has few neighbors.
    package func findings(_ configuration: LintConfiguration) -> ContractFindings {
        guard document.isRead else {
            return ContractFindings(diagnostics: document.diagnostics, files: document.files, isRead: false)
        }
        var check = ContractCheck(self)
        check.checkOperations()
        check.checkRoutes()
        var security = SecurityCheck(self, configuration)
        security.run(served: check.served)
        let all = document.diagnostics + check.diagnostics + security.diagnostics
        return ContractFindings(diagnostics: all.sortedByPlace(), files: document.files)
    }
}

/// Finds operations without a route, routes without an operation, and values that only one of them has.
struct ContractCheck {
    let contract: Contract
    private var found: [Diagnostic] = []
    /// The questions that exceeded the limits.
    private var undecided: [(question: String, span: SourceSpan)] = []
    /// By operation: the routes that serve some of its requests.
    private(set) var served: [[RoutePlace]]
    private let catalog: PathCatalog
    private var routes: CoverageSearch
    private var operations: CoverageSearch
    /// By number in the search for operations: the operation.
    private let numbers: [Int]
    private let byShape: [String: Int]

    init(_ contract: Contract) {
        self.contract = contract
        catalog = PathCatalog(contract.table.settings)
        routes = CoverageSearch(contract.routes, catalog)
        numbers = contract.operations.indices.filter { contract.operations[$0] != nil }
        operations = CoverageSearch(contract.operations.compactMap(\.self), catalog)
        served = Array(repeating: [], count: contract.operations.count)
        byShape = contract.operationsByShape
    }

    private func operation(_ index: Int) -> OpenAPIDocument.Operation { contract.document.operations[index] }

    private func route(_ place: RoutePlace) -> Route { contract.set.routes[place.route] }

    private mutating func reportUndecided(_ question: String, _ span: SourceSpan) {
        undecided.append((question, span))
    }

    /// The differences and, as one problem, the questions that were too expensive.
    var diagnostics: [Diagnostic] {
        let open = undecided.prefix(1).map { Diagnostic.undecided($0.question, more: undecided.count - 1, at: $0.span) }
        return found + open
    }

    // MARK: O001, O003: operations

    mutating func checkOperations() {
        for index in numbers {
            guard let definition = contract.operations[index] else { continue }
            guard let coverage = routes.coverage(of: definition) else {
                reportUndecided("whether a route serves '\(operation(index).title)'", operation(index).span)
                continue
            }
            served[index] = coverage.sharing.compactMap(contract.place)
            if coverage.sharing.isEmpty {
                reportUnserved(index, definition)
            } else if !coverage.isWhole, let witness = routes.uncovered(coverage, like: definition.patterns[0]) {
                reportUnserved(witness, of: index, definition)
            }
        }
        reportHandlerChecks()
    }

    /// A remark about what a document requires, and routes do not see.
    private mutating func reportHandlerChecks() {
        let all = contract.document.operations.filter { !$0.checkedByHandler.isEmpty }
        guard let first = all.first else { return }
        let names = first.checkedByHandler.joined(separator: ", ")
        let others = all.count == 1 ? "" : ", and those of \(all.count - 1) more operations,"
        let verb = all.count == 1 && first.checkedByHandler.count == 1 ? "is" : "are"
        found.append(
            Diagnostic(
                .badDocument, at: first.span,
                "the required \(names) of '\(first.title)'\(others) \(verb) not compared: handlers check what is not in the path",
                severity: .hint))
    }

    private mutating func reportUnserved(_ index: Int, _ definition: RouteDefinition) {
        let operation = operation(index)
        var diagnostic = Diagnostic(
            .unservedOperation, at: operation.span, "no route serves '\(operation.title)'",
            notes: neighbors(of: definition), witness: witness(of: definition),
            witnessRemark: contract.set.fallback == nil ? "matches no route" : "goes to the fallback",
            help: "add the route, or remove the operation")
        if !contract.base.path.isEmpty {
            diagnostic.reasons = ["the base path is '\(contract.base.path)', of a server of the document"]
        }
        found.append(diagnostic)
    }

    /// The limit of related places in one problem.
    private static let maximumNotes = 3

    /// Returns the routes with the same path that answer other methods, or whose values differ.
    private mutating func neighbors(of definition: RouteDefinition) -> [Diagnostic.Note] {
        var places = routes.near(definition)
        places = Array(places.filter { $0.route < contract.set.routes.count }.prefix(Self.maximumNotes))
        return places.map { near in
            let route = contract.set.routes[near.route]
            let methods = route.methods.map(\.value)
            let answers = definition.methods.allSatisfy { methods.isEmpty || methods.contains($0) }
            let what = answers ? "takes other values" : "answers \(methods.joined(separator: ", "))"
            return .init("route '\(route.id.value)' \(what)", at: contract.placeSpan(contract.place(near)))
        }
    }

    /// Returns any request of an operation.
    private func witness(of definition: RouteDefinition) -> String? {
        var search = CoverageSearch([], catalog)
        guard let all = search.coverage(of: definition),
            let found = search.uncovered(all, like: definition.patterns[0])
        else { return nil }
        return contract.text(found)
    }

    private mutating func reportUnserved(_ witness: RequestWitness, of index: Int, _ definition: RouteDefinition) {
        let operation = operation(index)
        let place = served[index].first { shape(of: $0) == contract.shape(ofOperation: index) } ?? served[index].first
        let parameter = place.flatMap { wider(definition, than: $0) }.flatMap { operation.parameters[$0] }
        let what = parameter.map { "values of '\($0.name)'" } ?? "requests"
        found.append(
            Diagnostic(
                .differentValues, at: parameter?.span ?? operation.path.span,
                "'\(operation.title)' allows \(what) that no route serves",
                notes: place.map { [note($0)] } ?? [], witness: contract.text(witness),
                witnessRemark: "is documented, and no route serves it",
                help: "restrict the schema, or widen 'params'\(place.map { " of '\(route($0).id.value)'" } ?? "")"))
    }

    private func shape(of place: RoutePlace) -> String? { contract.shape(of: place) }

    private func note(_ place: RoutePlace) -> Diagnostic.Note {
        let span = route(place).constrained.first?.valueSpan ?? contract.placeSpan(place)
        return .init("route '\(route(place).id.value)' is here", at: span)
    }

    /// Returns the first capture of an operation with values that the capture of a route at the same segment rejects.
    private func wider(_ definition: RouteDefinition, than place: RoutePlace) -> String? {
        let route = contract.table.routes[place.route]
        let others = route.patterns[place.pattern].slots
        return definition.patterns[0].slots.first { slot in
            guard let other = others.first(where: { $0.segment == slot.segment }) else { return false }
            let theirs = route.constraints[other.label] ?? .any
            return !(definition.constraints[slot.label] ?? .any).isSubset(of: theirs)
        }?.label
    }

    // MARK: O002, O003: routes

    mutating func checkRoutes() {
        for number in contract.set.routes.indices {
            for (index, pattern) in contract.patternIndices[number].enumerated() {
                let place = RoutePlace(route: number, pattern: pattern)
                let methods = contract.routes[number].methods
                guard !methods.isEmpty else {
                    checkEveryMethod(place, index)
                    continue
                }
                for method in methods { check(place, index, methods: [method]) }
            }
        }
    }

    /// A route for every method is documented by any operation at its path.
    private mutating func checkEveryMethod(_ place: RoutePlace, _ index: Int) {
        let definition = contract.routes[place.route]
        guard let coverage = operations.coverage(of: definition, pattern: index) else {
            return reportUndecided("whether '\(route(place).id.value)' is documented", contract.placeSpan(place))
        }
        let same = coverage.sharing.map { numbers[$0.route] }.filter {
            contract.shape(ofOperation: $0) == shape(of: place)
        }
        guard !same.isEmpty else { return reportUndocumented(place, [], coverage) }
        for method in Set(same.map { operation($0).method }).sorted() { check(place, index, methods: [method]) }
    }

    private mutating func check(_ place: RoutePlace, _ index: Int, methods: [String]) {
        var definition = contract.routes[place.route]
        definition.methods = methods
        guard let coverage = operations.coverage(of: definition, pattern: index) else {
            return reportUndecided("whether '\(route(place).id.value)' is documented", contract.placeSpan(place))
        }
        let same = shape(of: place).flatMap { byShape["\(methods[0]) \($0)"] }
        guard !coverage.sharing.isEmpty, let same else { return reportUndocumented(place, methods, coverage) }
        guard !coverage.isWhole else { return }
        let contract = contract
        let witness = operations.uncovered(coverage, like: definition.patterns[index]) { witness in
            contract.verdict(on: witness, servedBy: place)
        }
        if let witness { reportUndocumented(witness, of: place, same) }
    }

    private mutating func reportUndocumented(
        _ place: RoutePlace, _ methods: [String], _ coverage: CoverageSearch.Coverage
    ) {
        let route = route(place)
        let title = methods.isEmpty ? "" : "\(methods[0]) of "
        let reason = reasonForInfo(place, methods, coverage)
        found.append(
            Diagnostic(
                .undocumentedRoute, at: contract.placeSpan(place),
                "no operation documents \(title)route '\(route.id.value)'\(reason.map { ": \($0)" } ?? "")",
                severity: reason == nil ? nil : .info,
                notes: coverage.sharing.prefix(1).map { other in
                    let operation = operation(numbers[other.route])
                    return .init("'\(operation.title)' covers some of its requests", at: operation.span)
                },
                help: "add the operation to the document, as 'waybill openapi export --into' does"))
    }

    /// Returns why it is no problem that a route is not documented.
    private func reasonForInfo(
        _ place: RoutePlace, _ methods: [String], _ coverage: CoverageSearch.Coverage
    ) -> String? {
        if route(place).destination.status != nil { return "it redirects the client" }
        if shape(of: place) == nil { return "no path template can have a '**'" }
        if let method = methods.first, !Contract.documentable.contains(method) {
            return "no operation of OpenAPI 3.1 can have this method"
        }
        return !coverage.sharing.isEmpty && coverage.isWhole ? "another template covers its URLs" : nil
    }

    private mutating func reportUndocumented(_ witness: RequestWitness, of place: RoutePlace, _ index: Int) {
        let operation = operation(index)
        let route = route(place)
        let parameter = operation.parameters.values.min { $0.span < $1.span }
        found.append(
            Diagnostic(
                .differentValues, at: route.constrained.first?.valueSpan ?? contract.placeSpan(place),
                "route '\(route.id.value)' serves values that '\(operation.title)' does not allow", severity: .warning,
                notes: [.init("the document is here", at: parameter?.span ?? operation.span)],
                witness: contract.text(witness), witnessRemark: "is served, and not documented",
                help: "restrict 'params' of '\(route.id.value)', or widen the schema"))
    }
}

extension Contract {
    /// The methods that OpenAPI 3.0 and 3.1 have.
    static let documentable: Set = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]

    func placeSpan(_ place: RoutePlace?) -> SourceSpan {
        guard let place else { return .startOfFile() }
        let route = set.routes[place.route]
        let isFirst = place.pattern == 0
        return isFirst && route.hasExplicitID ? route.id.span : route.patterns[place.pattern].span
    }

    /// Returns the request at the host, as `explain` takes it.
    func text(_ witness: RequestWitness) -> String {
        RequestWitness(url: (base.host.map { "http://\($0)" } ?? "") + witness.url, method: witness.method).text
    }

    /// Returns whether a route serves a request, and which other one does.
    func verdict(on witness: RequestWitness, servedBy place: RoutePlace) -> CoverageSearch.Verdict {
        let host: String? =
            switch table.routes[place.route].patterns[place.pattern].host {
            case .any: base.host
            case .literal(let name): name
            case .suffix(let suffix): base.host ?? "a\(suffix)"
            }
        let url = (host.map { "http://\($0)" } ?? "") + witness.url
        guard let match = try? table.match(url, method: witness.method, in: .everything), let server = match.route
        else {
            return .rejected
        }
        if server.route == place.route { return .accepted }
        return .taken(table.routes[server.route], pattern: server.pattern)
    }
}
