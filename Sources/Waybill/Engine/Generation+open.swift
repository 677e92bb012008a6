import WaybillTable

extension Generation {
    /// Opens a URL on this generation, to the end.
    func open(
        _ text: String, method: String?, payload: (any Sendable)?, tags: Set<String>?, clock: any Clock<Duration>
    ) async throws -> Outcome {
        let url = try RoutingError.catchingInvalidURL { () throws(InvalidURL) in try RouteURL(text) }
        let view = try view(of: tags)
        let opening = Opening(generation: self, url: url, method: method, tags: tags, view: view, clock: clock)
        let leg = Leg(opening, url: url, chain: table.interceptors(for: url, method: method, in: view))
        return try await leg.run(from: 0, Request(leg: leg, payload: payload))
    }

    /// Follows the redirects of routes alone, and runs nothing.
    func canOpen(_ text: String, method: String?, tags: Set<String>?) -> Bool {
        guard let view = try? view(of: tags) else { return false }
        var target = text
        for _ in 0...Leg.maximumHops {
            guard let url = try? RouteURL(target), let match = table.route(for: url, method: method, in: view) else {
                return false
            }
            guard case .redirect(let template) = bound.routes[match.route].destination else { return true }
            target = template.expand(match.captures)
        }
        return false
    }

    private func view(of tags: Set<String>?) throws(RoutingError) -> TagView {
        guard let tags else { return .everything }
        guard !tags.isEmpty else { throw .emptyTagView }
        return TagView(tags)
    }
}

extension RoutingError {
    static func catchingInvalidURL<R>(_ body: () throws(InvalidURL) -> R) throws(RoutingError) -> R {
        do { return try body() } catch { throw .invalidURL(error) }
    }
}
