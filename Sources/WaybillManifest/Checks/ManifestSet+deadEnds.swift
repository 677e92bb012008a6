import WaybillProofs
import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// X013 and X014: rewrites and redirects where no route serves any of the URLs that they lead to.
    ///
    /// That none does is proven, and shown by a request that was followed. What other interceptors move on or reject there is
    /// left to them; registered code is not asked, as in X003. Out of the set's own space only clients can be redirected: there
    /// the request that was followed is enough, whatever routes without a host may serve besides.
    func deadEnds(
        of redirects: [LocatedRedirect], _ walk: ClientWalk, _ context: RelationContext
    ) -> [Diagnostic] {
        // A route that was not read is not missing.
        guard context.isComplete, !redirects.isEmpty else { return [] }
        let names = NameSuggestions()
        var links: RouteLinks?
        var takers: EntrySearch?
        var search = RedirectSearch(self, context.table, within: context.limits)
        var stepsLeft = Self.hopLimit(in: context.table)
        let found = redirects.findings { redirect in
            guard stepsLeft > 0 else { return nil }
            var requests = sent(search.likelyStarts(of: redirect.source), by: redirect, walk, &stepsLeft)
            if requests.isEmpty {
                requests = sent(search.starts(of: redirect.source), by: redirect, walk, &stepsLeft)
            }
            guard let first = requests.first(where: \.isLost), !requests.contains(where: \.isServed) else { return nil }
            let target = redirect.target.target
            guard walk.space.isKept(by: target) else { return foreign(redirect, first) }
            guard !isTakenOver(redirect, by: &takers, context) else { return nil }
            links = links ?? RouteLinks(context.table, within: context.limits)
            guard let targets = links?.targetRoutes(of: self.redirect(redirect)), targets.isProven,
                targets.routes.isEmpty
            else { return nil }
            return target.hasBareHost ? foreign(redirect, first) : deadEnd(redirect, first, names)
        }
        if stepsLeft > 0, search.isComplete, takers?.isComplete != false { return found }
        let undecided = Diagnostic.undecided(
            "whether a route is where rewrites and redirects lead", at: redirects[0].target.text.span)
        return found + [undecided]
    }

    // MARK: Following

    /// A request that was redirected.
    private struct SentRequest {
        var witness: RequestWitness
        var target: String
        /// Whether a route serves the target.
        var isServed: Bool
        /// Whether the request fails there.
        var isLost: Bool
    }

    /// The requests that a redirect does lead on, followed to where it leads.
    private func sent(
        _ samples: [RequestWitness], by redirect: LocatedRedirect, _ walk: ClientWalk, _ stepsLeft: inout Int
    ) -> [SentRequest] {
        samples.compactMap { sample in
            stepsLeft -= 2
            let trace = walk.trace(sample.url, method: sample.method, mostHops: 1)
            guard let hop = trace.hops.first, hop.by == redirect.source, trace.legs.count > 1 else { return nil }
            return SentRequest(
                witness: sample, target: hop.to, isServed: trace.legs[1].route != nil,
                isLost: trace.legs.count == 2 && trace.end == .unmatched)
        }
    }

    /// Whether a rewrite or a rejection may match what a redirect leads to, and runs there (law 9): after an interceptor
    /// only those do that apply everywhere, and none twice.
    private func isTakenOver(
        _ located: LocatedRedirect, by takers: inout EntrySearch?, _ context: RelationContext
    ) -> Bool {
        let redirect = redirect(located)
        guard let target = EntryPoint(leadingTo: redirect.target, constraints: redirect.constraints) else {
            return true
        }
        var search =
            takers
            ?? EntrySearch(
                context.table, of: interceptors.indices.filter { interceptors[$0].isTerminating },
                within: context.limits)
        defer { takers = search }
        return search.findsSome(at: target, answering: redirect.methods) { taker in
            located.route != nil || interceptors[taker].appliesEverywhere && .interceptor(taker) != located.source
        }
    }

    // MARK: Words

    private func deadEnd(
        _ redirect: LocatedRedirect, _ sent: SentRequest, _ names: NameSuggestions
    ) -> Diagnostic {
        let target = redirect.target.text
        let others = routes.indices.lazy.filter { $0 != redirect.route }.flatMap { self.routes[$0].patterns }
        let near = names.near(target.value, among: others.map(\.text.value))
        return Diagnostic(
            .deadEnd, at: target.span, "\(name(redirect)) leads to '\(target.value)', which no route serves",
            witness: sent.witness.text, witnessRemark: "leads to \(sent.target)", suggestions: near,
            help: "let it lead to a URL of a route, or add a route for it")
    }

    private func foreign(_ redirect: LocatedRedirect, _ sent: SentRequest) -> Diagnostic {
        let target = redirect.target.target
        let status = redirect.route.flatMap { routes[$0].destination.status } ?? .permanentRedirect
        func written(_ url: String) -> String {
            "`redirect: { to: \(ScalarText.written(url)), status: \(status.rawValue) }`"
        }
        let help =
            if target.hasBareHost {
                "for another host write \(written("https://" + target.text))"
                    + (target.hasScheme ? "" : ", for a path '/\(target.text)'")
            } else if redirect.route == nil {
                "clients are redirected by routes: write a route with \(written(target.text))"
            } else {
                "add a status, so that clients are redirected: \(written(target.text))"
            }
        let reason = target.hasScheme ? "is at a host or a scheme without routes" : "is a path that no route serves"
        return Diagnostic(
            .foreignTarget, at: redirect.target.text.span,
            "\(name(redirect)) leads to '\(target.text)', which \(reason)", witness: sent.witness.text,
            witnessRemark: "leads to \(sent.target)", help: help)
    }
}
