import WaybillProofs
import WaybillSyntax
import WaybillTable

extension PolicyContext {
    // MARK: Names of interceptors

    /// Returns the interceptors that a policy names: by their id, or by the code that they use.
    private func interceptors(called name: String) -> [Int] {
        set.interceptors.indices.filter { index in
            if set.interceptors[index].id.value == name { return true }
            if case .use(let code) = set.interceptors[index].action { return code.value == name }
            return false
        }
    }

    /// G004: a policy for an unknown interceptor has no effect.
    private func unknownInterceptor(_ name: Located<String>) -> Diagnostic {
        let codes = set.interceptors.compactMap { if case .use(let code) = $0.action { code.value } else { nil } }
        let suggestions = names.near(name.value, among: set.interceptors.map(\.id.value) + codes)
        return Diagnostic(
            .badConfiguration, at: name.span, "no interceptor has the id '\(name.value)', and none uses it",
            suggestions: suggestions, help: suggestions.isEmpty ? "declare it in a manifest, or remove it here" : nil)
    }

    // MARK: X006

    /// X006 and X005.
    func checkPolicies() -> [Diagnostic] {
        guard let table, !policy.requirements.isEmpty else { return [] }
        let rewrittenRequests = RewrittenRequests(
            set, table, views: Set(table.routes.flatMap(\.tags).map(Optional.some) + [nil]))
        return checkGuards(table, rewrittenRequests) + checkOrder(table, rewrittenRequests)
    }

    private func checkGuards(_ table: RoutingTable, _ rewrittenRequests: RewrittenRequests) -> [Diagnostic] {
        policy.requirements.flatMap { requirement -> [Diagnostic] in
            guard case .need(let names, let selection, let views) = requirement.demand else { return [] }
            let unknown = names.filter { interceptors(called: $0.value).isEmpty }
            let known = names.filter { !interceptors(called: $0.value).isEmpty }
            let routes = routes(of: selection).filter { !set.routes[$0].isRedirect }
            return unknown.map(unknownInterceptor)
                + routes.flatMap { route in
                    known.compactMap { name in
                        let question = question(route, name.value, selection, views)
                        return diagnostic(name, question, requirement, table, rewrittenRequests)
                    }
                }
        }
    }

    private func question(
        _ route: Int, _ name: String, _ selection: LintPolicy.Selection?, _ views: [Located<String>]?
    ) -> GuardQuestion {
        let tags = tags(ofRoute: route).sorted()
        let all: [String?] = tags.isEmpty ? [nil] : tags
        let some: [String?]? = views.map { $0.isEmpty ? [nil] : $0.map(\.value).filter(tags.contains) }
        var question = GuardQuestion(route: route, guards: interceptors(called: name), views: some ?? all)
        question.terminating = set.interceptors.indices.filter { set.interceptors[$0].isTerminating }
        question.urls = selection?.urls.map(\.pattern) ?? []
        question.methods = selection?.methods.map(\.value) ?? []
        return question
    }

    private func diagnostic(
        _ name: Located<String>, _ question: GuardQuestion, _ requirement: LintPolicy.Requirement,
        _ table: RoutingTable,
        _ rewrittenRequests: RewrittenRequests
    ) -> Diagnostic? {
        let route = set.routes[question.route]
        let (gap, isDecided) = table.gap(question)
        if let gap {
            let isHidden = isHidden(question, gap, table)
            return missing(
                name, route, requirement, gap, "reaches '\(route.id.value)' without it",
                help: isHidden
                    ? "write 'applies: everywhere' for '\(name.value)', so that no view bypasses it"
                    : "widen the pattern of '\(name.value)', or restrict the route",
                fixes: isHidden ? applyingEverywhere(question) : widening(question))
        }
        if let gap = rewrittenRequests.gap(question) {
            return missing(
                name, route, requirement, gap, "is rewritten, and reaches '\(route.id.value)' without it",
                help: "write 'applies: everywhere' for it: after a rewrite no other interceptors run",
                fixes: applyingEverywhere(question))
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

    private func checkOrder(_ table: RoutingTable, _ rewrittenRequests: RewrittenRequests) -> [Diagnostic] {
        policy.requirements.flatMap { requirement -> [Diagnostic] in
            guard case .order(let names) = requirement.demand else { return [] }
            let groups = names.map { interceptors(called: $0.value) }
            let unknown = zip(names, groups).filter { $1.isEmpty }.map { unknownInterceptor($0.0) }
            return unknown
                + groups.indices.flatMap { later in
                    groups[..<later].joined().flatMap { first in
                        groups[later].compactMap { second in
                            wrongOrder(first, second, requirement, table)
                                ?? orderAfterRewrite(first, second, requirement, rewrittenRequests)
                        }
                    }
                }
        }
    }

    /// Reports that the second interceptor may run before the first.
    private func wrongOrder(_ first: Int, _ second: Int, _ requirement: LintPolicy.Requirement, _ table: RoutingTable)
        -> Diagnostic?
    {
        let one = set.interceptors[first]
        let other = set.interceptors[second]
        guard first != second, (other.order, other.id.value) < (one.order, one.id.value),
            let meeting = table.meetings(among: [[first, second]]).found.first
        else { return nil }
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
    /// Reports a rewrite between the two, after which the first runs too late, whatever its order.
    private func orderAfterRewrite(
        _ first: Int, _ second: Int, _ requirement: LintPolicy.Requirement, _ rewrittenRequests: RewrittenRequests
    ) -> Diagnostic? {
        guard first != second, let found = rewrittenRequests.meeting(of: first, after: second) else { return nil }
        let one = set.interceptors[first].id
        let other = set.interceptors[second].id
        let view = found.view.map { " in the view of '\($0)'" } ?? ""
        return Diagnostic(
            .wrongOrder, at: one.span,
            "'\(one.value)' must run before '\(other.value)', but runs after it because of a rewrite",
            notes: [.init("'\(other.value)' is here", at: other.span), note(requirement)],
            witness: found.start.text, witnessRemark: "runs both" + view,
            help: "let '\(one.value)' also match the URL before the rewrite")
    }
}

extension Route {
    fileprivate var isRedirect: Bool { destination.target != nil }
}
