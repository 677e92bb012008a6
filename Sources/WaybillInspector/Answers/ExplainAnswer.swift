import WaybillManifest
import WaybillProofs
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

extension Inspection {
    /// What `waybill explain` says about a request, its walk step by step, and the request as a test and as a command.
    func explain(_ query: InspectorQuery) throws(InspectorError) -> JSONObject {
        let url = try query.required("url")
        let method = query["method"]
        if let method, !method.isMethod {
            throw .badParameter("'method' takes an upper-case method such as GET, found '\(method)'")
        }
        let tags = query.all("tag").uniqued()
        let subject = RoutedSet(set: set, table: table)
        let trace = subject.trace(url, method: method, tags: tags)
        let explanation = subject.explanation(of: trace, askedFor: url)
        let request = RequestWitness(url: url, method: trace.method)
        return [
            "explain": explanation.jsonObject(sources: inspected.compilation.sources),
            "steps": trace.visits.map { step($0, trace) }, "method": trace.method,
            "remarks": tags.isEmpty ? [] : set.problems(ofViewWith: tags),
            "test": trace.isInvalid ? nil : subject.test(showing: request, tags: tags).yaml,
            "curl": curl(trace),
        ]
    }

    /// One URL of the walk: the interceptors that run there, the route that matches, and the hop to the next URL.
    private func step(_ visit: RequestTrace.Visit, _ trace: RequestTrace) -> JSONObject {
        let route = visit.route.map { set.routes[$0.route] }
        return [
            "url": visit.url.text, "interceptors": visit.interceptors.map { set.interceptors[$0].id.value },
            "route": route?.id.value,
            "pattern": visit.route.flatMap { match in route?.patterns[match.pattern].text.value },
            "captures": visit.route?.captures.asDictionary ?? [:],
            "hop": visit.hop.map { hop -> JSONObject in ["by": name(of: hop.by), "to": hop.to] },
        ]
    }

    private func name(of source: RedirectSource) -> String {
        switch source {
        case .route(let index): "route \(set.routes[index].id.value)"
        case .interceptor(let index): "interceptor \(set.interceptors[index].id.value)"
        }
    }

    /// The command that sends the request; `nil` if it cannot be sent over HTTP.
    private func curl(_ trace: RequestTrace) -> String? {
        guard let url = trace.visits.first?.url.text else { return nil }
        let address: String
        if ["http://", "https://"].contains(where: { url.lowercased().hasPrefix($0) }) {
            address = url
        } else if url.hasPrefix("/") {
            address = identity.address + url
        } else {
            return nil
        }
        let method = trace.method.map { $0 == "GET" ? "" : $0 == "HEAD" ? "--head " : "--request \($0) " } ?? ""
        return "curl --include \(method)\(address.quotedForShell)"
    }
}

extension String {
    /// The text as one word of a shell's command.
    fileprivate var quotedForShell: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
