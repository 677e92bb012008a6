import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let untaggedInterceptor = Rule("T005", "untagged-interceptor", .warning, .relations, [])
}

extension Check<RelationContext> {
    static let missedRoutes = Check(.untaggedInterceptor, .nearDuplicate, .tableBudget, needing: .wholeSet) {
        $0.set.missedRoutes($0, besides: $0.idleInterceptors.numbers)
    }
}

extension ManifestSet {
    /// T005: interceptors that no view runs, although views show routes that they match. P012: interceptors that miss
    /// routes because of case.
    ///
    /// - Parameter idle: Interceptors with a worse problem.
    fileprivate func missedRoutes(_ context: RelationContext, besides idle: Set<Int>) -> [Diagnostic] {
        let views = context.table.viewGaps(within: context.limits)
        let candidates = interceptors.indices.filter { !idle.contains($0) && !interceptors[$0].isRewrite }
        let alike = Dictionary(grouping: candidates, by: { interceptors[$0].registeredCode ?? ["", "\($0)"] }).values
            .sorted { $0[0] < $1[0] }
        let cases = context.table.caseGaps(of: alike, within: context.limits)
        let undecided = undecided(
            "whether interceptors miss routes that they are meant for", about: Array(interceptors.indices),
            unless: views.isComplete && cases.isComplete)
        return undecided + views.found.diagnostics { untagged($0, context.table) }
            + cases.found.diagnostics(missedByCase)
    }

    private func untagged(_ found: ViewGap, _ table: RoutingTable) -> Diagnostic? {
        guard let tag = found.gap.view else { return nil }
        let interceptor = interceptors[found.interceptor]
        let witness = found.gap.witness
        let server = (try? RouteURL(witness.url)).flatMap {
            table.route(for: $0, method: witness.method, in: TagView([tag]))
        }
        let id = routes[server?.route ?? found.place.route].id.value
        let everywhere = Diagnostic.Change.set(
            InterceptorGrammar.applies, of: InterceptorGrammar.object, to: Interceptor.Reach.everywhere.rawValue,
            in: .named(interceptor.id.span))
        return Diagnostic(
            .untaggedInterceptor, at: interceptor.id.span,
            "interceptor '\(interceptor.id.value)' has no tags, so it runs in no tag view: the view '\(tag)' serves the route '\(id)' without it",
            notes: [.init("route '\(routes[found.place.route].id.value)' is here", at: pattern(found.place).span)],
            witness: witness.text, witnessRemark: "goes to '\(id)' in the view '\(tag)'",
            help:
                "write 'applies: everywhere' if no view may bypass it, or add the tags of its views",
            fixes: [.init("write 'applies: everywhere'", safe: false, everywhere)]
        ).witnessed(inViewOf: tag)
    }

    private func missedByCase(_ gap: CaseGap) -> Diagnostic {
        let interceptor = interceptors[gap.interceptor.interceptor]
        let own = interceptor.patterns[gap.interceptor.pattern]
        let first = gap.routes[0]
        let others = gap.routes.dropFirst()
        let route = routes[first.route].id.value
        let notes =
            [Diagnostic.Note("the pattern of '\(interceptor.id.value)' is here", at: own.span)]
            + others.map {
                .init("route '\(routes[$0.route].id.value)' is affected too", at: pattern($0).span, kind: .affected)
            }
        return Diagnostic(
            .nearDuplicate, at: pattern(first).span,
            "interceptor '\(interceptor.id.value)' does not run for route '\(route)': '\(own.text.value)' and '\(pattern(first).text.value)' differ in case",
            notes: notes, witness: gap.witness.text,
            witnessRemark: "goes to '\(route)' without '\(interceptor.id.value)'",
            help: "write both in the same case, list both patterns under 'urls', or set 'case_sensitive: false'")
    }
}
