package import WaybillTable

/// Looks for a request that shows a difference.
///
/// What may differ is computed as sets of requests, each in a view. Members are tried, and where something else serves
/// one, all that this takes is left out, and the next member is tried: until one shows the difference, or nothing is
/// left.
package struct DifferenceSearch {
    /// What is otherwise.
    package enum Topic: Sendable {
        /// A route or an interceptor of the table.
        case patch(TablePatch)
        /// What happens to requests that a route serves and that an interceptor matches.
        case meeting(interceptor: Int, route: Int)
        /// What happens to requests that a route serves.
        case arrival(route: Int)
        /// What happens to requests that an interceptor matches.
        case interception(Int)
        /// What happens to requests that no route matches; in a view of a tag, if one is given.
        case nothing(tag: String?)
    }

    package enum Answer: Sendable, Hashable {
        case found(RequestWitness, view: TagView)
        /// It is proven that no request opened in any view differs.
        case none
        /// The limits ended the search, or what differs cannot be shown.
        case unknown
    }

    let patcher: TablePatcher
    /// Interceptors that let nothing through to those behind them and to routes.
    private let enders: Set<Int>
    let isShown: (RequestWitness, TagView) -> Bool
    let topic: Topic
    var work: ProofWork
    private var found: Answer?
    /// Whether nothing was passed over.
    private var isProof = true

    /// So many others may take members of a set, one after the other, before the search gives up.
    private static let mostRivals = 64

    /// - Parameter isShown: Whether a request shows the difference; it is asked last, for few requests.
    package init(
        _ topic: Topic, of patcher: TablePatcher, enders: Set<Int>, within limits: ProofLimits = .standard,
        isShown: @escaping (RequestWitness, TagView) -> Bool
    ) {
        self.topic = topic
        self.patcher = patcher
        self.enders = enders
        self.isShown = isShown
        work = ProofWork(stepsLeft: limits.relation, limits)
    }

    package mutating func run() -> Answer {
        do throws(WorkBudget.Exhausted) {
            try visitParts()
        } catch {
            isProof = false
        }
        return found ?? (isProof ? .none : .unknown)
    }

    var isFound: Bool { found != nil }

    mutating func passOver() { isProof = false }

    // MARK: One set

    /// Tries members of a set.
    ///
    /// - Parameter taste: The pattern that members had better look like.
    mutating func look(
        in requests: RequestSet, _ view: TagView, like taste: Pattern
    ) throws(WorkBudget.Exhausted) {
        var (rest, last) = (requests, SampleRequest?.none)
        for round in 0..<Self.mostRivals where !isFound {
            let taste: SamplePreference = round < Self.mostRivals / 2 ? .readable(taste) : .unlikely
            guard let sample = rest.sample(taste) else { return }
            guard sample != last else { return passOver() }
            last = sample
            for witness in sample.askable where !isFound {
                rest = try narrowed(rest, by: witness, view)
            }
        }
        if !isFound { passOver() }
    }

    /// What is left of a set once a member has been asked about.
    private mutating func narrowed(
        _ rest: RequestSet, by witness: RequestWitness, _ view: TagView
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        guard let url = try? RouteURL(witness.url) else { return rest }
        let (before, after) = matches(url, witness.method, view)
        if let rival = rival(before.place, after.place) {
            return try rest.subtracting(patcher.table.requests(at: rival, &work), &work)
        }
        if isShown(witness, view) {
            found = .found(witness, view: view)
            return rest
        }
        // Others may still get that far over a redirect, so nothing is proven.
        passOver()
        var rest = rest
        for ender in Set(before.interceptors + after.interceptors).intersection(enders) where !isFound {
            rest = try without(ender, rest)
        }
        return rest
    }

    private mutating func without(
        _ interceptor: Int, _ requests: RequestSet
    ) throws(WorkBudget.Exhausted) -> RequestSet {
        try requests.subtracting(self.requests(of: patcher.table.interceptors[interceptor]), &work)
    }

    // MARK: Who serves it

    private typealias Match = (place: RoutePlace?, interceptors: [Int])

    private func matches(_ url: RouteURL, _ method: String?, _ view: TagView) -> (before: Match, after: Match) {
        func match(_ found: (route: RouteMatch?, interceptors: [InterceptorMatch])) -> Match {
            (
                found.route.map { RoutePlace(route: $0.route, pattern: $0.pattern) },
                found.interceptors.map(\.interceptor)
            )
        }
        let table = patcher.table
        let before = match(table.match(url, in: table.scope(method: method, view: view)))
        guard case .patch(let patch) = topic else { return (before, before) }
        return (before, match(patch.match(url, method: method, in: view, of: table)))
    }

    /// Who takes a request, so that it has no part in what differs.
    private func rival(_ before: RoutePlace?, _ after: RoutePlace?) -> RoutePlace? {
        switch topic {
        case .patch(let patch):
            guard case .route = patch.subject else { return nil }
            return before == after ? before : nil
        case .meeting(_, let route), .arrival(let route): return before?.route == route ? nil : before
        case .interception: return nil
        case .nothing: return before
        }
    }
}
