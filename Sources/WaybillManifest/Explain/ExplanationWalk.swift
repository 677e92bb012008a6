package import WaybillTable

/// Follows one request through interceptors, routes and hops, as law 9 says.
struct ExplanationWalk {
    /// More hops than this are a loop (law 9).
    private static let maximumHops = 8

    private let set: ManifestSet
    private let table: RoutingTable
    private let view: TagView
    private var method: String?
    private var explanation: Explanation
    private var ran: Set<Int> = []
    /// After an interceptor's redirect only those that no view bypasses run.
    private var runsEverywhereOnly = false

    init(set: ManifestSet, table: RoutingTable, view: TagView, url: String, method: String?) {
        self.set = set
        self.table = table
        self.view = view
        self.method = method
        explanation = Explanation(url: url, outcome: .unmatched)
    }

    mutating func explain() -> Explanation {
        do {
            let url = try RouteURL(explanation.url)
            method = method ?? url.assumedMethod
            explanation.query = url.queryItems
            explanation.fragment = url.fragment
            follow(url)
        } catch {
            explanation.outcome = .invalidURL
            explanation.problem = error.reason
        }
        return explanation
    }

    private mutating func follow(_ start: RouteURL) {
        var url = start
        while true {
            let step = step(at: url)
            guard let hop = step else { return }
            explanation.hops.append(hop)
            guard explanation.hops.count <= Self.maximumHops else {
                explanation.problem = "more than \(Self.maximumHops) hops: the redirects lead in a circle"
                return
            }
            do {
                url = try RouteURL(hop.to)
            } catch {
                explanation.problem = "\(hop.by) leads to no URL: \(error.reason)"
                return
            }
        }
    }

    /// Runs the chain at a URL and finds its route; returns the hop that leads away from it, if one does.
    private mutating func step(at url: RouteURL) -> Explanation.Hop? {
        for match in chain(at: url) {
            ran.insert(match.interceptor)
            let interceptor = set.interceptors[match.interceptor]
            explanation.interceptors.append(interceptor.id.value)
            switch interceptor.action {
            case .use: continue
            case .rewrite(let target):
                runsEverywhereOnly = true
                return .init(by: "interceptor \(interceptor.id.value)", to: target.target.expand(match.captures))
            case .reject(let rejection):
                explanation.rejection = (interceptor.id.value, rejection.reason)
                finish(at: url)
                return nil
            }
        }
        if let match = table.route(for: url, method: method, in: view),
            case .redirect(let target) = set.routes[match.route].destination
        {
            runsEverywhereOnly = false
            return .init(by: "route \(set.routes[match.route].id.value)", to: target.target.expand(match.captures))
        }
        finish(at: url)
        return nil
    }

    private func chain(at url: RouteURL) -> [InterceptorMatch] {
        let matches =
            runsEverywhereOnly
            ? table.everywhereInterceptors(for: url, method: method)
            : table.interceptors(for: url, method: method, in: view)
        return matches.filter { !ran.contains($0.interceptor) }
    }

    private mutating func finish(at url: RouteURL) {
        let match = table.route(for: url, method: method, in: view)
        explanation.parameters = url.flatParameters(match?.captures)
        explanation.candidates = table.candidates(for: url, method: method, in: view, winner: match).map {
            Explanation.Candidate(route: set.routes[$0.route].id.value, lost: $0.reason)
        }
        guard let match else { return explanation.rejection == nil ? finishUnmatched() : () }
        let route = set.routes[match.route]
        explanation.outcome = explanation.hops.isEmpty ? .matched : .redirected
        explanation.route = .init(id: route.id.value, destination: route.destination, span: route.id.span)
    }

    /// A redirect that matches nothing is an error of its own: no fallback serves it.
    private mutating func finishUnmatched() {
        guard explanation.hops.isEmpty else {
            explanation.problem = "\(explanation.hops.last?.by ?? "") leads to a URL that no route matches"
            return
        }
        explanation.fallback = set.fallback?.target(in: view)
    }
}

extension RouteURL {
    /// Law 7's flat view: the last of a repeated query key, and a path's parameter before a query's of its name.
    package func flatParameters(_ captures: Captures?) -> [String: String] {
        var parameters = Dictionary(queryItems.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        parameters.merge(captures?.asDictionary ?? [:], uniquingKeysWith: { $1 })
        return parameters
    }
}

extension Fallback {
    /// What serves in a view: the target of the first of its tags, in their order, that has one; else the plain one.
    package func target(in view: TagView) -> Target? {
        guard let tags = view.tags else { return target }
        return byTag.filter { tags.contains($0.tag.value) }.min { $0.tag.value < $1.tag.value }?.target ?? target
    }
}
