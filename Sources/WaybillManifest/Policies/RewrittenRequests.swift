import WaybillProofs
import WaybillSyntax
import WaybillTable

/// Rewritten requests. On the way to their route, only those interceptors run that no view bypasses.
struct RewrittenRequests {
    private let set: ManifestSet
    /// By view: the ends of the rewritten requests, with the interceptors that ran.
    private let ends: [String?: [End]]

    private struct End {
        var start: RequestWitness
        var route: String
        /// In running order.
        var interceptors: [String]
    }

    /// - Parameter views: The views of later questions.
    init(_ set: ManifestSet, _ table: RoutingTable, views: Set<String?>) {
        self.set = set
        let rewrites = set.interceptors.compactMap { interceptor -> Redirect? in
            guard case .rewrite(let target) = interceptor.action else { return nil }
            return Redirect(of: interceptor, to: target)
        }
        var search = RedirectSearch(set, table)
        let found = rewrites.isEmpty ? [] : search.samples(of: rewrites)
        let starts = Set(found).sorted { ($0.url, $0.method ?? "") < ($1.url, $1.method ?? "") }
        ends = Dictionary(
            uniqueKeysWithValues: views.map { view in (view, starts.compactMap { Self.follow($0, view, set, table) }) })
    }

    /// Returns a request that is rewritten and then served by a route without a guard. Only some requests are followed
    /// for each way from a rewrite to a route, so gaps may be missed.
    func gap(_ question: GuardQuestion) -> GuardGap? {
        let route = set.routes[question.route].id.value
        let guards = Set(question.guards.map { set.interceptors[$0].id.value })
        for view in question.views {
            let end = ends[view]?.first { $0.route == route && guards.isDisjoint(with: $0.interceptors) }
            if let end { return GuardGap(witness: end.start, view: view) }
        }
        return nil
    }

    /// Returns a request for which one interceptor runs after another, with a rewrite between them.
    func meeting(of first: Int, after second: Int) -> (start: RequestWitness, view: String?)? {
        let ids = (set.interceptors[first].id.value, set.interceptors[second].id.value)
        for (view, ends) in ends.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
            let end = ends.first { end in
                guard let place = end.interceptors.firstIndex(of: ids.0) else { return false }
                return end.interceptors[..<place].contains(ids.1)
            }
            if let end { return (end.start, view) }
        }
        return nil
    }

    /// Returns `nil` for a request that is not rewritten, or reaches no route.
    private static func follow(
        _ start: RequestWitness, _ view: String?, _ set: ManifestSet, _ table: RoutingTable
    ) -> End? {
        let trace = RoutedSet(set: set, table: table).trace(
            start.url, method: start.method, tags: view.map { [$0] } ?? [])
        guard trace.end == .reached, trace.hops.contains(where: \.isRewrite), let route = trace.route else {
            return nil
        }
        return End(
            start: start, route: set.routes[route.route].id.value,
            interceptors: trace.interceptors.map { set.interceptors[$0].id.value })
    }
}

extension WalkHop {
    fileprivate var isRewrite: Bool { if case .interceptor = by { true } else { false } }
}
