import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let missingInterceptor = Rule(
        "X006", "missing-interceptor", .error, .policies, [.suppressible, .offByDefault])
}

extension Check<PolicyContext> {
    static let guards = Check(
        .missingInterceptor, .badConfiguration, .tableBudget, when: { $0.requirements.contains { !$0.isOrder } },
        find: { $0.checkGuards() })
}

extension PolicyContext {
    /// Required interceptors must run for every request of the selected routes.
    fileprivate func checkGuards() -> [Diagnostic] {
        guard let table, let answers = guardAnswers else { return [] }
        return policy.requirements.flatMap { requirement -> [Diagnostic] in
            guard case .need(let names, let selection, let views) = requirement.demand else { return [] }
            let routes = routes(of: selection).filter { !set.routes[$0].leadsElsewhere }
            return names.flatMap { name -> [Diagnostic] in
                let numbers = set.interceptors(called: name.value)
                guard !numbers.isEmpty else { return [unknownInterceptor(name)] }
                let guards = Guards(numbers, terminating: set.terminatingInterceptors, in: table)
                let causes = numbers.prefix(Self.maximumCauses).map { set.interceptors[$0].id.span }
                return routes.compactMap { route in
                    let question = question(route, guards: guards, selection, views)
                    var found = diagnostic(name, question, requirement, answers)
                    found?.causes += causes
                    return found
                }
            }
        }
    }

    /// The limit of interceptors with one name that are recorded as causes.
    private static var maximumCauses: Int { 1_000 }

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
        _ answers: GuardAnswers
    ) -> Diagnostic? {
        let route = set.routes[question.route]
        switch answers.answer(question) {
        case .guarded: return nil
        case .undecided:
            return .undecided(
                "whether '\(name.value)' runs for every request of '\(route.id.value)'", at: place(of: route))
        case .gap(let gap):
            let isHidden = answers.isHidden(question, gap)
            var found = missing(
                name, route, requirement, gap, "reaches '\(route.id.value)' without it",
                help: isHidden
                    ? "write 'applies: everywhere' for '\(name.value)', so that no view bypasses it"
                    : "let '\(name.value)' match it too: widen its pattern, 'methods' or 'params'; or restrict the "
                        + "route",
                fixes: isHidden ? applyingEverywhere(question) : widening(question))
            if isHidden { found.causeGroup = everywhere(question, requirement) }
            return found
        case .rewrittenGap(let gap, let sources):
            var found = missing(
                name, route, requirement, gap, "is rewritten, and reaches '\(route.id.value)' without it",
                help: "write 'applies: everywhere' for it: after a rewrite no other interceptors run",
                fixes: applyingEverywhere(question))
            found.causes = spans(of: sources)
            found.causeGroup = everywhere(question, requirement)
            return found
        }
    }

    /// The cause of all problems that end when the required interceptor applies everywhere.
    private func everywhere(
        _ question: GuardQuestion, _ requirement: LintPolicy.Requirement
    ) -> Diagnostic.CauseGroup {
        .init(cause: [requirement.span.start] + question.guards.numbers, wording: .ofRoutes)
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
            fixes: fixes
        ).witnessed(inViewOf: gap.view)
    }

    // MARK: Fixes

    /// Returns a fix that lets no view bypass the required interceptor, if there is only one.
    private func applyingEverywhere(_ question: GuardQuestion) -> [Diagnostic.Fix] {
        guard question.guards.numbers.count == 1 else { return [] }
        let interceptor = set.interceptors[question.guards.numbers[0]]
        guard !interceptor.appliesEverywhere else { return [] }
        let change = Diagnostic.Change.set(
            InterceptorGrammar.applies, of: InterceptorGrammar.object, to: Interceptor.Reach.everywhere.rawValue,
            in: .named(interceptor.id.span))
        return [.init("let '\(interceptor.id.value)' apply everywhere", safe: false, change)]
    }

    /// Returns a fix that widens the required interceptor to the requests of the route, if there is only one.
    private func widening(_ question: GuardQuestion) -> [Diagnostic.Fix] {
        guard question.guards.numbers.count == 1 else { return [] }
        let interceptor = set.interceptors[question.guards.numbers[0]]
        let known = interceptor.patterns.map(\.text.value)
        let added = set.routes[question.route].patterns.map(\.text.value).filter { !known.contains($0) }
        guard interceptor.methods.isEmpty, interceptor.constrained.isEmpty, added.count == 1 else { return [] }
        let entry = Diagnostic.Entry.named(interceptor.id.span)
        let grammar = InterceptorGrammar.object
        let list = "[\((known + added).map(ScalarText.written).joined(separator: ", "))]"
        let changes: [Diagnostic.Change] =
            known.count == 1
            ? [
                .set(InterceptorGrammar.url, of: grammar, to: list, in: entry),
                .rename(InterceptorGrammar.url.name, to: InterceptorGrammar.urls.name, in: entry),
            ]
            : added.map { .append(ScalarText.written($0), to: InterceptorGrammar.urls, of: grammar, in: entry) }
        let words = "let '\(interceptor.id.value)' match \(alternatives(added)) too"
        return [.init(description: words, safe: false, changes: changes)]
    }
}

extension Route {
    fileprivate var leadsElsewhere: Bool { destination.target != nil }
}
