import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let rewriteLoop = Rule("X002", "rewrite-loop", .error, .relations, [])
}

extension Check<RelationContext> {
    static let redirectLoops = Check(.rewriteLoop, .deadEnd, .tableBudget) {
        $0.inEachView(\.redirectLoops)
    }
}

extension ManifestSet {
    /// Rewrites, forwards and redirects that lead back to themselves, and long chains.
    ///
    /// Requests are followed as the law says, if they come from a redirect and another redirect or an interceptor
    /// matches them, and those of each redirect if there are enough of them for a long chain.
    func searchRedirectLoops(_ context: RelationContext) -> [Diagnostic] {
        let redirects = redirects(context)
        return redirects.isEmpty ? [] : loops(of: redirects, ClientWalk(context), context)
    }

    /// X002: each loop once, with an example request, and interceptors that match their own targets. X013: long chains.
    private func loops(
        of redirects: [LocatedRedirect], _ walk: ClientWalk, _ context: RelationContext
    ) -> [Diagnostic] {
        var search = RedirectSearch(self, context.table, within: context.limits)
        var stepsLeft = Self.hopLimit(in: context.table)
        let returns = redirects.diagnostics { redirect in
            guard let index = redirect.interceptor else { return nil }
            let samples = search.returns(of: index, self.redirect(redirect))
            return rewritten(samples, by: redirect, context.table, &stepsLeft)
        }
        let samples = search.loopCandidates(
            of: redirects.compactMap { one in one.route.map { ($0, redirect(one)) } },
            after: redirects.compactMap { one in one.interceptor.map { ($0, redirect(one)) } })
        var seen: Set<Set<LocatedRedirect>> = []
        let loops = samples.diagnostics { sample in
            guard let loop = loop(from: sample, walk, &stepsLeft), seen.insert(Set(loop)).inserted else { return nil }
            return diagnostic(loop, sample).needing(loop.compactMap(\.route).map(Need.route))
        }
        let undecided = Diagnostic.undecided(
            "whether rewrites, forwards and redirects form a loop", at: redirects[0].target.text.span)
        return returns + loops + (search.isComplete && stepsLeft > 0 ? [] : [undecided])
            // Each hop but the last leads to a redirect, for which there is a request.
            + (samples.count < WalkedRequest.maximumHops ? [] : longChains(of: redirects, &search, context))
    }

    /// The limit of hops for all requests together. A hop takes microseconds, and longer if lookups are slow.
    static func hopLimit(in table: RoutingTable) -> Int {
        100_000 / (1 + max(0, table.maximumAffixesAtOneNode - TableSize.ordinary.affixes) / 32)
    }

    /// A rewrite, a forward or a redirect.
    struct LocatedRedirect: Hashable {
        var source: RedirectSource
        var target: LocatedTarget

        var route: Int? { if case .route(let index) = source { index } else { nil } }
        var interceptor: Int? { if case .interceptor(let index) = source { index } else { nil } }

        static func == (left: LocatedRedirect, right: LocatedRedirect) -> Bool { left.source == right.source }

        func hash(into hasher: inout Hasher) { hasher.combine(source) }
    }

    /// All of them, except redirects to URLs that belong to other services.
    func redirects(_ context: RelationContext) -> [LocatedRedirect] {
        interceptors.indices.compactMap { redirect(by: .interceptor($0)) }
            + routes.indices.compactMap { redirect(by: .route($0)) }.filter { redirect in
                let status = redirect.route.flatMap { routes[$0].destination.status }
                return status == nil || context.space.isKept(by: redirect.target.target)
            }
    }

    func redirect(_ located: LocatedRedirect) -> Redirect {
        switch located.source {
        case .interceptor(let index): Redirect(of: interceptors[index], to: located.target)
        case .route(let index): Redirect(of: routes[index], to: located.target)
        }
    }

    // MARK: Following

    /// Returns the redirects of the loop in which a request ends, if any, in the order in which it follows them,
    /// starting at the first in the files.
    private func loop(
        from sample: RequestWitness, _ walk: ClientWalk, _ stepsLeft: inout Int
    ) -> [LocatedRedirect]? {
        guard stepsLeft > 0 else { return nil }
        // If the targets grow, no URL repeats, but a redirect does.
        let trace = walk.trace(sample.url, method: sample.method, maximumHops: 2 * WalkedRequest.maximumHops)
        stepsLeft -= trace.visits.count
        let path = trace.hops.map(\.by)
        guard trace.end == .loop, let last = path.last, let before = path.dropLast().lastIndex(of: last) else {
            return nil
        }
        return rotated(path[(before + 1)...].compactMap { redirect(by: $0) })
    }

    /// Returns the diagnostic about an interceptor that matches its own targets without end, if these requests show
    /// one.
    private func rewritten(
        _ samples: [RequestWitness], by redirect: LocatedRedirect, _ table: RoutingTable, _ stepsLeft: inout Int
    ) -> Diagnostic? {
        for sample in samples where stepsLeft > 0 {
            stepsLeft -= 1
            let trace = RoutedSet(set: self, table: table).trace(sample.url, method: sample.method, maximumHops: 1)
            guard let hop = trace.hops.first, hop.by == redirect.source else { continue }
            var text: String? = hop.to
            var count = 0
            while let last = text, count < 2 * WalkedRequest.maximumHops {
                text = rewritten(last, trace.method, by: redirect, table)
                count += 1
            }
            stepsLeft -= count
            if text != nil { return diagnostic([redirect], sample, remark: "leads to \(hop.to)") }
        }
        return nil
    }

    /// Returns the target of an interceptor for a URL, if it matches.
    private func rewritten(
        _ text: String, _ method: String?, by redirect: LocatedRedirect, _ table: RoutingTable
    ) -> String? {
        guard let url = try? RouteURL(text) else { return nil }
        return table.interceptors(for: url, method: method)
            .first { .interceptor($0.interceptor) == redirect.source }
            .flatMap { redirect.target.target.target(for: $0.captures) }
    }

    func redirect(by source: RedirectSource) -> LocatedRedirect? {
        switch source {
        case .interceptor(let index):
            guard case .rewrite(let target) = interceptors[index].action else { return nil }
            return LocatedRedirect(source: source, target: target)
        case .route(let index):
            return routes[index].destination.target.map { LocatedRedirect(source: source, target: $0) }
        }
    }

    private func rotated(_ loop: [LocatedRedirect]) -> [LocatedRedirect] {
        let spans = loop.map(\.target.text.span)
        guard let least = spans.min(), let index = spans.firstIndex(of: least) else { return loop }
        return Array(loop[index...] + loop[..<index])
    }

    // MARK: Messages

    private func diagnostic(
        _ loop: [LocatedRedirect], _ sample: RequestWitness, remark: String = "loops forever"
    ) -> Diagnostic {
        let first = loop[0].target
        let path = (loop + loop.prefix(1)).map(name).joined(separator: " -> ")
        let message =
            loop.count == 1
            ? "\(name(loop[0])) leads to '\(first.text.value)', which it matches itself"
            : "\(nouns(loop)) form a loop: \(path)"
        return Diagnostic(
            .rewriteLoop, at: first.text.span, message,
            notes: loop.dropFirst().map {
                .init("\(name($0)) leads to '\($0.target.text.value)'", at: $0.target.text.span)
            },
            witness: sample.text, witnessRemark: remark,
            help: loop.count == 1
                ? "make the pattern more specific, or change the target to a URL that it does not match"
                : "change one target to a URL that none of them matches")
    }

    /// Returns `forwards`, or `rewrites and forwards`.
    private func nouns(_ loop: [LocatedRedirect]) -> String {
        let found = Set(loop.map(noun))
        return ["rewrite", "forward", "redirect"].filter(found.contains).map { $0 + "s" }.joined(separator: " and ")
    }

    private func noun(_ redirect: LocatedRedirect) -> String {
        guard let route = redirect.route else { return "rewrite" }
        return routes[route].destination.status == nil ? "forward" : "redirect"
    }

    func name(_ redirect: LocatedRedirect) -> String {
        switch redirect.source {
        case .interceptor(let index): "interceptor '\(interceptors[index].id.value)'"
        case .route(let index): "route '\(routes[index].id.value)'"
        }
    }
}
