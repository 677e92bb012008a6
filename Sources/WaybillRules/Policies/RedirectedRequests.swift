import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

/// Example requests for rewrites or forwards, and where they end.
final class RedirectedRequests {
    private let set: ManifestSet
    private let table: RoutingTable
    private let starts: [RequestWitness]
    /// Whether requests count only if an interceptor rewrites them.
    private let mustBeRewritten: Bool
    /// Whether all found requests are followed.
    private let isComplete: Bool
    /// By view, the requests that reach a route.
    private var known: [String?: [End]] = [:]

    private struct End {
        var start: RequestWitness
        var route: String
        /// In running order.
        var interceptors: [String]
        /// What redirects it, in order.
        var sources: [RedirectSource]
    }

    /// - Parameter limit: The limit of followed requests.
    private init(
        _ set: ManifestSet, _ table: RoutingTable, of redirects: [Redirect], mustBeRewritten: Bool, limit: Int = .max
    ) {
        self.set = set
        self.table = table
        self.mustBeRewritten = mustBeRewritten
        var search = RedirectSearch(set, table)
        let found = redirects.isEmpty ? [] : search.samples(of: redirects)
        let all = Set(found).sorted { ($0.url, $0.method ?? "") < ($1.url, $1.method ?? "") }
        starts = Array(all.prefix(limit))
        isComplete = all.count <= limit && search.isComplete
    }

    /// Creates requests that interceptors rewrite. After a rewrite, only those interceptors run that no view bypasses.
    convenience init(rewrittenIn set: ManifestSet, _ table: RoutingTable) {
        self.init(
            set, table,
            of: set.interceptors.compactMap { interceptor in
                interceptor.action.target.map { Redirect(of: interceptor, to: $0) }
            }, mustBeRewritten: true)
    }

    /// Creates requests that routes forward. All interceptors run again, apart from those that ran.
    ///
    /// - Parameter limit: The limit of requests.
    convenience init(forwardedIn set: ManifestSet, _ table: RoutingTable, limit: Int) {
        self.init(
            set, table,
            of: set.routes.compactMap { route in
                guard case .forward(let target) = route.destination else { return nil }
                return Redirect(of: route, to: target)
            }, mustBeRewritten: false, limit: limit)
    }

    private func ends(in view: String?) -> [End] {
        if let known = known[view] { return known }
        let ends = starts.compactMap { follow($0, view) }
        known[view] = ends
        return ends
    }

    /// Returns a request that a route without a guard serves in the end, and what redirects it. Only some requests are
    /// followed for each way to a route, so gaps may be missed.
    func gap(_ question: GuardQuestion) -> (gap: GuardGap, sources: [RedirectSource])? {
        if starts.isEmpty { return nil }
        let route = set.routes[question.route].id.value
        let guards = Set(question.guards.numbers.map { set.interceptors[$0].id.value })
        for view in question.views {
            let end = ends(in: view).first { $0.route == route && guards.isDisjoint(with: $0.interceptors) }
            if let end { return (GuardGap(witness: end.start, view: view), end.sources) }
        }
        return nil
    }

    /// Returns, by route, a request of a plain open for which the interceptors of all URLs on its way weigh most.
    func heaviest(weight: (Int) -> Int) -> [Int: Chain] {
        if starts.isEmpty { return [:] }
        let routes = Dictionary(firstOf: set.routes.indices.map { (set.routes[$0].id.value, $0) })
        let numbers = Dictionary(firstOf: set.interceptors.indices.map { (set.interceptors[$0].id.value, $0) })
        var found: [Int: Chain] = [:]
        for end in ends(in: nil) {
            guard let route = routes[end.route] else { continue }
            let chain = Chain(witness: end.start, interceptors: end.interceptors.compactMap { numbers[$0] })
            if chain.weight(weight) > found[route]?.weight(weight) ?? 0 { found[route] = chain }
        }
        return found
    }

    /// Two interceptors that run in the wrong order for a request, with a rewrite or a forward between them.
    struct Inversion {
        /// The index of the one that should run first.
        var first: Int
        var second: Int
        var start: RequestWitness
        var view: String?
        var sources: [RedirectSource]
    }

    /// Returns the interceptors that should run before others, but run after them at an earlier URL, each pair once.
    ///
    /// - Parameter groups: Indices of interceptors: those of each group should run before those of the next.
    /// - Returns: The pairs, and whether all found requests were followed.
    func inversions(of groups: [[Int]], in views: [String?]) -> (found: [Inversion], isComplete: Bool) {
        if starts.isEmpty { return ([], isComplete) }
        var numbers: [String: Int] = [:]
        var turns: [Int: ClosedRange<Int>] = [:]
        for (turn, group) in groups.enumerated() {
            for number in group {
                numbers[set.interceptors[number].id.value] = number
                turns[number] = (turns[number]?.lowerBound ?? turn)...turn
            }
        }
        var found: [[Int]: Inversion] = [:]
        for view in views {
            for end in ends(in: view) {
                for pair in Self.inverted(end.interceptors.compactMap { numbers[$0] }, turns) where found[pair] == nil {
                    found[pair] = Inversion(
                        first: pair[0], second: pair[1], start: end.start, view: view, sources: end.sources)
                }
            }
        }
        return (found.values.sorted { ($0.first, $0.second) < ($1.first, $1.second) }, isComplete)
    }

    /// Returns the pairs of interceptors that run in the wrong order, first the one that should run first.
    ///
    /// - Parameters:
    ///   - order: The order in which they run.
    ///   - turns: The turns that each should have: it may have several names.
    private static func inverted(_ order: [Int], _ turns: [Int: ClosedRange<Int>]) -> [[Int]] {
        order.indices.flatMap { place in
            order[..<place].compactMap { early in
                guard let first = turns[order[place]], let second = turns[early] else { return nil }
                return first.lowerBound < second.upperBound ? [order[place], early] : nil
            }
        }
    }

    /// Returns `nil` for a request that goes to no other URL, or reaches no route.
    private func follow(_ start: RequestWitness, _ view: String?) -> End? {
        let trace = RoutedSet(set: set, table: table).trace(
            start.url, method: start.method, tags: view.map { [$0] } ?? [])
        let sources = trace.hops.map(\.by)
        guard trace.end == .reached, !sources.isEmpty, let route = trace.route,
            !mustBeRewritten || sources.contains(where: \.isInterceptor)
        else { return nil }
        return End(
            start: start, route: set.routes[route.route].id.value,
            interceptors: trace.interceptors.map { set.interceptors[$0].id.value }, sources: sources)
    }
}
