import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let deadEnd = Rule("X013", "dead-end", .warning, .relations, [])
    public static let foreignTarget = Rule("X014", "foreign-target", .error, .relations, .suppressible)
}

extension Check<RelationContext> {
    static let deadEnds = Check(.deadEnd, .foreignTarget, .tableBudget, needing: .wholeSet) {
        $0.inEachView { $0.set.checkTargets($0) }
    }
}

extension ManifestSet {
    fileprivate func checkTargets(_ context: RelationContext) -> [Diagnostic] {
        let walk = ClientWalk(context)
        // A redirect to itself leads to no route, but only the loop is reported.
        let looping = Set(context.redirectLoops.filter { $0.rule == .rewriteLoop }.map(\.span))
        let redirects = redirects(context).filter {
            !looping.contains($0.target.text.span) && isMeant($0, for: context.view)
        }
        let deadEnds = deadEnds(of: redirects, walk, context)
        let dead = Set(deadEnds.filter { $0.rule == .deadEnd || $0.rule == .foreignTarget }.map(\.span))
        return deadEnds
            + narrowTargets(of: redirects.filter { !dead.contains($0.target.text.span) }, walk, context)
    }

    /// Whether a redirect is in a view because of its tags, and not because it applies everywhere: such a rewrite may have
    /// nothing to do with the view.
    private func isMeant(_ redirect: LocatedRedirect, for view: String?) -> Bool {
        guard let view, let index = redirect.interceptor else { return true }
        return interceptors[index].tags.contains { $0.value == view }
    }

    /// X013: rewrites, forwards and redirects to URLs of the set that no route serves. X014: rewrites and forwards to
    /// URLs of other hosts.
    ///
    /// That no route serves a target is proven, and shown by an example request. A target that other interceptors
    /// redirect or reject is not reported. Registered code does not run, as in X003.
    private func deadEnds(
        of redirects: [LocatedRedirect], _ walk: ClientWalk, _ context: RelationContext
    ) -> [Diagnostic] {
        guard !redirects.isEmpty else { return [] }
        var search = DeadEndSearch(self, walk, context)
        let found = redirects.diagnostics { search.diagnostic($0) }
        if search.isComplete { return found }
        let undecided = Diagnostic.undecided(
            "whether the targets of rewrites, forwards and redirects have routes", at: redirects[0].target.text.span)
        return found + [undecided]
    }
}

/// Searches for rewrites, forwards and redirects that lead nowhere.
private struct DeadEndSearch {
    private let set: ManifestSet
    private let walk: ClientWalk
    private let context: RelationContext
    private let names = NameSuggestions()
    private var search: RedirectSearch
    private lazy var links = RouteLinks(context.table, within: context.limits)
    private var takers: EntrySearch?
    private var stepsLeft: Int
    /// The texts of all patterns with their routes, for suggestions.
    private lazy var patterns = set.routes.indices.flatMap { route in
        set.routes[route].patterns.map { (route: route, text: $0.text.value) }
    }

    init(_ set: ManifestSet, _ walk: ClientWalk, _ context: RelationContext) {
        self.set = set
        self.walk = walk
        self.context = context
        search = RedirectSearch(set, context.table, within: context.limits)
        stepsLeft = ManifestSet.hopLimit(in: context.table)
    }

    /// Whether all questions were answered within the limits.
    var isComplete: Bool { stepsLeft > 0 && search.isComplete && takers?.isComplete != false }

    mutating func diagnostic(_ redirect: ManifestSet.LocatedRedirect) -> Diagnostic? {
        guard stepsLeft > 0 else { return nil }
        var requests = sent(search.likelyStarts(of: redirect.source), by: redirect)
        if requests.isEmpty { requests = sent(search.starts(of: redirect.source), by: redirect) }
        let target = redirect.target.target
        guard walk.space.holds(target) || target.hasBareHost else {
            let first = requests.first(where: \.isLost) ?? lost(by: redirect)
            return first.map { foreign(redirect, $0) }
        }
        guard requests.allSatisfy({ $0.server.map { isByChance($0, target) } ?? true }), !isTakenOver(redirect) else {
            return nil
        }
        return proven(redirect, requests)
    }

    private mutating func proven(
        _ redirect: ManifestSet.LocatedRedirect, _ requests: [SentRequest]
    ) -> Diagnostic? {
        let target = redirect.target.target
        let targets = targetRoutes(of: redirect)
        guard targets.isProven, targets.routes.allSatisfy({ isByChance($0, target) }) else { return nil }
        if let route = targets.routes.first {
            let lost = sent(targets.lost, by: redirect).first(where: \.isLost)
            return lost.map { deadEnd(redirect, $0, unless: set.routes[route]).needing(.route(route)) }
        }
        guard let first = requests.first(where: \.isLost) else { return nil }
        return target.hasBareHost ? foreign(redirect, first) : deadEnd(redirect, first)
    }

    /// Whether a route that serves some of the URLs takes a literal of the target only by a capture, and was probably not
    /// meant.
    private func isByChance(_ number: Int, _ target: URLTemplate) -> Bool {
        let route = set.routes[number]
        let constrained = Set(route.constrained.map(\.name.value))
        return route.patterns.allSatisfy { $0.pattern.meetsByChance(target.pattern, constrained: constrained) }
    }

    // MARK: Following

    private mutating func sent(
        _ samples: [RequestWitness], by redirect: ManifestSet.LocatedRedirect
    ) -> [SentRequest] { walk.sent(samples, by: redirect, &stepsLeft) }

    /// Returns a request that fails at the target of the redirect, although others do not.
    private mutating func lost(by redirect: ManifestSet.LocatedRedirect) -> SentRequest? {
        sent(targetRoutes(of: redirect).lost, by: redirect).first(where: \.isLost)
    }

    private mutating func targetRoutes(of redirect: ManifestSet.LocatedRedirect) -> RouteLinks.TargetRoutes {
        links.targetRoutes(of: set.redirect(redirect))
    }

    /// Whether a rewrite or a rejection may match the target of a redirect, and runs there. Law 9: after an interceptor
    /// only those run that apply everywhere, and none runs twice.
    private mutating func isTakenOver(_ located: ManifestSet.LocatedRedirect) -> Bool {
        let redirect = set.redirect(located)
        let target = EntryPoint(leadingTo: redirect.target, constraints: redirect.constraints)
        let interceptors = set.interceptors
        var search =
            takers ?? EntrySearch(context.table, of: set.terminatingInterceptors, within: context.limits)
        defer { takers = search }
        return search.findsSome(at: target, answering: redirect.methods) { taker in
            located.route != nil || interceptors[taker].appliesEverywhere && .interceptor(taker) != located.source
        }
    }

    // MARK: Messages

    /// - Parameter other: The route that serves some of the targets by chance.
    private mutating func deadEnd(
        _ redirect: ManifestSet.LocatedRedirect, _ sent: SentRequest, unless other: Route? = nil
    ) -> Diagnostic {
        let target = redirect.target.text
        let reason =
            other.map { "and only '\($0.id.value)' serves some of these URLs, by chance" } ?? "which no route serves"
        let others = patterns.lazy.filter { $0.route != redirect.route }
        let near = names.near(target.value, among: others.map { $0.text })
        return Diagnostic(
            .deadEnd, at: target.span, "\(set.name(redirect)) leads to '\(target.value)', \(reason)",
            notes: other.map { [.init("'\($0.id.value)' is here", at: $0.patterns[0].span)] } ?? [],
            witness: sent.witness.text,
            witnessRemark: "leads to \(sent.target)" + (other == nil ? "" : ", which no route serves"),
            suggestions: near,
            help: "change it to the URL of a route, or add a route for it" + (near.isEmpty ? ownPage(redirect) : ""))
    }

    /// Returns the help for pages outside of the manifests.
    private func ownPage(_ redirect: ManifestSet.LocatedRedirect) -> String {
        let status = redirect.route.flatMap { set.routes[$0].destination.status }
        return status == nil
            ? "; for a page of the app itself, write \(redirect.route == nil ? "a route with " : "")"
                + Self.written(redirect.target.text.value)
            : "; suppress this if the app itself serves the page"
    }

    private func foreign(_ redirect: ManifestSet.LocatedRedirect, _ sent: SentRequest) -> Diagnostic {
        let target = redirect.target.target
        let status = redirect.route.flatMap { set.routes[$0].destination.status } ?? .permanentRedirect
        let named = set.routes.first { $0.hasExplicitID && $0.id.value == target.text }
        let help =
            if let named {
                "'\(target.text)' is the id of a route: write its URL, '\(named.patterns[0].text.value)'"
            } else if target.hasBareHost {
                "for another host write \(Self.written("https://" + target.text, status))"
                    + (target.hasScheme ? "" : ", for a path '/\(target.text)'")
            } else if redirect.route == nil {
                "only routes redirect clients: write a route with \(Self.written(target.text, status))"
            } else {
                "let the client follow it: write \(Self.written(target.text, status))"
            }
        let reason = target.hasScheme ? "has a host or scheme without routes" : "is a path without a route"
        return Diagnostic(
            .foreignTarget, at: redirect.target.text.span,
            "\(set.name(redirect)) leads to '\(target.text)', which \(reason)", witness: sent.witness.text,
            witnessRemark: "leads to \(sent.target)", help: help)
    }

    private static func written(_ url: String, _ status: RedirectStatus = .permanentRedirect) -> String {
        "`redirect: { to: \(ScalarText.written(url)), status: \(status.rawValue) }`"
    }
}

extension Pattern {
    /// Whether it takes a literal of a target by a capture of any text, and later has a literal where the target has a
    /// capture, as `/:box/new` takes `/nowhere/new` of `/nowhere/:x`.
    ///
    /// - Parameter names: The captures with a constraint, which may spell the literal.
    fileprivate func meetsByChance(_ target: Pattern, constrained names: Set<String>) -> Bool {
        var hasTakenLiteral = false
        for (own, other) in zip(segments, target.segments) {
            switch (own, other) {
            case (.any, .literal): hasTakenLiteral = true
            case (.capture(let capture), .literal):
                hasTakenLiteral = hasTakenLiteral || !capture.hasAffix && !names.contains(capture.name)
            case (.literal, .capture), (.literal, .any): if hasTakenLiteral { return true }
            case (.capture(let capture), .capture): if hasTakenLiteral, capture.hasAffix { return true }
            default: continue
            }
        }
        guard hasTakenLiteral, target.catchAll != nil else { return false }
        return segments.dropFirst(target.segments.count).contains { if case .literal = $0 { true } else { false } }
    }
}

extension Pattern.Capture {
    fileprivate var hasAffix: Bool { !prefix.isEmpty || !suffix.isEmpty }
}
