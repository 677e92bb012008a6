import WaybillProofs
import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// P003 to P007, and P008 for patterns whose parts leave no request over.
    func checkShadows(_ context: RelationContext) -> [Diagnostic] {
        let findings = context.proofs.findings.filter { finding in
            context.misread.isDisjoint(with: [finding.place.route] + finding.others.map(\.route))
        }
        let fixing = context.mayAskForFixes(of: findings.count) ? context : nil
        let raised = ShadowingPriorities(self, findings, context)
        // Where a conflict is to be solved too, nobody knows which priority does it.
        let tied = Set(context.proofs.conflicts.flatMap { [$0.first.route, $0.second.route] })
        return findings.findings { finding in
            switch finding.kind {
            case .impossible: impossible(finding)
            case .shadowed, .shadowedByUnion:
                raised.explaining(
                    shadowed(finding, fixing, isTied: tied.contains(finding.place.route)), finding)
            case .partlyShadowed: partlyShadowed(finding)
            case .invertedPriority: invertedPriority(finding)
            // While routes are missing or in conflict, nobody knows what a priority will do.
            case .idlePriority:
                context.isComplete && context.proofs.conflicts.isEmpty ? idlePriority(finding) : nil
            }
        }
    }

    // MARK: Never

    private func impossible(_ finding: RouteFinding) -> Diagnostic {
        Diagnostic(
            .impossiblePattern, at: pattern(finding.place).span,
            "no URL matches '\(pattern(finding.place).text.value)': its constraints contradict each other",
            help: "check its host and its 'params'")
    }

    /// P003 where one route takes all, else P004.
    ///
    /// - Parameters:
    ///   - context: `nil` where nobody asks whether a fix would help.
    ///   - isTied: Whether the route is in a conflict too.
    private func shadowed(_ finding: RouteFinding, _ context: RelationContext?, isTied: Bool) -> Diagnostic {
        let (place, route) = (finding.place, routes[finding.place.route])
        let names = finding.others.map { taker in
            taker.route == place.route
                ? "its pattern '\(pattern(taker).text.value)'" : "'\(routes[taker.route].id.value)'"
        }.uniqued()
        let isOwn = finding.others.allSatisfy { $0.route == place.route }
        let subject = finding.isWhole ? "route '\(route.id.value)'" : name(place)
        return Diagnostic(
            finding.kind == .shadowed ? .shadowedRoute : .shadowedByUnion,
            at: finding.isWhole && route.isIDGiven ? route.id.span : pattern(place).span,
            "\(subject) is unreachable: \(Self.takers(names, serveAll: finding.othersServeAll))",
            notes: notes(finding.others), witness: finding.witness?.text, witnessRemark: remark(finding),
            help: isOwn
                ? "remove the pattern"
                : isTwin(finding, context) ? Self.helpWithEqualRoutes : raise(route, above: priority(above: finding)),
            fixes: isOwn ? removal(of: place) : isTied ? [] : context.map { raising(finding, $0) } ?? [])
    }

    /// To take a request is to serve it. What takes precedence may lose it to yet another route.
    private static func takers(_ names: [String], serveAll: Bool) -> String {
        let verb = names.count == 1 ? "takes" : "take"
        let (between, end) = names.count == 1 ? ("", "") : serveAll ? ("", " together") : (" together", "")
        let what = serveAll ? "every request" : "precedence over it for every request"
        return "\(list(names))\(between) \(verb) \(what) it matches\(end)"
    }

    /// The priority that a shadowed route has to exceed to lose no requests.
    func priority(above finding: RouteFinding) -> Int {
        finding.others.map { routes[$0.route].priority }.reduce(finding.highestPriority, max)
    }

    /// Whether one route takes exactly the requests of another: raised, the other one would take them all.
    private func isTwin(_ finding: RouteFinding, _ context: RelationContext?) -> Bool {
        guard let context, finding.others.count == 1 else { return false }
        return places(of: finding).contains { place in
            context.table.relation(of: place, to: finding.others[0], budget: Self.relationBudget)?.kind == .equal
        }
    }

    private func raise(_ route: Route, above priority: Int) -> String {
        priority < Int(Int32.max)
            ? "give '\(route.id.value)' a priority above \(priority), or make the other more specific"
            : "make the other more specific"
    }

    // MARK: Partly

    /// The route that takes from others is the cause, however many there are.
    private func partlyShadowed(_ finding: RouteFinding) -> Diagnostic {
        let (route, other) = (routes[finding.place.route], routes[finding.others[0].route])
        var diagnostic = Diagnostic(
            .partlyShadowed, at: pattern(finding.place).span,
            "\(name(finding.place)) loses some requests to '\(other.id.value)', although neither is more specific in every segment",
            notes: [
                .init(
                    "'\(other.id.value)' is here" + (finding.onlyOther.map { "; only it matches \($0.text)" } ?? ""),
                    at: pattern(finding.others[0]).span)
            ],
            witness: finding.witness?.text, witnessRemark: remark(finding),
            help: "give the one that should serve it a 'priority', or make '\(route.id.value)' more specific")
        let winner = finding.others[0]
        diagnostic.causeGroup = .init(cause: [winner.route, winner.pattern], wording: .so)
        return diagnostic
    }

    private func invertedPriority(_ finding: RouteFinding) -> Diagnostic {
        let (route, other) = (routes[finding.place.route], routes[finding.others[0].route])
        let left =
            other.methods.isEmpty
            ? "only serves views without '\(other.id.value)'" : "only serves its other methods"
        // Where the broader one has none, or one below the usual, that of the narrower one is at fault.
        let isLowered = other.priority <= 0
        let cause = isLowered ? "the priority of '\(route.id.value)'" : "its priority"
        let mistake =
            isLowered
            ? cause : route.priority < 0 ? "both priorities" : "the priority of '\(other.id.value)'"
        return Diagnostic(
            .invertedPriority, at: pattern(finding.place).span,
            "'\(other.id.value)' is broader than \(name(finding.place)), but takes precedence by \(cause); the more specific one \(left)",
            notes: notes(finding.others), witness: finding.witness?.text, witnessRemark: remark(finding),
            help:
                "remove \(mistake): a more specific route takes precedence anyway; or give '\(route.id.value)' one above \(other.priority)",
            fixes: isLowered
                ? dropping(priorityOf: route, isSafe: false) : raising(route, above: other.priority))
    }

    private func idlePriority(_ finding: RouteFinding) -> Diagnostic {
        let route = routes[finding.place.route]
        return Diagnostic(
            .idlePriority, at: route.prioritySpan ?? route.patterns[0].span,
            "priority \(route.priority) of route '\(route.id.value)' has no effect: every request goes to the same route without it",
            help: "remove the priority",
            fixes: dropping(priorityOf: route, isSafe: true))
    }

    // MARK: Words

    /// One pattern of several is called by its text.
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

    private func remark(_ finding: RouteFinding) -> String? {
        let view = finding.view.map { " in the view '\($0)'" } ?? ""
        return finding.server.map { "goes to '\(routes[$0].id.value)'\(view)" }
    }

    /// `'a', 'b' and 'c'`
    private static func list(_ names: [String]) -> String {
        names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    }
}
