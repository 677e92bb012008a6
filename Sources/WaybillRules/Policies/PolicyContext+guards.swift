import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

extension PolicyContext {
    // MARK: Names of interceptors

    /// Returns the interceptors that a policy names: by their id, or by the code that they use.
    private func interceptors(called name: String) -> [Int] {
        set.interceptors.indices.filter { index in
            let interceptor = set.interceptors[index]
            return interceptor.id.value == name || interceptor.action.code?.value == name
        }
    }

    /// G004: a policy for an unknown interceptor has no effect.
    private func unknownInterceptor(_ name: Located<String>) -> Diagnostic {
        let codes = set.interceptors.compactMap(\.action.code?.value)
        let suggestions = names.near(name.value, among: set.interceptors.map(\.id.value) + codes)
        return Diagnostic(
            .badConfiguration, at: name.span, "no interceptor has the id '\(name.value)', and none uses it",
            suggestions: suggestions, help: suggestions.isEmpty ? "declare it in a manifest, or remove it here" : nil)
    }

    // MARK: X006

    /// X006 and X005.
    func checkPolicies() -> [Diagnostic] {
        guard let table, !policy.requirements.isEmpty else { return [] }
        let rewritten = RedirectedRequests(rewrittenIn: set, table)
        return checkGuards(table, rewritten) + checkOrder(table, rewritten)
    }

    private func checkGuards(_ table: RoutingTable, _ rewritten: RedirectedRequests) -> [Diagnostic] {
        policy.requirements.flatMap { requirement -> [Diagnostic] in
            guard case .need(let names, let selection, let views) = requirement.demand else { return [] }
            let routes = routes(of: selection).filter { !set.routes[$0].isRedirect }
            return names.flatMap { name -> [Diagnostic] in
                let numbers = interceptors(called: name.value)
                guard !numbers.isEmpty else { return [unknownInterceptor(name)] }
                let guards = Guards(numbers, terminating: set.terminatingInterceptors, in: table)
                let causes = numbers.prefix(Self.maximumCauses).map { set.interceptors[$0].id.span }
                return routes.compactMap { route in
                    let question = question(route, guards: guards, selection, views)
                    var found = diagnostic(name, question, requirement, table, rewritten)
                    found?.causes += causes
                    return found
                }
            }
        }
    }

    /// The limit of interceptors with one name that are recorded as causes.
    private static var maximumCauses: Int { 1_000 }

    /// Returns the places of rewrites and redirects.
    private func spans(of sources: [RedirectSource]) -> [SourceSpan] {
        sources.map { source in
            switch source {
            case .interceptor(let index): set.interceptors[index].id.span
            case .route(let index): place(of: set.routes[index])
            }
        }
    }

    private func question(
        _ route: Int, guards: Guards, _ selection: LintPolicy.Selection?, _ views: [Located<String>]?
    ) -> GuardQuestion {
        let tags = tags(ofRoute: route).sorted()
        let all: [String?] = tags.isEmpty ? [nil] : tags
        let some: [String?]? = views.map { $0.isEmpty ? [nil] : $0.map(\.value).filter(tags.contains) }
        var question = GuardQuestion(route: route, guards: guards, views: some ?? all)
        question.urls = selection?.urls.map(\.pattern) ?? []
        question.methods = selection?.methods.map(\.value) ?? []
        return question
    }

    private func diagnostic(
        _ name: Located<String>, _ question: GuardQuestion, _ requirement: LintPolicy.Requirement,
        _ table: RoutingTable,
        _ rewritten: RedirectedRequests
    ) -> Diagnostic? {
        let route = set.routes[question.route]
        let (gap, isDecided) = table.gap(question)
        if let gap {
            let isHidden = isHidden(question, gap, table)
            return missing(
                name, route, requirement, gap, "reaches '\(route.id.value)' without it",
                help: isHidden
                    ? "write 'applies: everywhere' for '\(name.value)', so that no view bypasses it"
                    : "let '\(name.value)' match it too: widen its pattern, 'methods' or 'params'; or restrict the "
                        + "route",
                fixes: isHidden ? applyingEverywhere(question) : widening(question))
        }
        if let (gap, sources) = rewritten.gap(question) {
            var found = missing(
                name, route, requirement, gap, "is rewritten, and reaches '\(route.id.value)' without it",
                help: "write 'applies: everywhere' for it: after a rewrite no other interceptors run",
                fixes: applyingEverywhere(question))
            found.causes = spans(of: sources)
            return found
        }
        return isDecided
            ? nil
            : .undecided("whether '\(name.value)' runs for every request of '\(route.id.value)'", at: place(of: route))
    }

    private func missing(
        _ name: Located<String>, _ route: Route, _ requirement: LintPolicy.Requirement, _ gap: GuardGap,
        _ remark: String,
        help: String, fixes: [Diagnostic.Fix]
    ) -> Diagnostic {
        let view = gap.view.map { " in the view of '\($0)'" } ?? ""
        return Diagnostic(
            .missingInterceptor, at: place(of: route),
            "'\(name.value)' does not run for every request of route '\(route.id.value)'\(view)",
            notes: [note(requirement)], witness: gap.witness.text, witnessRemark: remark + view, help: help,
            fixes: fixes)
    }

    /// Whether only views bypass it.
    private func isHidden(_ question: GuardQuestion, _ gap: GuardGap, _ table: RoutingTable) -> Bool {
        var plain = question
        plain.views = [nil]
        return gap.view != nil && table.gap(plain).gap == nil
    }

    private func note(_ requirement: LintPolicy.Requirement) -> Diagnostic.Note {
        .init("it is required here" + (requirement.because.map { ": \($0)" } ?? ""), at: requirement.span)
    }

    // MARK: X005

    private func checkOrder(_ table: RoutingTable, _ rewritten: RedirectedRequests) -> [Diagnostic] {
        let demands = policy.requirements.filter { if case .order = $0.demand { true } else { false } }
        if demands.isEmpty { return [] }
        let views = [nil] + Set(table.routes.flatMap(\.tags)).sorted().map(Optional.some)
        let redirected = RedirectedRequests(redirectedIn: set, table, limit: Self.maximumFollowed / views.count)
        return demands.flatMap { requirement -> [Diagnostic] in
            guard case .order(let names) = requirement.demand else { return [] }
            let groups = names.map { interceptors(called: $0.value) }
            let unknown = zip(names, groups).filter { $1.isEmpty }.map { unknownInterceptor($0.0) }
            let atOneURL = table.inversions(of: groups)
            let overHops = redirected.inversions(of: groups, in: views)
            var known = Set(atOneURL.found.map { [$0.first, $0.second] })
            let others = (rewritten.inversions(of: groups, in: views).found + overHops.found)
                .filter { known.insert([$0.first, $0.second]).inserted }
            let undecided =
                atOneURL.isComplete && overHops.isComplete
                ? [] : [Diagnostic.undecided("whether interceptors run in this order", at: requirement.span)]
            return unknown + undecided + atOneURL.found.map { wrongOrder($0, requirement) }
                + others.map { orderAfterHop($0, requirement) }
        }
    }

    /// The limit of redirected requests that are followed in all views together.
    private static var maximumFollowed: Int { 10_000 }

    /// Reports that the second interceptor may run before the first.
    private func wrongOrder(_ meeting: InterceptorMeeting, _ requirement: LintPolicy.Requirement) -> Diagnostic {
        let one = set.interceptors[meeting.first]
        let other = set.interceptors[meeting.second]
        return Diagnostic(
            .wrongOrder, at: one.id.span,
            "'\(one.id.value)' must run before '\(other.id.value)', but runs after it",
            notes: [
                .init("'\(other.id.value)' is here, with order \(other.order)", at: other.id.span), note(requirement),
            ],
            witness: meeting.witness.text, witnessRemark: "runs both",
            help: "give '\(one.id.value)' an order below \(other.order), or '\(other.id.value)' one above \(one.order)",
            fixes: moving(one, before: other))
    }
}

extension PolicyContext {
    /// Reports a rewrite or a redirect between the two, after which the first runs too late, whatever its order.
    private func orderAfterHop(
        _ found: RedirectedRequests.Inversion, _ requirement: LintPolicy.Requirement
    ) -> Diagnostic {
        let one = set.interceptors[found.first].id
        let other = set.interceptors[found.second].id
        let view = found.view.map { " in the view of '\($0)'" } ?? ""
        let noun = found.sources.contains(where: \.isInterceptor) ? "rewrite" : "redirect"
        var diagnostic = Diagnostic(
            .wrongOrder, at: one.span,
            "'\(one.value)' must run before '\(other.value)', but runs after it because of a \(noun)",
            notes: [.init("'\(other.value)' is here", at: other.span), note(requirement)],
            witness: found.start.text, witnessRemark: "runs both" + view,
            help: "let '\(one.value)' also match the URL before the \(noun)")
        diagnostic.causes = spans(of: found.sources)
        return diagnostic
    }
}

extension Route {
    fileprivate var isRedirect: Bool { destination.target != nil }
}
