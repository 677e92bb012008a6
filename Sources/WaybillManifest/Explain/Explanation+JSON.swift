package import WaybillSyntax
import WaybillTable

/// The JSON of `waybill explain --format json`.
package struct ExplanationReport: Encodable {
    private let explanation: Explanation
    private let sources: [SourceFile]

    package init(_ explanation: Explanation, sources: [SourceFile]) {
        self.explanation = explanation
        self.sources = sources
    }

    private enum Key: String, CodingKey {
        case version, url, outcome, route, parameters, query, fragment, interceptors, hops, fallback, candidates
        case location, rejection, problem, requires
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .version)
        try container.encode(explanation.url, forKey: .url)
        try container.encode(explanation.outcome.rawValue, forKey: .outcome)
        try container.encode(explanation.route.map { RouteReference($0, sources: sources) }, forKey: .route)
        try container.encode(explanation.parameters, forKey: .parameters)
        try container.encode(explanation.query.map { [$0.name, $0.value] }, forKey: .query)
        try container.encode(explanation.fragment, forKey: .fragment)
        try container.encode(explanation.interceptors, forKey: .interceptors)
        try container.encode(explanation.hops.map { ["by": $0.by, "to": $0.to] }, forKey: .hops)
        try container.encode(explanation.fallback.map(TargetReference.init), forKey: .fallback)
        try container.encode(
            explanation.candidates.map { ["route": $0.route, "lost": $0.lost] }, forKey: .candidates)
        // Keys beyond the contract are written only if they have a value.
        try container.encodeIfPresent(explanation.location, forKey: .location)
        try container.encodeIfPresent(
            explanation.rejection.map { ["by": $0.by, "reason": $0.reason] }, forKey: .rejection)
        try container.encodeIfPresent(explanation.problem, forKey: .problem)
        guard !explanation.requirements.isEmpty else { return }
        try container.encode(
            explanation.requirements.map { ["name": $0.name, "module": $0.module] }, forKey: .requires)
    }
}

/// A route with its destination. The other kinds of destinations are `null`.
private struct RouteReference: Encodable {
    var id: String
    var destination: Route.Destination
    var file: String
    var position: SourcePosition

    init(_ route: Explanation.RouteSummary, sources: [SourceFile]) {
        id = route.id
        destination = route.destination
        file = sources[route.span.file].path
        position = sources[route.span.file].position(at: route.span.start)
    }

    private enum Key: String, CodingKey { case id, module, handler, redirect, file, line, column }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(destination.module?.value, forKey: .module)
        try container.encode(destination.handler?.value, forKey: .handler)
        try container.encode(destination.redirect, forKey: .redirect)
        try container.encode(file, forKey: .file)
        try container.encode(position.line, forKey: .line)
        try container.encode(position.column, forKey: .column)
    }
}

/// The redirect of a route: the target, or `{"to","status"}` for a redirect of the client.
package enum RedirectReference: Encodable {
    case inside(String)
    case client(to: String, status: Int)

    private enum Key: String, CodingKey { case to, status }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .inside(let target):
            var container = encoder.singleValueContainer()
            try container.encode(target)
        case .client(let target, let status):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(target, forKey: .to)
            try container.encode(status, forKey: .status)
        }
    }
}

private struct TargetReference: Encodable {
    var module: String?
    var handler: String?

    init(_ target: Fallback.Target) {
        switch target {
        case .module(let name): module = name.value
        case .handler(let name): handler = name.value
        }
    }

    private enum Key: String, CodingKey { case module, handler }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(module, forKey: .module)
        try container.encode(handler, forKey: .handler)
    }
}

extension Route.Destination {
    var redirect: RedirectReference? {
        switch self {
        case .module, .handler: nil
        case .redirect(let target): .inside(target.text.value)
        case .clientRedirect(let target, let status): .client(to: target.text.value, status: status.rawValue)
        }
    }

    /// `module note-editor`
    package var summary: String {
        switch self {
        case .module(let name): "module \(name.value)"
        case .handler(let name): "handler \(name.value)"
        case .redirect(let target): "redirect \(target.text.value)"
        case .clientRedirect(let target, let status): "redirect \(target.text.value) with status \(status.rawValue)"
        }
    }
}
