import WaybillTable

extension ManifestSet {
    /// X002 and X013: rewrites and redirects that lead back to themselves, or where no route is.
    ///
    /// Requests are followed as the law says: those for URLs that a redirect leads to and a redirect serves, and those of
    /// interceptors before them.
    func checkMoves(_ context: RelationContext) -> [Diagnostic] {
        let movers = movers
        guard !movers.isEmpty else { return [] }
        let loops = loops(of: movers, context)
        // Who leads to itself leads to no route because of that.
        let told = Set(loops.filter { $0.rule == .rewriteLoop }.map(\.span))
        return loops + deadEnds(of: movers.filter { !told.contains($0.target.text.span) }, context)
    }

    /// X002: each circle once, with a request that goes round; and interceptors that match what they lead to.
    private func loops(of movers: [Mover], _ context: RelationContext) -> [Diagnostic] {
        var search = moverSearch(context)
        var stepsLeft = Self.mostHops(in: context.table)
        let returns = movers.findings { mover in
            guard let index = mover.interceptor else { return nil }
            return rewritten(search.returns(of: index, move(of: mover)), by: mover, context.table, &stepsLeft)
        }
        let redirects = movers.compactMap { mover in mover.route.map { (route: $0, move: move(of: mover)) } }
        let rewrites = movers.compactMap { mover in mover.interceptor.map { (interceptor: $0, move: move(of: mover)) } }
        let samples = search.turns(of: redirects, behind: rewrites)
        var seen: Set<Set<Mover>> = []
        let circles = samples.findings { sample in
            guard let circle = circle(from: sample, context.table, &stepsLeft), seen.insert(Set(circle)).inserted,
                !circle.contains(where: { $0.route.map(context.misread.contains) ?? false })
            else { return nil }
            return diagnostic(circle, sample)
        }
        let undecided = Diagnostic.undecided(
            "whether rewrites and redirects lead in a circle", at: movers[0].target.text.span)
        return returns + circles + (search.isComplete && stepsLeft > 0 ? [] : [undecided])
    }

    func moverSearch(_ context: RelationContext) -> MoverSearch {
        let rewriters = interceptors.indices.filter { mover(.interceptor($0)) != nil }
        let rejecters = interceptors.indices.filter {
            if case .reject = interceptors[$0].action { true } else { false }
        }
        return MoverSearch(context.table, rewriters: rewriters, rejecters: rejecters, within: context.limits)
    }

    /// The hops that all requests together are followed over: some microseconds each, and more where lookups are slow.
    static func mostHops(in table: RoutingTable) -> Int {
        100_000 / (1 + max(0, table.greatestCrowd - TableSize.ordinary.affixes) / 32)
    }

    /// A rewrite or a redirect.
    struct Mover: Hashable {
        var origin: MoveOrigin
        var target: LocatedTarget

        var route: Int? { if case .route(let index) = origin { index } else { nil } }
        var interceptor: Int? { if case .interceptor(let index) = origin { index } else { nil } }

        static func == (left: Mover, right: Mover) -> Bool { left.origin == right.origin }

        func hash(into hasher: inout Hasher) { hasher.combine(origin) }
    }

    private var movers: [Mover] {
        interceptors.indices.compactMap { mover(.interceptor($0)) }
            + routes.indices.compactMap { mover(.route($0)) }
    }

    func move(of mover: Mover) -> Move {
        switch mover.origin {
        case .interceptor(let index): Move(of: interceptors[index], to: mover.target)
        case .route(let index): Move(of: routes[index], to: mover.target)
        }
    }

    // MARK: Following

    /// The movers of the circle that a request ends in, if it does: in the order in which they move it, from the first in
    /// the files on.
    private func circle(from sample: RequestWitness, _ table: RoutingTable, _ stepsLeft: inout Int) -> [Mover]? {
        guard stepsLeft > 0 else { return nil }
        // Targets that grow never come back to a URL, but to whoever moved them before.
        let trace = RoutedSet(set: self, table: table)
            .trace(sample.url, method: sample.method, mostHops: 2 * RequestTrace.mostHops)
        stepsLeft -= trace.legs.count
        let path = trace.hops.map(\.by)
        guard trace.end == .circle, let last = path.last, let before = path.dropLast().lastIndex(of: last) else {
            return nil
        }
        return rotated(path[(before + 1)...].compactMap(mover))
    }

    /// The finding about an interceptor that matches what it makes of one of these requests, and what it would make of
    /// that, without end.
    private func rewritten(
        _ samples: [RequestWitness], by mover: Mover, _ table: RoutingTable, _ stepsLeft: inout Int
    ) -> Diagnostic? {
        for sample in samples where stepsLeft > 0 {
            stepsLeft -= 1
            let trace = RoutedSet(set: self, table: table).trace(sample.url, method: sample.method, mostHops: 1)
            guard let hop = trace.hops.first, hop.by == mover.origin else { continue }
            var (text, count) = (String?.some(hop.to), 0)
            while let last = text, count < 2 * RequestTrace.mostHops {
                (text, count) = (rewritten(last, trace.method, by: mover, table), count + 1)
            }
            stepsLeft -= count
            if text != nil { return diagnostic([mover], sample, remark: "leads to \(hop.to)") }
        }
        return nil
    }

    /// What an interceptor makes of a URL, if it matches.
    private func rewritten(_ text: String, _ method: String?, by mover: Mover, _ table: RoutingTable) -> String? {
        guard let url = try? RouteURL(text) else { return nil }
        return table.interceptors(for: url, method: method)
            .first { .interceptor($0.interceptor) == mover.origin }
            .map { mover.target.target.expand($0.captures) }
    }

    private func mover(_ origin: MoveOrigin) -> Mover? {
        switch origin {
        case .interceptor(let index):
            guard case .rewrite(let target) = interceptors[index].action else { return nil }
            return Mover(origin: origin, target: target)
        case .route(let index):
            guard case .redirect(let target) = routes[index].destination else { return nil }
            return Mover(origin: origin, target: target)
        }
    }

    private func rotated(_ circle: [Mover]) -> [Mover] {
        let spans = circle.map(\.target.text.span)
        guard let least = spans.min(), let index = spans.firstIndex(of: least) else { return circle }
        return Array(circle[index...] + circle[..<index])
    }

    // MARK: Words

    private func diagnostic(
        _ circle: [Mover], _ sample: RequestWitness, remark: String = "goes round"
    ) -> Diagnostic {
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
            witness: sample.text, witnessRemark: remark,
            help: circle.count == 1
                ? "narrow the pattern, or let it lead to a URL that it does not match"
                : "let one of them lead to a URL that none of them matches")
    }

    func name(_ mover: Mover) -> String {
        switch mover.origin {
        case .interceptor(let index): "interceptor '\(interceptors[index].id.value)'"
        case .route(let index): "route '\(routes[index].id.value)'"
        }
    }
}
