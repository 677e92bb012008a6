import WaybillTable

extension RankedDefinitions {
    /// A set's routes and interceptors, index by index.
    init(_ set: ManifestSet) {
        let (routes, tags) = (set.routes, set.tagsByModule)
        let starts = Array(stride(from: 0, to: routes.count, by: Self.chunkLength(of: routes.count)))
        let chunks = Concurrently.map(starts) { _, start in
            routes.definitions(in: start..<min(start + Self.chunkLength(of: routes.count), routes.count), tags)
        }
        self.init(
            settings: set.settings, routes: ChunkedArray(chunks: chunks),
            interceptors: set.interceptors.map(InterceptorDefinition.init))
    }

    /// Two cores make a half each, where that is worth waking one: what stands side by side is to lie so in memory.
    private static func chunkLength(of count: Int) -> Int { count < 1_000 ? 1_000 : (count + 1) / 2 }
}

extension ChunkedArray<Route> {
    fileprivate func definitions(in range: Range<Int>, _ tagsByModule: [String: [String]]) -> [RouteDefinition] {
        var definitions: [RouteDefinition] = []
        definitions.reserveCapacity(range.count)
        var narrowings = KnownNarrowings()
        for index in range {
            let neighbour =
                index > range.lowerBound
                ? (route: self[index - 1], definition: definitions[definitions.count - 1]) : nil
            definitions.append(
                self[index].definition(
                    tagsByModule, narrowings.automata(of: self[index].narrowed), like: neighbour))
        }
        return definitions
    }
}

/// The automata of routes, each kind once: nearly all routes narrow their captures in one of a few ways.
private struct KnownNarrowings {
    private var known: [(narrowed: [Narrowed], automata: [String: Automaton])] = []

    private static let most = 8

    mutating func automata(of narrowed: [Narrowed]) -> [String: Automaton] {
        if narrowed.isEmpty { return [:] }
        for entry in known where entry.narrowed.saysTheSame(as: narrowed) { return entry.automata }
        let automata = narrowed.automata
        let areNamed = narrowed.allSatisfy { $0.narrowing.type != nil }
        if areNamed, known.count < Self.most { known.append((narrowed, automata)) }
        return automata
    }
}

extension ManifestSet {
    /// Of those modules that have any.
    var tagsByModule: [String: [String]] {
        Dictionary(
            modules.lazy.filter { !$0.tags.isEmpty }.map { ($0.id.value, $0.tags.map(\.value)) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension Route {
    /// As the table takes it: a route carries its own tags and its module's. What it says as a neighbour does, both share.
    func definition(
        _ tagsByModule: [String: [String]], _ narrowings: [String: Automaton]? = nil,
        like neighbour: (route: Route, definition: RouteDefinition)? = nil
    ) -> RouteDefinition {
        let (other, known) = (neighbour?.route, neighbour?.definition)
        var tags = tagsByModule.isEmpty ? [] : moduleID.flatMap { tagsByModule[$0] } ?? []
        let sharesTags =
            tags.isEmpty && other?.tags.saysTheSame(as: self.tags) ?? false && known?.tags.count == self.tags.count
        tags += self.tags.map(\.value)
        return RouteDefinition(
            id: id.value, patterns: patterns.map(\.pattern),
            narrowings: narrowings ?? narrowed.automata,
            methods: (other?.methods.saysTheSame(as: methods) ?? false ? known?.methods : nil)
                ?? methods.map(\.value),
            priority: priority, tags: (sharesTags ? known?.tags : nil) ?? Set(tags), like: known)
    }

    private var moduleID: String? { if case .module(let name) = destination { name.value } else { nil } }
}

extension [Located<String>] {
    func saysTheSame(as other: Self) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index].value != other[index].value { return false }
        return true
    }
}

extension [Narrowed] {
    /// Whether both surely narrow the same captures in the same way: by types that have names.
    fileprivate func saysTheSame(as other: Self) -> Bool {
        guard count == other.count else { return false }
        for index in indices {
            guard let type = self[index].narrowing.type, type == other[index].narrowing.type,
                self[index].name.value == other[index].name.value
            else { return false }
        }
        return true
    }
}

extension InterceptorDefinition {
    init(_ interceptor: Interceptor) {
        self.init(
            id: interceptor.id.value, patterns: interceptor.patterns.map(\.pattern),
            narrowings: interceptor.narrowed.automata, methods: interceptor.methods.map(\.value),
            order: interceptor.order, tags: Set(interceptor.tags.map(\.value)),
            appliesEverywhere: interceptor.appliesEverywhere)
    }
}

extension Move {
    init(of interceptor: Interceptor, to target: LocatedTarget) {
        self.init(
            patterns: interceptor.patterns.map(\.pattern), narrowings: interceptor.narrowed.automata,
            methods: interceptor.methods.map(\.value), target: target.target)
    }

    init(of route: Route, to target: LocatedTarget) {
        self.init(
            patterns: route.patterns.map(\.pattern), narrowings: route.narrowed.automata,
            methods: route.methods.map(\.value), target: target.target)
    }
}

extension [Narrowed] {
    var automata: [String: Automaton] {
        Dictionary(map { ($0.name.value, $0.automaton) }, uniquingKeysWith: { first, _ in first })
    }
}
