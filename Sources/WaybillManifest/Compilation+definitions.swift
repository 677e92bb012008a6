import WaybillTable

extension RankedDefinitions {
    /// A set's routes and interceptors, index by index. A route carries its own tags and its module's.
    init(_ set: ManifestSet) {
        var builder = DefinitionBuilder(set.modules)
        self.init(
            settings: set.settings, routes: set.routes.indices.map { builder.definition(of: set.routes[$0]) },
            interceptors: set.interceptors.map(InterceptorDefinition.init))
    }
}

/// Makes the definitions of routes. What many of them say alike is made once, and shared.
private struct DefinitionBuilder {
    private let moduleTags: [String: [String]]
    private var methods = SharedValues<[String]>()
    private var tags = SharedValues<Set<String>>()
    /// Those of one capture with a type that has a name, as most are: by the type's number, then by the capture's name.
    private var narrowings: [Int: [String: [String: Automaton]]] = [:]

    init(_ modules: [Module]) {
        moduleTags = Dictionary(
            modules.map { ($0.id.value, $0.tags.map(\.value)) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func definition(of route: Route) -> RouteDefinition {
        var moduleTags: [String] = []
        if case .module(let name) = route.destination { moduleTags = self.moduleTags[name.value] ?? [] }
        return RouteDefinition(
            id: route.id.value, patterns: route.patterns.map(\.pattern), narrowings: narrowings(of: route.narrowed),
            methods: methods.value(of: route.methods, []) { texts, _ in texts.map(\.value) },
            priority: route.priority,
            tags: tags.value(of: route.tags, moduleTags) { Set($0.map(\.value) + $1) })
    }

    private mutating func narrowings(of narrowed: [Narrowed]) -> [String: Automaton] {
        guard narrowed.count == 1, let type = narrowed[0].narrowing.type else { return narrowed.automata }
        if let known = narrowings[type]?[narrowed[0].name.value] { return known }
        let made = narrowed.automata
        narrowings[type, default: [:]][narrowed[0].name.value] = made
        return made
    }
}

/// Values that texts decide, each made once.
private struct SharedValues<Value> {
    private var known: [UInt64: (texts: [String], value: Value)] = [:]
    /// What was asked for last: neighbours mostly say the same.
    private var last: (texts: [String], value: Value)?

    mutating func value(
        of texts: [Located<String>], _ more: [String], make: ([Located<String>], [String]) -> Value
    ) -> Value {
        if let last, Self.isSame(last.texts, texts, more) { return last.value }
        let found = entry(of: texts, more, make: make)
        last = found
        return found.value
    }

    private mutating func entry(
        of texts: [Located<String>], _ more: [String], make: ([Located<String>], [String]) -> Value
    ) -> (texts: [String], value: Value) {
        var hash = TextHash()
        for index in texts.indices { hash.combine(texts[index].value) }
        for text in more { hash.combine(text) }
        if let found = known[hash.low], Self.isSame(found.texts, texts, more) { return found }
        let made = (texts: texts.map(\.value) + more, value: make(texts, more))
        known[hash.low] = made
        return made
    }

    private static func isSame(_ known: [String], _ texts: [Located<String>], _ more: [String]) -> Bool {
        guard known.count == texts.count + more.count else { return false }
        for index in texts.indices where known[index] != texts[index].value { return false }
        for index in more.indices where known[texts.count + index] != more[index] { return false }
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
