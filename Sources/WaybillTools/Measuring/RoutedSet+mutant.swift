package import WaybillManifest
import WaybillSyntax
import WaybillTable

extension RoutedSet {
    /// Returns the set with a mutation.
    package func mutant(_ mutation: Mutation.Kind) -> RoutedSet {
        switch mutation {
        case .interceptor(let interceptor, let route): exempting(route: route, from: interceptor)
        case .target(let owner): withOtherTarget(of: owner)
        case .status(let route): withOtherStatus(of: route)
        case .fallback(let tag): withoutFallback(tag)
        case .otherMethods: leavingOtherMethods
        default: compiled(with: mutation)
        }
    }

    // MARK: Mutations of the table

    /// Compiles the set with its mutated definitions, without checks.
    private func compiled(with mutation: Mutation.Kind) -> RoutedSet {
        var routes = Array(table.routes)
        var interceptors = table.interceptors
        switch mutation {
        case .priority(let index): routes[index].priority = 0 &- routes[index].priority
        case .order(let index): interceptors[index].order = 0 &- interceptors[index].order
        case .everywhere(let index): interceptors[index].appliesEverywhere = false
        case .tag(let owner, _), .literal(let owner, _, _), .pattern(let owner, _), .capture(let owner, _),
            .method(let owner, _):
            switch owner {
            case .route(let index): routes[index].apply(mutation)
            case .interceptor(let index): interceptors[index].apply(mutation)
            }
        case .interceptor, .target, .status, .fallback, .otherMethods: break
        }
        let table = RoutingTable(settings: table.settings, routes: routes, interceptors: interceptors)
        return RoutedSet(set: set, table: table)
    }

    // MARK: Mutations beside the table

    private func withOtherTarget(of owner: Mutation.Owner) -> RoutedSet {
        var set = set
        switch owner {
        case .route(let index):
            let destination = set.routes[index].destination
            guard let other = destination.target?.mutated else { break }
            set.routes[index].content.destination = destination.leading(to: other)
        case .interceptor(let index):
            guard case .rewrite(let target) = set.interceptors[index].action, let other = target.mutated else { break }
            set.interceptors[index].action = .rewrite(other)
        }
        return RoutedSet(set: set, table: table)
    }

    private func withOtherStatus(of route: Int) -> RoutedSet {
        var set = set
        if case .redirect(let target, let status) = set.routes[route].destination {
            set.routes[route].content.destination = .redirect(target, status: status.other)
        }
        return RoutedSet(set: set, table: table)
    }

    private var leavingOtherMethods: RoutedSet {
        var set = set
        set.fallback?.servesOtherMethods = false
        return RoutedSet(set: set, table: table)
    }

    private func withoutFallback(_ tag: String?) -> RoutedSet {
        var set = set
        if let tag { set.fallback?.byTag.removeAll { $0.tag.value == tag } } else { set.fallback?.target = nil }
        return RoutedSet(set: set, table: table)
    }
}

extension RedirectStatus {
    /// The status that is confused most easily: temporary for permanent, and the reverse.
    var other: RedirectStatus {
        switch self {
        case .movedPermanently: .found
        case .found: .movedPermanently
        case .seeOther, .permanentRedirect: .temporaryRedirect
        case .temporaryRedirect: .permanentRedirect
        }
    }
}

/// What routes and interceptors have in common.
private protocol MatchingDefinition {
    var patterns: [Pattern] { get set }
    var constraints: [String: Automaton] { get set }
    var methods: [String] { get set }
    var tags: Set<String> { get set }
}

extension RouteDefinition: MatchingDefinition {}
extension InterceptorDefinition: MatchingDefinition {}

extension MatchingDefinition {
    fileprivate mutating func apply(_ mutation: Mutation.Kind) {
        switch mutation {
        case .tag(_, let tag): tags.remove(tag)
        case .literal(_, let pattern, let segment):
            if let other = patterns[pattern].mutated(at: segment) { patterns[pattern] = other }
        case .pattern(_, let pattern): if let other = patterns[pattern].mutatedBelow { patterns[pattern] = other }
        case .capture(_, let name): constraints[name] = nil
        case .method(_, let method): methods.removeAll { $0 == method }
        default: break
        }
    }
}

extension Pattern {
    /// Returns the pattern with another literal in a segment; `nil` if the segment has none.
    func mutated(at segment: Int) -> Pattern? {
        var pieces = PatternPieces(self)
        let place = pieces.segments.lowerBound + segment
        guard pieces.all.indices.contains(place) else { return nil }
        switch segments[segment] {
        case .any: return nil
        case .capture(let capture) where !capture.isAffix: return nil
        case .capture(let capture) where capture.suffix.isEmpty:
            guard let colon = pieces.all[place].lastIndex(of: ":") else { return nil }
            pieces.all[place].insert(contentsOf: "x-", at: colon)
        case .literal, .capture: pieces.all[place] += "-x"
        }
        return pieces.pattern
    }

    /// For a pattern without literals: the pattern below a literal; `nil` if no segment may be inserted there.
    var mutatedBelow: Pattern? {
        var pieces = PatternPieces(self)
        guard pieces.segments.lowerBound > 0 else { return nil }
        pieces.all.insert("x", at: pieces.segments.lowerBound)
        return pieces.pattern
    }
}

/// The text of a pattern, split at each `/`.
private struct PatternPieces {
    var all: [String]
    /// The pieces that are segments. The first one may have a scheme before it.
    let segments: Range<Int>
    private let isSlashed: Bool

    init(_ pattern: Pattern) {
        all = pattern.text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        isSlashed = !pattern.segments.isEmpty && all.last == ""
        if all.count > 1 && all.last == "" { all.removeLast() }
        let count = pattern.segments.count + (pattern.catchAll == nil ? 0 : 1)
        segments = max(0, all.count - count)..<all.count
    }

    var pattern: Pattern? { try? Pattern(all.joined(separator: "/") + (isSlashed ? "/" : "")) }
}

extension LocatedTarget {
    /// The target with another literal in place of its last one; `nil` if it has none.
    var mutated: LocatedTarget? {
        let end = text.value.firstIndex { $0 == "?" || $0 == "#" } ?? text.value.endIndex
        var pieces = text.value[..<end].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let literal = pieces.lastIndex(where: { !$0.contains(":") && !$0.contains("*") }) else { return nil }
        pieces[literal] += pieces[literal].isEmpty ? "x" : "-x"
        let changed = pieces.joined(separator: "/") + text.value[end...]
        guard let target = try? URLTemplate(changed) else { return nil }
        return LocatedTarget(target: target, text: Located(changed, at: text.span))
    }
}
