import WaybillTable

extension Explanation {
    /// For people, on one screen.
    package func text(sources: [SourceFile]) -> String {
        var lines = [headline]
        if let route {
            let file = sources[route.span.file]
            let position = file.position(at: route.span.start)
            lines.append("  declared at \(file.path):\(position.line):\(position.column)")
        }
        if let problem { lines.append("  \(problem)") }
        if let rejection { lines.append("  interceptor '\(rejection.by)' rejects it: \(rejection.reason)") }
        if let fallback { lines.append("  the fallback serves it: \(fallback.summary)") }
        lines += Self.section("parameters", parameters.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" })
        lines += Self.section("interceptors, in order", interceptors)
        lines += Self.section("hops", hops.map { "\($0.by) leads to \($0.to)" })
        lines += Self.section("other routes", candidates.map { "\($0.route): \($0.lost)" })
        return lines.joined(separator: "\n") + "\n"
    }

    private var headline: String {
        switch outcome {
        case .matched, .redirected:
            "\(url) \(outcome == .matched ? "goes" : "is redirected") to '\(route?.id ?? "")' (\(route?.destination.summary ?? ""))"
        case .unmatched: "\(url) matches no route"
        case .invalidURL: "\(url) is not a URL"
        }
    }

    private static func section(_ title: String, _ rows: [String]) -> [String] {
        rows.isEmpty ? [] : ["  \(title):"] + rows.map { "    \($0)" }
    }
}

extension Fallback.Target {
    package var summary: String {
        switch self {
        case .module(let name): "module \(name.value)"
        case .handler(let name): "handler \(name.value)"
        }
    }
}
