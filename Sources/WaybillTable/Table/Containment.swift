/// The last clause of the routing law's order of precedence (law 5): of two patterns that nothing else separates, the
/// one all of whose requests are requests of the other comes first.
///
/// Patterns of equal ``Precedence`` that share a request have the same literals, so only their constraints and methods
/// differ, and one is a part of the other if each of its constraints and its methods are. What `int` or `uuid` accepts
/// counts as a part of what accepts each `slug`: a sign and capitals are other spellings. Being a part stays transitive,
/// because neither type accepts each `slug`. Each pattern is numbered by how many are parts of it: a part has fewer parts
/// of its own, so the numbers decide as the clause does, whatever other routes there are, and the order stays total.
struct Containment {
    /// The values of a capture, as its constraint and its place permit them. What is computed is computed on first use,
    /// because most patterns differ in their methods.
    private final class Values {
        let number: Int
        let constraint: Automaton
        private let texts: Automaton
        private(set) lazy var automaton = constraint.intersection(texts)
        /// The shortest of them; `nil` if there is none.
        private(set) lazy var shortest = automaton.shortestMember()?[...]
        /// Whether every `slug` is one of them, if that is known.
        var haveSlugs: Bool?

        init(_ number: Int, _ constraint: Automaton, among texts: Automaton) {
            self.number = number
            self.constraint = constraint
            self.texts = texts
        }
    }

    private struct ValuesKey: Hashable {
        let constraint: Automaton
        let texts: Automaton
    }

    private struct Pair: Hashable {
        let one: Int
        let other: Int
    }

    /// What can differ between patterns with the same literals.
    private struct Item {
        let route: RouteDefinition
        /// By constrained capture.
        let values: [Values]
        /// A bit for each method, which others may share. One that answers all methods of another has all of its bits.
        let methods: UInt64

        init(_ route: RouteDefinition, _ values: [Values]) {
            self.route = route
            self.values = values
            methods = Self.methods(of: route)
        }

        static func methods(of route: RouteDefinition) -> UInt64 {
            // GET answers HEAD, too.
            route.methods.reduce(into: 0) { bits, method in
                let hash = (method == "HEAD" ? "GET" : method).utf8.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) }
                bits |= 1 << (hash % 64)
            }
        }
    }

    /// About two seconds. If a set needs more, its other patterns are not separated, which is an error where they share a
    /// request.
    private static let steps = 20_000_000
    private static let stepsOfPair = 4
    private static let slug = Array("a-1".utf8)

    private let routes: [RouteDefinition]
    private let settings: MatchSettings
    private var work = WorkBudget(stepsLeft: steps)
    private var values: [ValuesKey: Values] = [:]
    private var answers: [Pair: Bool] = [:]
    private lazy var integers = values(of: .int)
    private lazy var uuids = values(of: .uuid)

    init(_ routes: [RouteDefinition], _ settings: MatchSettings) {
        self.routes = routes
        self.settings = settings
    }

    /// Returns patterns of one precedence in their order. Those that no clause separates are ordered by id and pattern,
    /// but those that do not name `GET` come first, so that a route that names `HEAD` answers it (law 4).
    mutating func ordered(_ equals: [RoutePlace]) -> [RoutePlace] {
        guard equals.count > 1 else { return equals }
        // So the order of files does not matter, even where the budget ends.
        let places = equals.sorted { isEarlier($0, $1) }
        let parts = parts(among: places)
        let namesGET = places.map { routes[$0.route].methods.contains("GET") }
        return places.indices.sorted { left, right in
            if namesGET[left] != namesGET[right] { return namesGET[right] }
            return (parts[left], left) < (parts[right], right)
        }.map { places[$0] }
    }

    /// Returns how many patterns are parts of each one. Those with different literals share no request, so whether they
    /// are compared, because their hashes are equal, makes no difference.
    private mutating func parts(among places: [RoutePlace]) -> [Int] {
        var parts = [Int](repeating: 0, count: places.count)
        let hashes = places.map { literals(of: $0) }
        let order = places.indices.sorted { (hashes[$0], $0) < (hashes[$1], $1) }
        var start = 0
        for end in 1...order.count where end == order.count || hashes[order[end]] != hashes[order[start]] {
            defer { start = end }
            guard end - start > 1 else { continue }
            let peers = order[start..<end]
            // Most are the methods of one resource.
            guard shareMethods(peers.map { places[$0].route }) else { continue }
            let items = peers.map { item(at: places[$0]) }
            let methods = items.map(\.methods)
            for later in items.indices {
                // Nothing more is decided.
                guard work.stepsLeft > 0 else { return parts }
                for earlier in items[..<later].indices {
                    // Usually neither answers all methods of the other.
                    let (own, others) = (methods[later], methods[earlier])
                    guard own & ~others == 0 || others & ~own == 0 else {
                        guard (try? work.spend(1)) != nil else { return parts }
                        continue
                    }
                    guard let isPart = isPart(items[earlier], of: items[later]) else { continue }
                    parts[order[start + (isPart ? later : earlier)]] += 1
                }
            }
        }
        return parts
    }

    /// Whether any route may answer each method that another one names: then both name one, or `GET` and `HEAD`.
    private func shareMethods(_ peers: [Int]) -> Bool {
        var named: UInt64 = 0
        return peers.contains { peer in
            let methods = Item.methods(of: routes[peer])
            let isNew = methods != 0 && named & methods == 0
            named |= methods
            return !isNew
        }
    }

    /// Returns which of two patterns of one precedence has all requests of the other, and more; `nil` if neither does.
    mutating func whole(_ one: RoutePlace, _ other: RoutePlace) -> RoutePlace? {
        isPart(item(at: one), of: item(at: other)).map { $0 ? other : one }
    }

    /// Whether one is a part of the other, or the other of the one; `nil` if neither or both are.
    private mutating func isPart(_ one: Item, of other: Item) -> Bool? {
        guard (try? work.spend(Self.stepsOfPair)) != nil else { return nil }
        let isPart = isContained(one, in: other)
        return isPart == isContained(other, in: one) ? nil : isPart
    }

    private mutating func isContained(_ one: Item, in other: Item) -> Bool {
        guard other.route.answersMethods(of: one.route) else { return false }
        for (own, others) in zip(one.values, other.values) {
            guard isContained(own, in: others) || countsAsContained(own, in: others) else { return false }
        }
        return true
    }

    private mutating func countsAsContained(_ one: Values, in other: Values) -> Bool {
        haveSlugs(other) && (isContained(one, in: integers) || isContained(one, in: uuids))
    }

    private mutating func haveSlugs(_ values: Values) -> Bool {
        guard let slugs = ParameterConstraint.slug.type?.automaton, values.constraint.matches(Self.slug[...]) else {
            return false
        }
        if let known = values.haveSlugs { return known }
        var product = Product(slugs, values.constraint, .difference)
        let answer = (try? product.acceptsSomething(&work)) == false
        values.haveSlugs = answer
        return answer
    }

    private mutating func values(of type: ParameterConstraint) -> Values {
        // Each of them is a type.
        values(of: type.type?.automaton ?? .segment, among: .segment)
    }

    private mutating func isContained(_ one: Values, in other: Values) -> Bool {
        guard one.number != other.number, let shortest = one.shortest else { return true }
        guard other.constraint.matches(shortest) else { return false }
        let pair = Pair(one: one.number, other: other.number)
        if let known = answers[pair] { return known }
        var product = Product(one.automaton, other.constraint, .difference)
        let answer = (try? product.acceptsSomething(&work)) == false
        answers[pair] = answer
        return answer
    }

    private mutating func item(at place: RoutePlace) -> Item {
        let route = routes[place.route]
        if route.constraints.isEmpty { return Item(route, []) }
        let pattern = route.patterns[place.pattern]
        var values: [Values] = []
        for (index, segment) in pattern.segments.enumerated() {
            guard case .capture(let capture) = segment, let constraint = route.constraints[capture.name] else {
                continue
            }
            values.append(self.values(of: constraint, among: pattern.texts(of: capture, at: index)))
        }
        return Item(route, values)
    }

    private mutating func values(of constraint: Automaton, among texts: Automaton) -> Values {
        let key = ValuesKey(constraint: constraint, texts: texts)
        if let known = values[key] { return known }
        let made = Values(values.count, constraint, among: texts)
        values[key] = made
        return made
    }

    /// Returns a hash of a pattern's host and literals. Hashing more of it would take longer than it saves.
    private func literals(of place: RoutePlace) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes {
                hash = (hash ^ UInt64(settings.isCaseSensitive ? byte : ASCII.lowercased(byte))) &* 0x100_0000_01B3
            }
        }
        let pattern = routes[place.route].patterns[place.pattern]
        if case .literal(let name) = pattern.host { add(name.utf8) }
        for segment in pattern.segments {
            switch segment {
            case .literal(let bytes): add(bytes)
            // Of one precedence, so as long as the others: different ones share no request.
            case .capture(let capture):
                add(capture.prefix)
                add(capture.suffix)
            case .any: break
            }
        }
        return hash
    }

    private func isEarlier(_ left: RoutePlace, _ right: RoutePlace) -> Bool {
        let order = routes[left.route].id.exact.order(against: routes[right.route].id.exact)
        if order != 0 { return order < 0 }
        return routes[left.route].patterns[left.pattern].utf8
            .lexicographicallyPrecedes(routes[right.route].patterns[right.pattern].utf8)
    }
}

extension Pattern {
    /// Returns the texts that a capture may have as its value, whatever its constraint (laws 1 and 2).
    fileprivate func texts(of capture: Capture, at index: Int) -> Automaton {
        if capture.isAffix { return .authority }
        let mayBeAuthority = index == 0 && host == .any && (scheme.map { !RouteURL.isNetwork($0) } ?? true)
        return mayBeAuthority ? .authority : .segment
    }
}

extension DefinedRoutes {
    /// Returns which of two patterns of one precedence has all requests of the other, and more; `nil` if neither does.
    package func whole(_ one: RoutePlace, _ other: RoutePlace) -> RoutePlace? {
        var containment = Containment(routes, settings)
        return containment.whole(one, other)
    }
}
