import WaybillTable

extension RankedDefinitions {
    /// A set's routes and interceptors, index by index.
    package init(_ set: ManifestSet) {
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
        range.map { self[$0].definition(tagsByModule) }
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
    /// As the table takes it: a route carries its own tags and its module's.
    func definition(_ tagsByModule: [String: [String]]) -> RouteDefinition {
        guard !tagsByModule.isEmpty, case .module(let module) = destination, let tags = tagsByModule[module.value]
        else {
            return ownDefinition
        }
        var definition = ownDefinition
        definition.tags.formUnion(tags)
        return definition
    }
}

extension Route.Content {
    /// What a table gets of the route itself.
    ///
    /// - Parameter other: A route that matches on the same terms.
    func definition(onTermsOf other: Route?) -> RouteDefinition {
        let patterns = self.patterns.map(\.pattern)
        if let other { return RouteDefinition(id: id.value, patterns: patterns, onTermsOf: other.ownDefinition) }
        return RouteDefinition(
            id: id.value, patterns: patterns, narrowings: narrowed.automata, methods: methods.map(\.value),
            priority: priority, tags: Set(tags.map(\.value)))
    }

    fileprivate func isOnTheTerms(of other: Route) -> Bool {
        priority == other.priority && narrowed.saysTheSame(as: other.narrowed)
            && methods.saysTheSame(as: other.methods) && tags.saysTheSame(as: other.tags)
    }
}

/// Makes routes that share what they say of how they match: nearly all of a file's match on one of a few terms.
struct KnownTerms {
    private var routes: [Route] = []

    private static let most = 8

    mutating func route(_ content: consuming Route.Content) -> Route {
        for other in routes where content.isOnTheTerms(of: other) { return Route(content, onTermsOf: other) }
        let route = Route(content)
        if routes.count < Self.most { routes.append(route) }
        return route
    }
}

extension [Located<String>] {
    func saysTheSame(as other: Self) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index].value != other[index].value { return false }
        return true
    }
}

extension [Narrowed] {
    /// Whether both surely narrow the same captures in the same way: by types that have names, or not yet.
    fileprivate func saysTheSame(as other: Self) -> Bool {
        guard count == other.count else { return false }
        for index in indices {
            let type = self[index].narrowing.type
            guard type == other[index].narrowing.type else { return false }
            let isSame =
                type == nil
                ? !self[index].isBuilt && !other[index].isBuilt : self[index].name.value == other[index].name.value
            if !isSame { return false }
        }
        return true
    }
}

extension InterceptorDefinition {
    package init(_ interceptor: Interceptor) {
        self.init(
            id: interceptor.id.value, patterns: interceptor.patterns.map(\.pattern),
            narrowings: interceptor.narrowed.automata, methods: interceptor.methods.map(\.value),
            order: interceptor.order, tags: Set(interceptor.tags.map(\.value)),
            appliesEverywhere: interceptor.appliesEverywhere)
    }
}

extension Move {
    package init(of interceptor: Interceptor, to target: LocatedTarget) {
        self.init(
            patterns: interceptor.patterns.map(\.pattern), narrowings: interceptor.narrowed.automata,
            methods: interceptor.methods.map(\.value), target: target.target)
    }

    package init(of route: Route, to target: LocatedTarget) {
        self.init(
            patterns: route.patterns.map(\.pattern), narrowings: route.narrowed.automata,
            methods: route.methods.map(\.value), target: target.target)
    }
}

extension [Narrowed] {
    /// By capture; none where it is not built.
    var automata: [String: Automaton] {
        Dictionary(
            lazy.filter(\.isBuilt).map { ($0.name.value, $0.automaton) }, uniquingKeysWith: { first, _ in first })
    }
}
