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
        let dead = deadRoutes(findings)
        let raised = ShadowingPriorities(self, findings, context)
        return findings.findings { finding in
            switch finding.kind {
            case .impossible: impossible(finding)
            case .shadowed, .shadowedByUnion:
                if let all = dead[finding.place.route] {
                    all[0].place == finding.place ? raised.explaining(shadowed(all, isWhole: true, fixing), all) : nil
                } else {
                    raised.explaining(shadowed([finding], isWhole: false, fixing), [finding])
                }
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
            "no URL matches '\(pattern(finding.place).text.value)': its parts leave nothing over",
            help: "look at its host and at what 'params' lets its captures be")
    }

    /// Routes of which no pattern ever matches: that is one mistake. By route, what takes from each of its patterns.
    private func deadRoutes(_ findings: [RouteFinding]) -> [Int: [RouteFinding]] {
        let dead = findings.filter { [.impossible, .shadowed, .shadowedByUnion].contains($0.kind) }
        return Dictionary(grouping: dead, by: \.place.route)
            .filter { $0.value.count == routes[$0.key].patterns.count }
            .mapValues { $0.filter { $0.kind != .impossible } }
    }

    /// P003 where one route takes all, else P004.
    ///
    /// - Parameters:
    ///   - findings: About one pattern, or about all of a route. Whatever takes one of all, another route takes it in the
    ///     end.
    ///   - context: `nil` where no fix is asked for.
    private func shadowed(_ findings: [RouteFinding], isWhole: Bool, _ context: RelationContext?) -> Diagnostic {
        let (first, place) = (findings[0], findings[0].place)
        let route = routes[place.route]
        let takers = findings.flatMap(\.others).filter { !isWhole || $0.route != place.route }.uniqued()
        let names = takers.map { taker in
            taker.route == place.route
                ? "its pattern '\(pattern(taker).text.value)'" : "'\(routes[taker.route].id.value)'"
        }.uniqued()
        let isOwn = takers.allSatisfy { $0.route == place.route }
        let subject = isWhole ? "route '\(route.id.value)' can never run" : "\(name(place)) can never match"
        return Diagnostic(
            names.count == 1 ? .shadowedRoute : .shadowedByUnion,
            at: isWhole && route.isIDGiven ? route.id.span : pattern(place).span,
            "\(subject): \(Self.list(names)) \(names.count == 1 ? "takes" : "take") every request it matches\(names.count == 1 ? "" : " together")",
            notes: notes(takers), witness: first.witness?.text, witnessRemark: remark(first),
            help: isOwn
                ? "remove the pattern"
                : isTwin(findings, context)
                    ? Self.helpWithEqualRoutes
                    : raise(route, above: takers.map { routes[$0.route].priority }.max() ?? 0),
            fixes: isOwn ? removal(of: place) : context.map { raising(findings, $0) } ?? [])
    }

    /// Whether one route takes exactly the requests of another: raised, the other one would take them all.
    private func isTwin(_ findings: [RouteFinding], _ context: RelationContext?) -> Bool {
        guard let context, findings.count == 1, let taker = findings[0].others.first, findings[0].others.count == 1
        else { return false }
        return context.table.relation(of: findings[0].place, to: taker, budget: Self.relationBudget)?.kind == .equal
    }

    private func raise(_ route: Route, above priority: Int) -> String {
        priority < Int(Int32.max)
            ? "give '\(route.id.value)' a priority above \(priority), or narrow what comes before it"
            : "narrow what comes before it"
    }

    // MARK: Partly

    /// The route that takes from others is the cause, however many there are.
    private func partlyShadowed(_ finding: RouteFinding) -> Diagnostic {
        let (route, other) = (routes[finding.place.route], routes[finding.others[0].route])
        var diagnostic = Diagnostic(
            .partlyShadowed, at: pattern(finding.place).span,
            "\(name(finding.place)) loses some of its requests to '\(other.id.value)', although neither is narrower at every place",
            notes: [
                .init(
                    "'\(other.id.value)' is here" + (finding.onlyOther.map { "; it alone matches \($0.text)" } ?? ""),
                    at: pattern(finding.others[0]).span)
            ],
            witness: finding.witness?.text, witnessRemark: remark(finding),
            help: "give the one that is meant to serve it a 'priority', or narrow '\(route.id.value)'")
        let winner = finding.others[0]
        diagnostic.causeGroup = .init(cause: [winner.route, winner.pattern], wording: .so)
        return diagnostic
    }

    private func invertedPriority(_ finding: RouteFinding) -> Diagnostic {
        let (route, other) = (routes[finding.place.route], routes[finding.others[0].route])
        let left =
            other.methods.isEmpty
            ? "serves only in views without '\(other.id.value)'" : "serves only its other methods"
        // Where the broader one has none, or one below the usual, that of the narrower one is at fault.
        let isLowered = other.priority <= 0
        let cause = isLowered ? "the priority of '\(route.id.value)'" : "its priority"
        let mistake =
            isLowered
            ? cause : route.priority < 0 ? "both priorities" : "the priority of '\(other.id.value)'"
        return Diagnostic(
            .invertedPriority, at: pattern(finding.place).span,
            "'\(other.id.value)' is broader than \(name(finding.place)) and comes first by \(cause), so that the narrower one \(left)",
            notes: notes(finding.others), witness: finding.witness?.text, witnessRemark: remark(finding),
            help:
                "take \(mistake) away: a narrower route comes first by itself; or give '\(route.id.value)' one above \(other.priority)",
            fixes: isLowered
                ? dropping(priorityOf: route, isSafe: false) : raising(route, above: other.priority))
    }

    private func idlePriority(_ finding: RouteFinding) -> Diagnostic {
        let route = routes[finding.place.route]
        return Diagnostic(
            .idlePriority, at: route.prioritySpan ?? route.patterns[0].span,
            "priority \(route.priority) of route '\(route.id.value)' changes nothing: every request goes where it would go without it",
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
        finding.server.map { "goes to '\(routes[$0].id.value)'" }
    }

    /// `'a', 'b' and 'c'`
    private static func list(_ names: [String]) -> String {
        names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    }
}
