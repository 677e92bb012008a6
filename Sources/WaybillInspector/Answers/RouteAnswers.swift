import WaybillHummingbird
import WaybillManifest
import WaybillProofs
import WaybillReload
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

extension Inspection {
    private enum Order: String, CaseIterable { case rank, id, url, handler, file, requests, errors, last }
    private enum Direction: String, CaseIterable { case asc, desc }

    /// The rows of the table that fit a filter, a page of them: the one with the route `near`, if it is among them.
    func routes(_ query: InspectorQuery) throws(InspectorError) -> JSONObject {
        let filter = try RouteFilter(query["q"] ?? "")
        var page = try query.page()
        let order = try query.choice("sort", default: Order.rank)
        let direction = try query.choice("order", default: Direction.asc)
        let requested = tallies.map { tallies in
            { (route: Int) in tallies[self.set.routes[route].id.value] != nil }
        }
        var rows = try inspected.index.rows(filter, in: inspected, isRequested: requested)
        sort(&rows, by: order)
        if direction == .desc { rows.reverse() }
        let near = query["near"].flatMap { id in rows.firstIndex { self.id(ofRow: $0).utf8.elementsEqual(id.utf8) } }
        if let near { page.offset = near / page.limit * page.limit }
        return [
            "generation": state.generation, "total": inspected.index.places.count, "matched": rows.count,
            "offset": page.offset, "index": near, "routes": page.of(rows).map(row),
        ]
    }

    private func id(ofRow row: Int) -> String { set.routes[inspected.index.places[row].route].id.value }

    /// Rows with equal keys stay in the order of precedence.
    private func sort(_ rows: inout [Int], by order: Order) {
        let places = inspected.index.places
        func route(_ row: Int) -> Route { set.routes[places[row].route] }
        func tally(_ row: Int) -> RequestCounts.Tally? { tallies?[route(row).id.value] }
        func sort<Key: Comparable>(_ key: (Int) -> Key) {
            rows = rows.map { (key($0), $0) }.sorted { $0 < $1 }.map(\.1)
        }
        switch order {
        case .rank: return
        case .id: sort { route($0).id.value }
        case .url: sort { route($0).patterns[places[$0].pattern].text.value }
        case .handler: sort { route($0).destination.summary }
        case .file:
            let paths = inspected.compilation.sources.map(\.path)
            rows = rows.map { (paths[route($0).id.span.file], route($0).id.span.start, $0) }.sorted { $0 < $1 }
                .map(\.2)
        case .requests: sort { tally($0)?.requests ?? 0 }
        case .errors: sort { tally($0)?.errors ?? 0 }
        case .last: sort { tally($0)?.last ?? 0 }
        }
    }

    /// One row of the table.
    func row(_ number: Int) -> JSONObject {
        let place = inspected.index.places[number]
        let route = set.routes[place.route]
        let declared = inspected.place(of: route.id.span)
        let chains = inspected.chains
        let interceptors = chains.interceptors(of: place.route)
        var row: JSONObject = [
            "rank": number + 1, "id": route.id.value, "url": route.patterns[place.pattern].text.value,
            "methods": route.methods.map(\.value),
            "handler": route.destination.handler?.value ?? route.destination.module?.value,
            "kind": route.destination.kind, "target": route.destination.target?.text.value,
            "status": route.destination.status?.rawValue, "tags": table.routes[place.route].tags.sorted(),
            "interceptors": interceptors.map { set.interceptors[$0].id.value },
            "partial": interceptors.filter { chains.isPartial($0, for: place.route) }
                .map { set.interceptors[$0].id.value },
            "file": declared.file, "line": declared.line,
        ]
        if let tallies {
            let tally = tallies[route.id.value]
            row.addIfPresent("requests", tally?.requests ?? 0)
            row.addIfPresent("errors", tally?.errors ?? 0)
            row.addIfPresent("last", tally.map { timestamp(secondsSince1970: $0.last) })
        }
        return row
    }

    /// Everything about one route.
    func route(_ query: InspectorQuery) throws(InspectorError) -> JSONObject {
        let id = try query.required("id")
        guard let number = set.routes.firstIndex(where: { $0.id.value.utf8.elementsEqual(id.utf8) }),
            let rank = inspected.index.places.firstIndex(where: { $0.route == number })
        else { throw .notFound("no route has the id '\(id)' now") }
        let route = set.routes[number]
        let declared = inspected.place(of: route.id.span)
        let facts: JSONObject = [
            "summary": route.summary, "priority": route.priority, "patterns": route.patterns.map(\.text.value),
            "constraints": route.constrained.map { constraint -> JSONObject in
                [
                    "parameter": constraint.name.value, "type": constraint.constraint.kind,
                    "text": constraint.constraint.summary,
                ]
            },
            "linkedFrom": (inspected.links[number] ?? []).map(link),
            "tests": tests(of: number), "example": example(of: number),
            "source": [
                "file": declared.file, "line": inspected.place(of: route.span).line,
                "text": inspected.text(in: route.span),
            ] as JSONObject,
            "unrequestedSince": tallies.flatMap { $0[id] == nil ? state.firstGeneration(of: id) : nil },
        ]
        return row(rank).merging(facts)
    }

    private func link(_ source: RedirectSource) -> JSONObject {
        let (id, kind) =
            switch source {
            case .route(let index): (set.routes[index].id, set.routes[index].destination.kind)
            case .interceptor(let index): (set.interceptors[index].id, "rewrite")
            }
        let place = inspected.place(of: id.span)
        return ["id": id.value, "kind": kind, "file": place.file, "line": place.line]
    }

    /// The tests whose requests reach the route.
    private func tests(of route: Int) -> [JSONObject] {
        (inspected.tests?.run.results ?? []).filter { $0.trace.route?.route == route }.map { result in
            let place = inspected.place(of: result.test.span)
            return [
                "name": result.test.title, "file": place.file, "line": place.line,
                "state": result.isPassed ? "passed" : "failed",
            ]
        }
    }

    /// A request that the route serves; `nil` if there is none, or none is known.
    private func example(of route: Int) -> JSONObject? {
        var search = RequestSearch(table)
        for place in inspected.index.places where place.route == route {
            if case .found(let request) = search.find(.init(place, view: .everything), where: { _ in true }) {
                return request.jsonObject
            }
        }
        return nil
    }
}

extension RequestWitness {
    var jsonObject: JSONObject { ["method": method, "url": url] }
}

extension ParameterConstraint {
    /// The named type, or `list` or `regex`.
    fileprivate var kind: String {
        switch self {
        case .oneOf: "list"
        case .regex: "regex"
        default: summary
        }
    }
}

extension InspectorState {
    /// The first generation that is known to have a route: that of the last attempt that added it, or else the oldest
    /// one.
    fileprivate func firstGeneration(of route: String) -> Int {
        let loaded = attempts.filter { $0.outcome == .loaded }
        return loaded.first { $0.routes.names.contains("+\(route)") }?.generation ?? loaded.last?.generation ?? 1
    }
}
