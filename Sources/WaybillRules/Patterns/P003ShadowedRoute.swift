import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let shadowedRoute = Rule("P003", "shadowed-route", .error, .relations, .suppressible)
    public static let shadowedByUnion = Rule("P004", "shadowed-by-several", .error, .relations, .suppressible)
    public static let partlyShadowed = Rule("P005", "partly-shadowed", .info, .relations, [])
    public static let idlePriority = Rule("P006", "idle-priority", .hint, .relations, .fixChangesDigest)
    public static let invertedPriority = Rule("P007", "inverted-priority", .warning, .relations, [])
}

extension Check<RelationContext> {
    static let shadows = Check(
        .shadowedRoute, .shadowedByUnion, .partlyShadowed, .idlePriority, .invertedPriority, .impossiblePattern
    ) { $0.set.checkShadows($0) }
}

extension ManifestSet {
    /// P003 to P007, and P008 for patterns whose constraints contradict each other.
    fileprivate func checkShadows(_ context: RelationContext) -> [Diagnostic] {
        let problems = context.proofs.problems
        let certain = problems.filter { context.misread.isDisjoint(with: $0.routes) }
        let fixing = context.mayAskForFixes(of: certain.count) ? context : nil
        let raised = ShadowingPriorities(self, certain, context)
        // While there is also a conflict, the right priority is not known.
        let tied = Set(context.proofs.conflicts.flatMap { [$0.first.route, $0.second.route] })
        return problems.diagnostics { problem in
            let found: Diagnostic? =
                switch problem.kind {
                case .impossible: impossible(problem)
                case .shadowed, .shadowedByUnion:
                    raised.explaining(
                        shadowed(problem, fixing, isTied: tied.contains(problem.place.route)), problem)
                case .partlyShadowed: partlyShadowed(problem)
                case .invertedPriority: invertedPriority(problem)
                // While routes are missing or in conflict, the effect of a priority is not known.
                case .idlePriority:
                    context.proofs.conflicts.isEmpty ? idlePriority(problem).needing(.wholeSet) : nil
                }
            return found?.needing(problem.routes.map(Need.route))
        }
    }

    // MARK: Shadowed routes

    private func impossible(_ problem: RouteProblem) -> Diagnostic {
        Diagnostic(
            .impossiblePattern, at: pattern(problem.place).span,
            "no URL matches '\(pattern(problem.place).text.value)': its constraints contradict each other",
            help: "check its host and its 'params'")
    }

    /// P003 if one route takes all requests, else P004.
    ///
    /// - Parameters:
    ///   - context: `nil` if no fix is searched for.
    ///   - isTied: Whether the route is also in a conflict.
    private func shadowed(_ problem: RouteProblem, _ context: RelationContext?, isTied: Bool) -> Diagnostic {
        let place = problem.place
        let route = routes[problem.place.route]
        let names = problem.others.map { taker in
            taker.route == place.route
                ? "its pattern '\(pattern(taker).text.value)'" : "'\(routes[taker.route].id.value)'"
        }.uniqued()
        let isOwn = problem.others.allSatisfy { $0.route == place.route }
        let subject = problem.isWhole ? "route '\(route.id.value)'" : name(place)
        return Diagnostic(
            problem.kind == .shadowed ? .shadowedRoute : .shadowedByUnion,
            at: problem.isWhole && route.hasExplicitID ? route.id.span : pattern(place).span,
            "\(subject) is unreachable: \(Self.takers(names, serveAll: problem.othersServeAll))",
            notes: notes(problem.others), witness: problem.witness?.text, witnessRemark: remark(problem),
            help: isOwn
                ? "remove the pattern"
                : matchesSameRequests(problem, context)
                    ? Self.helpWithEqualRoutes : raise(route, above: priority(above: problem)),
            fixes: isOwn ? removal(of: place) : isTied ? [] : context.map { raising(problem, $0) } ?? [])
    }

    /// A route takes a request if it serves it. A route with precedence may lose the request to yet another route.
    private static func takers(_ names: [String], serveAll: Bool) -> String {
        let verb = names.count == 1 ? "takes" : "take"
        let (between, end) = names.count == 1 ? ("", "") : serveAll ? ("", " together") : (" together", "")
        let what = serveAll ? "every request" : "precedence over it for every request"
        return "\(alternatives(names, conjunction: "and", areQuoted: false))\(between) \(verb) \(what) it matches\(end)"
    }

    /// Returns the highest priority that a shadowed route must exceed.
    func priority(above problem: RouteProblem) -> Int {
        problem.others.map { routes[$0.route].priority }.reduce(problem.highestPriority, max)
    }

    /// Whether the other route matches exactly the same requests, so that it would be shadowed after a change of
    /// priority.
    private func matchesSameRequests(_ problem: RouteProblem, _ context: RelationContext?) -> Bool {
        guard let context, problem.others.count == 1 else { return false }
        return places(of: problem).contains { place in
            context.table.relation(of: place, to: problem.others[0], budget: Self.relationBudget)?.kind == .equal
        }
    }

    private func raise(_ route: Route, above priority: Int) -> String {
        priority < Int(Int32.max)
            ? "give '\(route.id.value)' a priority above \(priority), or make the other more specific"
            : "make the other more specific"
    }

    // MARK: Partly shadowed routes

    /// The route that takes requests from others is the common cause.
    private func partlyShadowed(_ problem: RouteProblem) -> Diagnostic {
        let route = routes[problem.place.route]
        let other = routes[problem.others[0].route]
        var diagnostic = Diagnostic(
            .partlyShadowed, at: pattern(problem.place).span,
            "\(name(problem.place)) loses some requests to '\(other.id.value)', although neither is more specific in every segment",
            notes: [
                .init(
                    "'\(other.id.value)' is here" + (problem.onlyOther.map { "; only it matches \($0.text)" } ?? ""),
                    at: pattern(problem.others[0]).span)
            ],
            witness: problem.witness?.text, witnessRemark: remark(problem),
            help: "give the one that should serve it a 'priority', or make '\(route.id.value)' more specific")
        let winner = problem.others[0]
        diagnostic.causeGroup = .init(cause: [winner.route, winner.pattern], wording: .so)
        return diagnostic
    }

    private func invertedPriority(_ problem: RouteProblem) -> Diagnostic {
        let route = routes[problem.place.route]
        let other = routes[problem.others[0].route]
        let left =
            other.answersMethods(of: route)
            ? "only serves views without '\(other.id.value)'"
            : "only serves methods that '\(other.id.value)' does not answer"
        // If the broader route has no priority, or a lowered one, the priority of the narrower route is the cause.
        let isLowered = other.priority <= 0
        let cause = isLowered ? "the priority of '\(route.id.value)'" : "its priority"
        let priorityPart =
            isLowered
            ? cause : route.priority < 0 ? "both priorities" : "the priority of '\(other.id.value)'"
        return Diagnostic(
            .invertedPriority, at: pattern(problem.place).span,
            "'\(other.id.value)' is broader than \(name(problem.place)), but takes precedence by \(cause); the more specific one \(left)",
            notes: notes(problem.others), witness: problem.witness?.text, witnessRemark: remark(problem),
            help:
                "remove \(priorityPart): a more specific route takes precedence anyway; or give '\(route.id.value)' one above \(other.priority)",
            fixes: isLowered
                ? dropping(priorityOf: route, isSafe: false) : raising(route, above: other.priority))
    }

    private func idlePriority(_ problem: RouteProblem) -> Diagnostic {
        let route = routes[problem.place.route]
        return Diagnostic(
            .idlePriority, at: route.prioritySpan ?? route.patterns[0].span,
            "priority \(route.priority) of route '\(route.id.value)' has no effect: every request goes to the same route without it",
            help: "remove the priority",
            fixes: dropping(priorityOf: route, isSafe: true))
    }

    // MARK: Messages

    /// Returns the name of a pattern: its text, if the route has several.
    func name(_ place: RoutePlace) -> String {
        let route = routes[place.route]
        return route.patterns.count == 1
            ? "route '\(route.id.value)'" : "pattern '\(pattern(place).text.value)' of route '\(route.id.value)'"
    }

    private func notes(_ places: [RoutePlace]) -> [Diagnostic.Note] {
        places.map { place in
            let route = routes[place.route]
            let priority = route.priority == 0 ? "" : ", with priority \(route.priority)"
            return .init("'\(route.id.value)' is here\(priority)", at: pattern(place).span)
        }
    }

    private func remark(_ problem: RouteProblem) -> String? {
        let view = problem.view.map { " in the view '\($0)'" } ?? ""
        return problem.server.map { "goes to '\(routes[$0].id.value)'\(view)" }
    }
}

extension RouteProblem {
    fileprivate var routes: [Int] { [place.route] + others.map(\.route) }
}

extension Route {
    /// Whether it answers every method of another route.
    fileprivate func answersMethods(of other: Route) -> Bool {
        if methods.isEmpty { return true }
        var answered = Set(methods.map(\.value))
        if answered.contains("GET") { answered.insert("HEAD") }
        return !other.methods.isEmpty && other.methods.allSatisfy { answered.contains($0.value) }
    }
}
