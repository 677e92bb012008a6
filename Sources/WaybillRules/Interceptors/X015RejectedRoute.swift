import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let rejectedRoute = Rule("X015", "rejected-route", .warning, .relations, [])
}

extension Check<RelationContext> {
    static let rejectedRoutes = Check(.rejectedRoute, .tableBudget, needing: .wholeSet) {
        $0.set.checkRejectedRoutes($0)
    }
}

extension ManifestSet {
    /// Routes of which interceptors reject or rewrite every request, in every view that shows them.
    ///
    /// Requests that are rewritten to such a route are followed. Registered code does not run, as in X003.
    fileprivate func checkRejectedRoutes(_ context: RelationContext) -> [Diagnostic] {
        let ending = terminatingInterceptors
        let candidates = context.table.routes(perhapsEndedBy: ending, within: context.limits)
        let undecided = undecided(
            "whether a request reaches each route", about: ending, unless: candidates.isComplete)
        guard !candidates.found.isEmpty else { return undecided }
        var search = RejectedRouteSearch(self, ending, context)
        return undecided
            + candidates.found.filter { !context.misread.contains($0) }.diagnostics { search.diagnostic($0) }
    }
}

private struct RejectedRouteSearch {
    private let set: ManifestSet
    private let table: RoutingTable
    private let search: GuardSearch
    private let ending: [Int]
    /// Those that reject. After another one's rewrite, only one of them keeps requests from a route.
    private let guards: Guards
    private let rewritten: RedirectedRequests
    private let nobody: Guards
    /// By interceptor: that one alone.
    private var alone: [Int: Guards] = [:]

    init(_ set: ManifestSet, _ ending: [Int], _ context: RelationContext) {
        self.set = set
        self.ending = ending
        table = context.table
        search = GuardSearch(context.table, within: context.limits)
        guards = Guards(ending.filter(set.rejects), terminating: ending, in: context.table)
        rewritten = RedirectedRequests(rewrittenIn: set, context.table)
        nobody = Guards([], terminating: [], in: context.table)
    }

    mutating func diagnostic(_ number: Int) -> Diagnostic? {
        let tags = table.routes[number].tags.sorted()
        var question = GuardQuestion(route: number, guards: guards, views: tags.isEmpty ? [nil] : tags)
        let route = set.routes[number]
        let place = route.hasExplicitID ? route.id.span : route.patterns[0].span
        let (gap, isDecided) = search.gap(question)
        if gap != nil || rewritten.gap(question) != nil { return nil }
        guard isDecided else { return .undecided("whether a request reaches '\(route.id.value)'", at: place) }
        // A shadowed route is another problem.
        question.guards = nobody
        guard let start = search.gap(question).gap, let last = lastInterceptor(of: start) else {
            return nil
        }
        question.guards = alone[last] ?? Guards([last], terminating: [], in: table)
        alone[last] = question.guards
        let endsAll = ending == [last] || search.gap(question).gap == nil
        return diagnostic(route, at: place, last, endsAll: endsAll, start.witness)
    }

    private func lastInterceptor(of start: GuardGap) -> Int? {
        let trace = RoutedSet(set: set, table: table).trace(
            start.witness.url, method: start.witness.method, tags: start.view.map { [$0] } ?? [])
        if case .interceptor(let index) = trace.hops.first?.by { return index }
        if case .rejected(let index) = trace.end { return index }
        return nil
    }

    private func diagnostic(
        _ route: Route, at place: SourceSpan, _ number: Int, endsAll: Bool, _ witness: RequestWitness
    ) -> Diagnostic {
        let interceptor = set.interceptors[number]
        let id = interceptor.id.value
        let verb = set.rejects(number) ? "rejects" : "rewrites"
        let reason =
            endsAll
            ? "'\(id)' \(verb) every request that it matches" : "'\(id)' and others end every request that it matches"
        var diagnostic = Diagnostic(
            .rejectedRoute, at: place, "route '\(route.id.value)' is unreachable: \(reason)",
            notes: [.init("'\(id)' is here", at: interceptor.id.span)], witness: witness.text,
            witnessRemark: "ends at '\(id)'",
            help: "make '\(id)' more specific, or remove the route")
        // An interceptor may close a whole area.
        diagnostic.causeGroup = .init(cause: [number], wording: .alsoEnded)
        return diagnostic
    }
}

extension ManifestSet {
    fileprivate func rejects(_ interceptor: Int) -> Bool {
        if case .reject = interceptors[interceptor].action { true } else { false }
    }
}
