import WaybillManifest
import WaybillProofs
import WaybillReload
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable

extension Inspection {
    private enum Part: String, CaseIterable { case covered, missed }

    /// Every interceptor in the order in which they run, with the numbers of routes that it covers and misses.
    var interceptors: JSONObject {
        let chains = inspected.chains
        let order = set.interceptors.indices.sorted { table.interceptors[$0].runs(before: table.interceptors[$1]) }
        return ["total": set.routes.count, "interceptors": order.map { interceptor($0, chains) }]
    }

    private func interceptor(_ index: Int, _ chains: InterceptorChains) -> JSONObject {
        let interceptor = set.interceptors[index]
        let place = inspected.place(of: interceptor.id.span)
        return [
            "id": interceptor.id.value, "kind": interceptor.action.kind, "code": interceptor.action.code?.value,
            "summary": interceptor.summary, "order": interceptor.order, "tags": interceptor.tags.map(\.value),
            "everywhere": interceptor.appliesEverywhere, "methods": interceptor.methods.map(\.value),
            "patterns": interceptor.patterns.map(\.text.value), "covers": chains.covered(by: index).count,
            "misses": chains.missed(by: index).count, "decided": !chains.undecided.contains(index),
            "file": place.file, "line": place.line,
        ]
    }

    /// The routes that an interceptor covers, or those that it does not cover, each with a request.
    func interceptor(_ query: InspectorQuery) throws(InspectorError) -> JSONObject {
        let id = try query.required("id")
        guard let index = set.interceptors.firstIndex(where: { $0.id.value.utf8.elementsEqual(id.utf8) }) else {
            throw .notFound("no interceptor has the id '\(id)' now")
        }
        let part = try query.choice("of", default: Part.covered)
        let page = try query.page(limit: 100)
        let chains = inspected.chains
        let routes = part == .covered ? chains.covered(by: index) : chains.missed(by: index)
        var search = RequestSearch(table)
        let shown = page.of(routes).map { route in
            var row = self.summary(of: route)
            row.addIfPresent("example", example(of: route, index, part, &search))
            if chains.isPartial(index, for: route) { row.addIfPresent("reason", "only some of its requests") }
            return row
        }
        return interceptor(index, chains).merging(
            ["of": part.rawValue, "total": routes.count, "offset": page.offset, "routes": shown] as JSONObject)
    }

    private func summary(of route: Int) -> JSONObject {
        let declared = set.routes[route]
        let place = inspected.place(of: declared.id.span)
        return [
            "id": declared.id.value, "url": declared.patterns.first?.text.value,
            "methods": declared.methods.map(\.value), "file": place.file, "line": place.line,
        ]
    }

    /// A request of the route for which the interceptor runs, or does not run.
    private func example(_ place: RoutePlace, _ interceptor: Int, _ part: Part) -> RequestSearch.Question {
        var question = RequestSearch.Question(place, view: .everything)
        if part == .covered { question.within = interceptor } else { question.without = [interceptor] }
        return question
    }

    private func example(
        of route: Int, _ interceptor: Int, _ part: Part, _ search: inout RequestSearch
    ) -> JSONObject? {
        for pattern in set.routes[route].patterns.indices {
            let question = example(RoutePlace(route: route, pattern: pattern), interceptor, part)
            if case .found(let request) = search.find(question, where: { _ in true }) { return request.jsonObject }
        }
        return nil
    }
}

extension Interceptor.Action {
    fileprivate var kind: String {
        switch self {
        case .use: "use"
        case .rewrite: "rewrite"
        case .reject: "reject"
        }
    }
}

extension Inspection {
    /// The policies of `.waybill.yaml`, each with what breaks it.
    var policies: JSONObject {
        let file = ConfigurationFile.find(from: ManifestFiles(sources: inspected.compilation.sources).root)
        let configuration = inspected.compilation.configuration(file)
        let sources = inspected.compilation.lintedSources + [file?.source].compactMap(\.self)
        let broken = inspected.compilation.policyDiagnostics(configuration)
        let statements = inspected.compilation.policyStatements(configuration)
        let policies = statements.map { statement -> JSONObject in
            let own = broken.filter { $0.concerns(statement) }
            return [
                "text": statement.text, "because": statement.because, "holds": own.isEmpty,
                "covers": statement.routes?.count,
                "diagnostics": RedactedDiagnostics(own, in: sources).entries,
            ]
        }
        let others = broken.filter { diagnostic in !statements.contains { diagnostic.concerns($0) } }
        return [
            "file": file?.source.path, "policies": policies,
            "others": RedactedDiagnostics(others, in: sources).entries,
        ]
    }
}

extension Diagnostic {
    /// Whether a diagnostic is about a policy: one of its notes leads to it, or it is at its place.
    fileprivate func concerns(_ statement: PolicyStatement) -> Bool {
        span == statement.span || notes.contains { $0.span == statement.span }
    }
}
