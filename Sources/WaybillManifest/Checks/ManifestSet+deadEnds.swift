import WaybillTable

extension ManifestSet {
    /// X013: rewrites and redirects into the set's own space of URLs, where no route serves any of the URLs that they lead to.
    ///
    /// That none does is proven, and shown by a request that was followed. What other interceptors move on or reject there is
    /// left to them; registered code is not asked, as in X003.
    func deadEnds(
        of movers: [Mover], _ samples: [[RequestWitness]], _ context: RelationContext
    ) -> [Diagnostic] {
        // A route that was not read is not missing.
        guard context.isComplete else { return [] }
        let (space, names) = (OwnSpace(routes), NameSuggestions())
        var (links, takers, stepsLeft) = (RouteLinks?.none, EntrySearch?.none, Self.mostHops(in: context.table))
        let found = zip(movers, samples).findings { mover, samples in
            guard space.holds(mover.target.target) else { return nil }
            let requests = samples.prefix(Self.mostTriedOfOne).compactMap { sample -> SentRequest? in
                stepsLeft -= 1
                return stepsLeft > 0 ? sent(sample, by: mover, context.table) : nil
            }
            guard let first = requests.first, !requests.contains(where: \.isServed),
                !isTakenOver(mover, by: &takers, context)
            else { return nil }
            links = links ?? RouteLinks(context.table, within: context.limits)
            guard let landings = links?.landings(of: move(of: mover)), landings.isProven, landings.routes.isEmpty else {
                return nil
            }
            return deadEnd(mover, first, names)
        }
        if stepsLeft > 0, takers?.isComplete != false { return found }
        let undecided = Diagnostic.undecided(
            "whether a route is where rewrites and redirects lead", at: movers[0].target.text.span)
        return found + [undecided]
    }

    /// The requests of one mover that are followed.
    private static var mostTriedOfOne: Int { 4 }

    // MARK: Following

    /// A request that a mover has moved.
    private struct SentRequest {
        var witness: RequestWitness
        var target: String
        var isServed: Bool
    }

    private func sent(_ sample: RequestWitness, by mover: Mover, _ table: RoutingTable) -> SentRequest? {
        guard let url = try? RouteURL(sample.url), let step = step(at: url, sample.method, table), step.mover == mover,
            let target = try? RouteURL(step.target)
        else { return nil }
        let route = table.route(for: target, method: sample.method ?? url.assumedMethod)
        return SentRequest(witness: sample, target: step.target, isServed: route != nil)
    }

    /// Whether a rewrite or a rejection may match what a mover leads to.
    private func isTakenOver(_ mover: Mover, by takers: inout EntrySearch?, _ context: RelationContext) -> Bool {
        guard let target = EntryPoint(leadingTo: mover.target.target) else { return true }
        if takers == nil {
            let all = interceptors.indices.filter { if case .use = interceptors[$0].action { false } else { true } }
            takers = EntrySearch(context.table, of: all, within: context.limits)
        }
        return takers?.findsSome(at: target) ?? true
    }

    // MARK: Words

    private func deadEnd(_ mover: Mover, _ sent: SentRequest, _ names: NameSuggestions) -> Diagnostic {
        let target = mover.target.text
        let others = routes.indices.lazy.filter { $0 != mover.route }.flatMap { self.routes[$0].patterns }
        let near = names.near(target.value, among: others.map(\.text.value))
        return Diagnostic(
            .deadEnd, at: target.span, "\(name(mover)) leads to '\(target.value)', which no route serves",
            witness: sent.witness.text, witnessRemark: "leads to \(sent.target)", suggestions: near,
            help: "let it lead to a URL of a route, or add a route for it")
    }
}

/// The URLs that a set has routes for at all: those of other hosts and of other programs' schemes are not its own.
private struct OwnSpace {
    private let schemes: Set<String>
    private let hosts: Set<String>

    init(_ routes: ChunkedArray<Route>) {
        let patterns = routes.lazy.flatMap(\.patterns).map(\.pattern)
        schemes = Set(patterns.compactMap(\.scheme))
        hosts = Set(patterns.compactMap(\.literalHost))
    }

    /// A path alone; a host that some route names; or a scheme of programs that some route names.
    func holds(_ target: URLTemplate) -> Bool {
        let path = target.text.prefix { $0 != "?" && $0 != "#" }
        guard let pattern = try? Pattern(String(path)) else { return false }
        if let host = pattern.literalHost { return hosts.contains(host) }
        return pattern.scheme.map(schemes.contains) ?? true
    }
}

extension Pattern {
    fileprivate var literalHost: String? { if case .literal(let host) = host { host } else { nil } }
}
