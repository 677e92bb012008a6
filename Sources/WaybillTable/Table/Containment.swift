/// The last clause of the routing law's order of precedence (law 5): of two patterns that nothing else separates, the
/// one all of whose requests are requests of the other comes first.
///
/// Patterns of equal ``Precedence`` that share a request have the same literals, so only their constraints and methods
/// can differ, and one is a part of the other if each of its constraints and its methods are. Each pattern is numbered
/// by how many are parts of it: a part has fewer parts of its own, so the numbers decide as the clause does, whatever
/// other routes there are, and the order stays total.
struct Containment {
    private struct Question: Hashable {
        var one: UInt32
        var other: UInt32
        var texts: Automaton
    }

    /// About two seconds. If a set needs more, its other patterns are not separated, which is an error where they share a
    /// request.
    private static let steps = 20_000_000

    private let routes: [RouteDefinition]
    private let settings: MatchSettings
    private var work = WorkBudget(stepsLeft: steps)
    private var automata = Numbering<Automaton>()
    private var answers: [Question: Bool] = [:]
    /// By constraint and the texts of its segment: the texts that occur, and the shortest of them.
    private var values: [Question: (automaton: Automaton, shortest: ArraySlice<UInt8>?)] = [:]

    init(_ routes: [RouteDefinition], _ settings: MatchSettings) {
        self.routes = routes
        self.settings = settings
    }

    /// Returns patterns of one precedence in their order. Those that no clause separates are ordered by id and pattern,
    /// but those that do not name `GET` come first, so that a route that names `HEAD` answers it (law 4).
    mutating func ordered(_ equals: [RoutePlace]) -> [RoutePlace] {
        guard equals.count > 1 else { return equals }
        var parts: [RoutePlace: Int] = [:]
        for rivals in Dictionary(grouping: equals, by: { shape(of: $0) }).values where rivals.count > 1 {
            for (index, one) in rivals.enumerated() {
                for other in rivals[..<index] {
                    if let whole = whole(one, other) { parts[whole, default: 0] += 1 }
                }
            }
        }
        let ordered = equals.map { (place: $0, namesGET: routes[$0.route].methods.contains("GET"), parts[$0] ?? 0) }
            .sorted { left, right in
                if left.namesGET != right.namesGET { return right.namesGET }
                if left.2 != right.2 { return left.2 < right.2 }
                return isEarlier(left.place, right.place)
            }
        return ordered.map(\.place)
    }

    /// Returns which of two patterns of one precedence has all requests of the other, and more; `nil` if neither does.
    mutating func whole(_ one: RoutePlace, _ other: RoutePlace) -> RoutePlace? {
        guard (try? work.spend()) != nil else { return nil }
        let isPart = isPart(one, of: other)
        return isPart == self.isPart(other, of: one) ? nil : isPart ? other : one
    }

    private mutating func isPart(_ one: RoutePlace, of other: RoutePlace) -> Bool {
        let (route, otherRoute) = (routes[one.route], routes[other.route])
        guard otherRoute.answersMethods(of: route) else { return false }
        if route.constraints.isEmpty { return true }
        let pattern = route.patterns[one.pattern]
        for (index, (own, others)) in zip(pattern.segments, otherRoute.patterns[other.pattern].segments).enumerated() {
            guard case .capture(let capture) = own, case .capture(let otherCapture) = others,
                let constraint = route.constraints[capture.name],
                let otherConstraint = otherRoute.constraints[otherCapture.name]
            else { continue }
            let texts = pattern.texts(of: capture, at: index)
            if !isPart(constraint, of: otherConstraint, among: texts) { return false }
        }
        return true
    }

    private mutating func isPart(_ one: Automaton, of other: Automaton, among texts: Automaton) -> Bool {
        if one == other { return true }
        let number = automata.number(of: one)
        let own = occurring(one, Question(one: number, other: number, texts: texts))
        guard let shortest = own.shortest else { return true }
        guard other.matches(shortest) else { return false }
        let question = Question(one: number, other: automata.number(of: other), texts: texts)
        if let known = answers[question] { return known }
        var product = Product(own.automaton, other, .difference)
        let answer = (try? product.acceptsSomething(&work)) == false
        answers[question] = answer
        return answer
    }

    private mutating func occurring(
        _ constraint: Automaton, _ question: Question
    ) -> (automaton: Automaton, shortest: ArraySlice<UInt8>?) {
        if let known = values[question] { return known }
        let occurring = constraint.intersection(question.texts)
        let made = (occurring, occurring.shortestMember()?[...])
        values[question] = made
        return made
    }

    /// Returns a key that patterns of one precedence share if and only if their literals are the same.
    private func shape(of place: RoutePlace) -> [UInt8] {
        let pattern = routes[place.route].patterns[place.pattern]
        // No text of a pattern contains a NUL.
        var shape = Array((pattern.scheme ?? "").utf8) + [0]
        switch pattern.host {
        case .any: break
        case .literal(let host), .suffix(let host): shape += host.utf8
        }
        shape += [0] + Array("\(pattern.port ?? 0)".utf8)
        for segment in pattern.segments {
            shape.append(0)
            switch segment {
            case .literal(let bytes): shape += bytes
            case .capture(let capture): shape += [0] + capture.prefix + [0] + capture.suffix
            case .any: shape += [0, 0]
            }
        }
        if settings.slash(of: pattern) == true { shape.append(0) }
        return settings.isCaseSensitive ? shape : ASCII.lowercased(shape)
    }

    private func isEarlier(_ left: RoutePlace, _ right: RoutePlace) -> Bool {
        let id = routes[left.route].id.exact
        let otherID = routes[right.route].id.exact
        if id != otherID { return id < otherID }
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
