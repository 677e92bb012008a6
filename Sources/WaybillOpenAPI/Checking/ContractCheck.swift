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
        var security = SecurityCheck(self, configuration)
        check.checkOperations(findingAll: security.isNeeded)
        check.checkRedirects()
        check.checkRoutes()
        security.run(served: check.served)
        let all = document.diagnostics + check.diagnostics + security.diagnostics
        return ContractFindings(diagnostics: all.sortedByPlace(), files: document.files)
    }
}

/// Finds operations without a route, routes without an operation, and values that only one of them has.
///
/// Most routes have exactly the path of an operation, and need no search.
struct ContractCheck {
    let contract: Contract
    var found: [Diagnostic] = []
    /// The questions that exceeded the limits.
    private var undecided: [(question: String, span: SourceSpan)] = []
    /// By operation: the routes that serve some of its requests, or, if not all are asked for, one that serves all.
    private(set) var served: [[RoutePlace]]
    private let catalog: PathCatalog
    private var routes: CoverageSearch
    private var operations: CoverageSearch
    /// By number in the search for operations: the operation.
    private let numbers: [Int]
    private lazy var byShape = contract.operationsByShape

    init(_ contract: Contract) {
        self.contract = contract
        catalog = PathCatalog(contract.table.settings)
        routes = CoverageSearch(contract.routes, catalog)
        numbers = contract.operations.indices.filter { contract.operations[$0] != nil }
        operations = CoverageSearch(contract.operations.compactMap(\.self), catalog)
        served = Array(repeating: [], count: contract.operations.count)
    }

    func operation(_ index: Int) -> OpenAPIDocument.Operation { contract.document.operations[index] }

    func route(_ place: RoutePlace) -> Route { contract.set.routes[place.route] }

    private mutating func reportUndecided(_ question: String, _ span: SourceSpan) {
        undecided.append((question, span))
    }

    /// The differences and, as one problem, the questions that were too expensive.
    var diagnostics: [Diagnostic] {
        let open = undecided.prefix(1).map { Diagnostic.undecided($0.question, more: undecided.count - 1, at: $0.span) }
        return found + open
    }

    // MARK: O001, O003: operations

    /// - Parameter findingAll: Whether ``served`` is needed of every operation.
    mutating func checkOperations(findingAll: Bool) {
        for (number, index) in numbers.enumerated() {
            guard let definition = contract.operations[index] else { continue }
            let path = operations.paths[number][0]
            if !findingAll, let answer = routes.exactAnswer(to: path, definition.methods) {
                served[index] = [answer].compactMap(contract.place)
                continue
            }
            guard let coverage = routes.coverage(of: path, definition.methods) else {
                reportUndecided("whether a route serves '\(operation(index).title)'", operation(index).span)
                continue
            }
            served[index] = coverage.sharing.compactMap(contract.place)
            if coverage.sharing.isEmpty {
                reportUnserved(index, definition, path)
            } else if !coverage.isWhole, let witness = routes.uncovered(coverage, like: definition.patterns[0]) {
                reportUnserved(witness, of: index, definition)
            }
        }
        reportHandlerChecks()
    }

    /// A remark about what a document requires, and routes do not see.
    private mutating func reportHandlerChecks() {
        let all = contract.document.operations.filter { $0.otherParameters.contains(where: \.isRequired) }
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

    private mutating func reportUnserved(_ index: Int, _ definition: RouteDefinition, _ path: Int) {
        let operation = operation(index)
        var diagnostic = Diagnostic(
            .unservedOperation, at: operation.span, "no route serves '\(operation.title)'",
            notes: neighbors(of: definition, path), witness: witness(of: definition, path),
            witnessRemark: contract.set.fallback == nil ? "matches no route" : "goes to the fallback",
            help: Self.help(unserved: operation))
        if !contract.base.path.isEmpty {
            diagnostic.reasons = ["the base path is '\(contract.base.path)', \(contract.baseOrigin)"]
        }
        found.append(diagnostic)
    }

    private static func help(unserved operation: OpenAPIDocument.Operation) -> String {
        guard operation.method.isMethod else {
            return "remove the operation, because a route cannot have the method '\(operation.method)'"
        }
        return operation.isDeprecated
            ? "add a redirect to its successor, or remove the operation" : "add the route, or remove the operation"
    }

    /// The limit of related places in one problem.
    private static let maximumNotes = 3

    /// Returns the routes with the same path that answer other methods, or whose values differ.
    private mutating func neighbors(of definition: RouteDefinition, _ path: Int) -> [Diagnostic.Note] {
        var places = routes.near(path)
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
    private func witness(of definition: RouteDefinition, _ path: Int) -> String? {
        var search = CoverageSearch([], catalog)
        guard let all = search.coverage(of: path, definition.methods),
            let found = search.uncovered(all, like: definition.patterns[0])
        else { return nil }
        return contract.text(found)
    }

    /// Clients of an operation that is only redirected must learn it from the document.
    mutating func checkRedirects() {
        let redirects = Set(contract.set.routes.indices.filter { contract.set.routes[$0].destination.status != nil })
        for index in numbers where !redirects.isEmpty && served[index].allSatisfy({ redirects.contains($0.route) }) {
            let operation = operation(index)
            guard let first = served[index].first.map(route), let status = first.destination.status,
                let target = first.destination.target, !operation.isDeprecated, !operation.hasRedirect
            else { continue }
            found.append(
                Diagnostic(
                    .unservedOperation, at: operation.span,
                    "route '\(first.id.value)' redirects '\(operation.title)' to '\(target.text.value)', and the document does not say so",
                    severity: .info, notes: [.init("route '\(first.id.value)' is here", at: first.id.span)],
                    help: "write 'deprecated: true', or document the answer '\(status.rawValue)'"))
        }
    }

    // MARK: O002, O003: routes

    mutating func checkRoutes() {
        for number in contract.set.routes.indices {
            let methods = contract.routes[number].methods
            for index in contract.patternIndices[number].indices {
                if methods.isEmpty { checkEveryMethod(number, index) }
                for method in methods { check(number, index, method) }
            }
        }
    }

    private func place(_ number: Int, _ index: Int) -> RoutePlace {
        RoutePlace(route: number, pattern: contract.patternIndices[number][index])
    }

    /// A route for every method is documented by any operation at its path.
    private mutating func checkEveryMethod(_ number: Int, _ index: Int) {
        let place = place(number, index)
        guard let coverage = operations.coverage(of: routes.paths[number][index], []) else {
            return reportUndecided("whether '\(route(place).id.value)' is documented", contract.placeSpan(place))
        }
        let shape = contract.shape(of: place)
        let sharing = coverage.sharing.map { numbers[$0.route] }
        let same = sharing.filter { other in
            shape.map { byShape["\(operation(other).method) \($0)"] == other } ?? false
        }
        guard !same.isEmpty else { return reportUndocumented(place, [], coverage) }
        for method in Set(same.map { operation($0).method }).sorted() { check(number, index, method) }
    }

    private mutating func check(_ number: Int, _ index: Int, _ method: String) {
        let path = routes.paths[number][index]
        if operations.exactAnswer(to: path, [method]) != nil { return }
        let place = place(number, index)
        guard let coverage = operations.coverage(of: path, [method]) else {
            return reportUndecided("whether '\(route(place).id.value)' is documented", contract.placeSpan(place))
        }
        let same = contract.shape(of: place).flatMap { byShape["\(method) \($0)"] }
        guard !coverage.sharing.isEmpty, let same else { return reportUndocumented(place, [method], coverage) }
        guard !coverage.isWhole else { return }
        let contract = contract
        let pattern = contract.routes[number].patterns[index]
        let witness = operations.uncovered(coverage, like: pattern) { witness in
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
                help: help(undocumented: place, methods.first)))
    }

    private func help(undocumented place: RoutePlace, _ method: String?) -> String {
        let suppression = "write '# waybill:allow O002 -- REASON' above it"
        guard let path = contract.table.routes[place.route].patterns[place.pattern].pathPattern.openAPIPath else {
            return suppression
        }
        let base = contract.base.path
        guard base.isEmpty || path.hasPrefix(base + "/") else {
            return "document it in a document whose server has another base path than '\(base)', or \(suppression)"
        }
        if let method, !Contract.documentable.contains(method) {
            let key = method == "QUERY" ? "query" : "additionalOperations"
            return contract.document.hasEveryMethod
                ? "add the operation to the document, under '\(key)' of '\(path.dropFirst(base.count))'"
                : "write 'openapi: 3.2.0' and the operation under '\(key)', or \(suppression)"
        }
        return "add the operation to the document, as 'waybill openapi export --into' does"
    }

    /// Returns why it is no problem that a route is not documented.
    private func reasonForInfo(
        _ place: RoutePlace, _ methods: [String], _ coverage: CoverageSearch.Coverage
    ) -> String? {
        if route(place).destination.status != nil { return "it redirects the client" }
        if contract.shape(of: place) == nil { return "no path template can have a '**'" }
        if let method = methods.first, !Contract.documentable.contains(method), !contract.document.hasEveryMethod {
            return "no operation of OpenAPI 3.1 can have this method"
        }
        return !coverage.sharing.isEmpty && coverage.isWhole ? "another template covers its URLs" : nil
    }
}

extension Contract {
    /// The methods that OpenAPI 3.0 and 3.1 have, in the order of a path's operations.
    static let documentable = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]

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
