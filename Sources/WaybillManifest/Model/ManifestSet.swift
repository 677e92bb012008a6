package import WaybillProofs
package import WaybillSyntax
public import WaybillTable

/// All manifests of a set, independent of the order of files. Each section is sorted by id.
public struct ManifestSet: Sendable {
    public var settings = MatchSettings()
    /// Empty if the set does not declare its tags. Then any tag may be used.
    public var tags: [TagDeclaration] = []
    public var protocols: [ProtocolDeclaration] = []
    public var modules: [Module] = []
    public var adapters: [Adapter] = []
    public var interceptors: [Interceptor] = []
    public var routes: [Route] = []
    public var fallback: Fallback?
    public var tests: [RouteTest] = []

    public init() {}
}

extension Interceptor {
    package var isRewrite: Bool { action.target != nil }

    /// Whether no request that it matches continues to later interceptors, or to its original route.
    package var isTerminating: Bool { action.code == nil }
}

extension ManifestSet {
    /// The indices of the terminating interceptors.
    package var terminatingInterceptors: [Int] { interceptors.indices.filter { interceptors[$0].isTerminating } }
}

extension RankedDefinitions {
    /// Creates the definitions of a set's routes and interceptors, with the same indices.
    package init(_ set: ManifestSet) {
        let tagsByModule = set.tagsByModule
        // Many routes have few distinct lists of tags and of constraints, whose values share their memory.
        var tagSets = Pool<[String], Set<String>>()
        var constraints = Pool<[ConstrainedCapture], [String: Automaton]>()
        let routes = set.routes.map { route in
            route.definition(
                tagSets.value(of: route.tagNames(tagsByModule), Set.init),
                constraints.value(of: route.constrained.captures, \.automata))
        }
        self.init(
            settings: set.settings, routes: routes, interceptors: set.interceptors.map(InterceptorDefinition.init))
    }
}

extension ManifestSet {
    /// The tags that the set uses, each as often as it is used.
    package var usedTags: [Located<String>] {
        // In one expression, the sum takes the compiler nine seconds.
        var tags = modules.flatMap(\.tags)
        tags += interceptors.flatMap(\.tags)
        tags += routes.flatMap(\.tags)
        tags += fallback?.byTag.map(\.tag) ?? []
        tags += tests.flatMap(\.tags)
        return tags
    }

    /// The tags by module, for modules that have any.
    package var tagsByModule: [String: [String]] {
        Dictionary(firstOf: modules.lazy.filter { !$0.tags.isEmpty }.map { ($0.id.value, $0.tags.map(\.value)) })
    }
}

extension Route {
    /// Returns the route's own tags and its module's.
    package func tagNames(_ tagsByModule: [String: [String]]) -> [String] {
        tags.map(\.value) + (destination.module.flatMap { tagsByModule[$0.value] } ?? [])
    }

    /// Returns the definition for the table.
    fileprivate func definition(_ tags: Set<String>, _ constraints: [String: Automaton]) -> RouteDefinition {
        RouteDefinition(
            id: id.value, patterns: patterns.map(\.pattern), constraints: constraints,
            methods: methods.map(\.value), priority: priority, tags: tags)
    }
}

extension InterceptorDefinition {
    package init(_ interceptor: Interceptor) {
        self.init(
            id: interceptor.id.value, patterns: interceptor.patterns.map(\.pattern),
            constraints: interceptor.constrained.automata, methods: interceptor.methods.map(\.value),
            order: interceptor.order, tags: Set(interceptor.tags.map(\.value)),
            appliesEverywhere: interceptor.appliesEverywhere)
    }
}

extension Redirect {
    package init(of interceptor: Interceptor, to target: LocatedTarget) {
        self.init(
            patterns: interceptor.patterns.map(\.pattern), constraints: interceptor.constrained.automata,
            methods: interceptor.methods.map(\.value), target: target.target)
    }

    package init(of route: Route, to target: LocatedTarget) {
        let methods = route.methods.map(\.value)
        self.init(
            patterns: route.patterns.map(\.pattern), constraints: route.constrained.automata,
            methods: route.destination.status?.methods(after: methods) ?? methods, target: target.target,
            keepsOrigin: route.destination.status != nil)
    }
}

extension RouteLinks {
    package init(_ set: ManifestSet) {
        self.init(RankedDefinitions(set), terminating: set.terminatingInterceptors)
    }
}

extension RedirectSearch {
    /// - Parameter table: The table of the set.
    package init(_ set: ManifestSet, _ table: RoutingTable, within limits: ProofLimits = .standard) {
        let terminating = set.terminatingInterceptors
        self.init(
            table, rewriters: terminating.filter { set.interceptors[$0].isRewrite },
            rejecters: terminating.filter { !set.interceptors[$0].isRewrite }, within: limits)
    }
}

/// A capture and the automaton of its values.
private struct ConstrainedCapture: Hashable {
    var name: String
    var automaton: Automaton
}

extension [ConstrainedCapture] {
    fileprivate var automata: [String: Automaton] { Dictionary(firstOf: lazy.map { ($0.name, $0.automaton) }) }
}

extension [Constrained] {
    /// As far as their automata are built.
    fileprivate var captures: [ConstrainedCapture] {
        compactMap { $0.isBuilt ? ConstrainedCapture(name: $0.name.value, automaton: $0.automaton) : nil }
    }

    /// The automata by capture, as far as they are built.
    package var automata: [String: Automaton] { captures.automata }
}

/// Values that are made once for each input.
private struct Pool<Input: Hashable, Value> {
    private var values: [Input: Value] = [:]

    mutating func value(of input: Input, _ make: (Input) -> Value) -> Value {
        if let known = values[input] { return known }
        let value = make(input)
        values[input] = value
        return value
    }
}

extension ManifestSet {
    /// The forwards and redirects of the routes and the rewrites of the interceptors, with their targets.
    package var redirects: [(source: RedirectSource, target: LocatedTarget, redirect: Redirect)] {
        let ofRoutes = routes.enumerated().compactMap { index, route in
            route.destination.target.map { (RedirectSource.route(index), $0, Redirect(of: route, to: $0)) }
        }
        let ofInterceptors = interceptors.enumerated().compactMap { index, interceptor in
            interceptor.action.target.map {
                (RedirectSource.interceptor(index), $0, Redirect(of: interceptor, to: $0))
            }
        }
        return ofRoutes + ofInterceptors
    }
}
