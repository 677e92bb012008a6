/// Two routes that no rule of precedence separates although they share a request (law 6).
public struct RouteConflict: Sendable, Hashable {
    /// Of the two the one that comes first in the order of ids.
    public var first: Place
    public var second: Place
    /// Whether they match exactly the same requests; otherwise they merely overlap.
    public var isSame: Bool
    /// A URL that both match.
    public var witness: String
    /// The method that it takes; `nil` where any does, none included.
    public var method: String?

    /// One pattern of one route.
    public struct Place: Sendable, Hashable {
        /// Index into ``RoutingTable/routes``.
        public var route: Int
        /// Index into that route's patterns.
        public var pattern: Int
    }
}

extension RoutingTable {
    /// Every route that conflicts with another, each with the first one that it conflicts with.
    ///
    /// Routes are compared only where precedence and literal text are the same, so that the cost is linear but for routes
    /// that differ in nothing but methods and narrowed captures: those are compared in pairs.
    public func conflicts() -> [RouteConflict] {
        var groups: [Shape: [RouteEntry]] = [:]
        for entry in routeEntries { groups[shape(of: entry), default: []].append(entry) }
        let conflicts = groups.values.filter { $0.count > 1 }.flatMap(conflicts(in:))
        return conflicts.sorted {
            ($0.second.route, $0.second.pattern, $0.first.route) < ($1.second.route, $1.second.pattern, $1.first.route)
        }
    }

    private func conflicts(in group: [RouteEntry]) -> [RouteConflict] {
        group.indices.dropFirst().compactMap { later in
            group[..<later].lazy.compactMap { conflict($0, group[later]) }.first
        }
    }

    private func conflict(_ first: RouteEntry, _ second: RouteEntry) -> RouteConflict? {
        let (left, right) = (routes[first.route], routes[second.route])
        let shared = Set(left.methods).intersection(right.methods)
        guard left.methods.isEmpty || !shared.isEmpty else { return nil }
        let pairs = narrowedPairs(first, second)
        var values: [[UInt8]] = []
        for (capture, one, other) in pairs {
            let excluded = Witness.impossibleValues(of: capture)
            guard let value = one.intersection(other).shortestMember(excluding: excluded) else { return nil }
            values.append(value)
        }
        let method = shared.contains("GET") ? "GET" : shared.min()
        return RouteConflict(
            first: .init(route: first.route, pattern: first.pattern),
            second: .init(route: second.route, pattern: second.pattern),
            isSame: Set(left.methods) == Set(right.methods) && pairs.allSatisfy { $1 == $2 },
            witness: Witness.url(for: left.patterns[first.pattern], narrowed: { left.narrowings[$0] != nil }, values),
            method: method)
    }

    /// The automata that stand at the same place of two patterns of the same shape, in order, with the first one's
    /// capture.
    private func narrowedPairs(
        _ first: RouteEntry, _ second: RouteEntry
    ) -> [(Pattern.Capture, Automaton, Automaton)] {
        let (left, right) = (routes[first.route], routes[second.route])
        return zip(left.patterns[first.pattern].captures, right.patterns[second.pattern].captures)
            .compactMap { one, other in
                guard let narrowing = left.narrowings[one.name], let other = right.narrowings[other.name] else {
                    return nil
                }
                return (one, narrowing, other)
            }
    }

    // MARK: Shape

    /// What two patterns that no rule separates have in common.
    private struct Shape: Hashable {
        var precedence: Precedence
        var scheme: String?
        var host: Pattern.Host
        var port: Int?
        var segments: [Segment]
        var hasTrailingSlash: Bool

        enum Segment: Hashable {
            case literal([UInt8])
            case capture(prefix: [UInt8], suffix: [UInt8])
            case any
        }
    }

    private func shape(of entry: RouteEntry) -> Shape {
        let pattern = routes[entry.route].patterns[entry.pattern]
        return Shape(
            precedence: precedence(of: entry), scheme: pattern.scheme, host: pattern.host, port: pattern.port,
            segments: pattern.segments.map(shape(of:)),
            hasTrailingSlash: settings.trailingSlash == .strict && pattern.hasTrailingSlash)
    }

    private func shape(of segment: Pattern.Segment) -> Shape.Segment {
        switch segment {
        case .literal(let bytes): .literal(folded(bytes))
        case .capture(let capture): .capture(prefix: folded(capture.prefix), suffix: folded(capture.suffix))
        case .any: .any
        }
    }

    private func folded(_ bytes: [UInt8]) -> [UInt8] {
        settings.isCaseSensitive ? bytes : ASCII.lowercased(bytes)
    }
}
