package import WaybillSyntax
import WaybillTable

extension Explanation {
    /// Returns the explanation as text that fits on one screen.
    package func text(sources: [SourceFile]) -> String {
        var lines = [headline]
        if let route {
            let file = sources[route.span.file]
            let position = file.position(at: route.span.start)
            lines.append("  declared at \(file.path):\(position.line):\(position.column)")
        }
        if let problem { lines.append("  \(problem)") }
        if let rejection { lines.append("  reason: \(rejection.reason)") }
        if let fallback { lines.append("  the fallback serves it: \(fallback.summary)") }
        lines += Self.section("parameters", parameters.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" })
        lines += Self.section("interceptors, in order", interceptors)
        lines += Self.section("hops", hops.map { "\($0.by) leads to \($0.to)" })
        lines += Self.section("requires", requirements.map { "\($0.name): \($0.module ?? "no single module")" })
        lines += Self.section("other routes", candidates.map { "\($0.route): \($0.lost)" })
        return lines.joined(separator: "\n") + "\n"
    }

    private var headline: String {
        let destination = route.map { "'\($0.id)' (\($0.destination.summary))" } ?? ""
        let end = rejection.map { "rejected by interceptor '\($0.by)'" }
        // After a hop, or if a redirect refuses a captured value, the URL itself may match a route.
        let verb = hops.isEmpty && problem == nil ? "matches" : "reaches"
        return switch (outcome, end) {
        case (.matched, nil): "\(url) goes to \(destination)"
        case (.redirected, nil): "\(url) is redirected to \(destination)"
        case (.matched, let end?): "\(url) is \(end) on its way to \(destination)"
        case (.redirected, let end?): "\(url) is redirected, and \(end) on its way to \(destination)"
        case (.redirectToClient, _): "\(url) ends at \(destination): the client is redirected to \(location ?? "")"
        case (.unmatched, nil): "\(url) \(verb) no route"
        case (.unmatched, let end?): "\(url) is \(end), and \(verb) no route"
        case (.invalidURL, _): "\(url) is not a URL"
        }
    }

    private static func section(_ title: String, _ rows: [String]) -> [String] {
        rows.isEmpty ? [] : ["  \(title):"] + rows.map { "    \($0)" }
    }
}

extension Fallback.Target {
    package var name: String {
        switch self {
        case .module(let name), .handler(let name): name.value
        }
    }

    package var summary: String {
        switch self {
        case .module(let name): "module \(name.value)"
        case .handler(let name): "handler \(name.value)"
        }
    }
}

extension Route.Destination {
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

extension ParameterConstraint {
    /// The constraint as the manifest writes it: `int`, `[a, b]`, `/regex/`.
    package var summary: String {
        switch self {
        case .oneOf(let values): "[\(values.joined(separator: ", "))]"
        case .regex(let text): "/\(text)/"
        default: "\(self)"
        }
    }
}
