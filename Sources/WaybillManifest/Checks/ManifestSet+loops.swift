import WaybillTable

extension ManifestSet {
    /// X002 and X013: rewrites and redirects that lead back to themselves, or where no route is.
    ///
    /// Requests are followed: one for each pattern of a move, and one for each way in which its target can meet a pattern of
    /// another one.
    func checkMoves(_ context: RelationContext) -> [Diagnostic] {
        let movers = movers(context)
        guard !movers.isEmpty else { return [] }
        let samples = context.table.samples(of: movers.map { move(of: $0) }, within: context.limits)
        return loops(of: movers, samples, context) + deadEnds(of: movers, samples.found, context)
    }

    /// X002: each circle once, with a request that goes round.
    private func loops(
        of movers: [Mover], _ samples: (found: [[RequestWitness]], isComplete: Bool), _ context: RelationContext
    ) -> [Diagnostic] {
        var (seen, stepsLeft) = (Set<Set<Mover>>(), Self.mostHops(in: context.table))
        let circles: [Diagnostic] = samples.found.joined().compactMap { sample in
            guard let circle = circle(from: sample, context.table, &stepsLeft), seen.insert(Set(circle)).inserted,
                !circle.contains(where: { $0.route.map(context.misread.contains) ?? false })
            else { return nil }
            return diagnostic(circle, sample)
        }
        let undecided = Diagnostic.undecided(
            "whether rewrites and redirects lead in a circle", at: movers[0].target.text.span)
        return samples.isComplete && stepsLeft > 0 ? circles : circles + [undecided]
    }

    /// The hops that all requests together are followed over: some microseconds each, and more where lookups are slow.
    static func mostHops(in table: RoutingTable) -> Int {
        100_000 / (1 + max(0, table.greatestCrowd - TableSize.ordinary.affixes) / 32)
    }

    /// A rewrite or a redirect.
    struct Mover: Hashable {
        enum Place: Hashable {
            case interceptor(Int)
            case route(Int)
        }

        var place: Place
        var target: LocatedTarget

        var route: Int? { if case .route(let index) = place { index } else { nil } }

        static func == (left: Mover, right: Mover) -> Bool { left.place == right.place }

        func hash(into hasher: inout Hasher) { hasher.combine(place) }
    }

    private func movers(_ context: RelationContext) -> [Mover] {
        interceptors.indices.compactMap { index in
            guard case .rewrite(let target) = interceptors[index].action else { return nil }
            return Mover(place: .interceptor(index), target: target)
        }
            + (context.uses.redirects ? routes.indices : 0..<0).compactMap { index in
                guard case .redirect(let target) = routes[index].destination else { return nil }
                return Mover(place: .route(index), target: target)
            }
    }

    func move(of mover: Mover) -> Move {
        switch mover.place {
        case .interceptor(let index): Move(of: interceptors[index], to: mover.target)
        case .route(let index): Move(of: routes[index], to: mover.target)
        }
    }

    // MARK: Following

    /// The movers of the circle that a request ends in, if it does: in the order in which they move it, from the first in
    /// the files on.
    private func circle(from sample: RequestWitness, _ table: RoutingTable, _ stepsLeft: inout Int) -> [Mover]? {
        var (text, path, visited) = (sample.url, [Mover](), [String]())
        // Targets that grow never come back to a URL, but to whoever moved them before.
        while path.count <= 2 * 8, stepsLeft > 0 {
            stepsLeft -= 1
            if let start = visited.firstIndex(of: text) { return rotated(Array(path[start...])) }
            visited.append(text)
            guard let url = try? RouteURL(text), let (mover, target) = step(at: url, sample.method, table) else {
                return nil
            }
            path.append(mover)
            text = target
        }
        guard let last = path.last, let before = path.dropLast().lastIndex(of: last) else { return nil }
        return rotated(Array(path[(before + 1)...]))
    }

    /// Who moves a request away from a URL, and where to. Code that may do so is not asked.
    func step(at url: RouteURL, _ method: String?, _ table: RoutingTable) -> (mover: Mover, target: String)? {
        let method = method ?? url.assumedMethod
        for match in table.interceptors(for: url, method: method) {
            switch interceptors[match.interceptor].action {
            case .use: continue
            case .rewrite(let target):
                return (
                    Mover(place: .interceptor(match.interceptor), target: target), target.target.expand(match.captures)
                )
            case .reject: return nil
            }
        }
        guard let match = table.route(for: url, method: method),
            case .redirect(let target) = routes[match.route].destination
        else { return nil }
        return (Mover(place: .route(match.route), target: target), target.target.expand(match.captures))
    }

    private func rotated(_ circle: [Mover]) -> [Mover] {
        let spans = circle.map(\.target.text.span)
        guard let least = spans.min(), let index = spans.firstIndex(of: least) else { return circle }
        return Array(circle[index...] + circle[..<index])
    }

    // MARK: Words

    private func diagnostic(_ circle: [Mover], _ sample: RequestWitness) -> Diagnostic {
        let first = circle[0].target
        let path = (circle + circle.prefix(1)).map(name).joined(separator: " -> ")
        let message =
            circle.count == 1
            ? "\(name(circle[0])) leads to '\(first.text.value)', which it matches again"
            : "rewrites and redirects lead in a circle: \(path)"
        return Diagnostic(
            .rewriteLoop, at: first.text.span, message,
            notes: circle.dropFirst().map {
                .init("\(name($0)) leads to '\($0.target.text.value)'", at: $0.target.text.span)
            },
            witness: sample.text, witnessRemark: "goes round",
            help: circle.count == 1
                ? "narrow the pattern, or let it lead to a URL that it does not match"
                : "let one of them lead to a URL that none of them matches")
    }

    func name(_ mover: Mover) -> String {
        switch mover.place {
        case .interceptor(let index): "interceptor '\(interceptors[index].id.value)'"
        case .route(let index): "route '\(routes[index].id.value)'"
        }
    }
}
