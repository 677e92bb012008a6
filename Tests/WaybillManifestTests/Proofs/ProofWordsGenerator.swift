import WaybillTable

@testable import WaybillOracle

/// Makes routes that shadow each other, wholly and in part, alone and together, with conflicts among them.
struct ProofWordsGenerator {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func makeCase() -> OracleCase {
        var made = OracleCase(settings: MatchSettings())
        made.routes = [route("r0")]
        if chance(15) { return split(made) }
        for number in 1...pick([1, 1, 2]) {
            made.routes.append(chance(70) ? rival("r\(number)", of: made.routes[0]) : route("r\(number)"))
        }
        return made
    }

    /// Two competitors of a route, each for a part of its requests, together for all of them unless one has a narrower
    /// pattern.
    private mutating func split(_ case: OracleCase) -> OracleCase {
        var made = `case`
        let isByMethod = chance(50)
        if isByMethod { made.routes[0].methods = ["GET", "POST"] } else { made.routes[0].tags = ["s", "t"] }
        for (id, part) in [("r1", ["GET", "s"]), ("r2", ["POST", "t"])] {
            var rival = made.routes[0]
            rival.id = id
            rival.rank += pick([1, 1, 2])
            if isByMethod { rival.methods = [part[0]] } else { rival.tags = [part[1]] }
            if chance(30) { rival.patterns = rival.patterns.map { widened($0) }.uniqued() }
            constrain(&rival)
            if chance(70) { rival.constraints = made.routes[0].constraints }
            made.routes.append(rival)
        }
        return made
    }

    private mutating func route(_ id: String) -> OracleCase.Definition {
        var route = OracleCase.Definition(id: id, patterns: [pattern()])
        if chance(20) { route.patterns = [route.patterns[0], pattern()].uniqued() }
        route.methods = pick([[], [], [], ["GET"], ["POST"], ["GET", "POST"], ["HEAD"]])
        route.tags = pick([[], [], ["s"], ["t"], ["s", "t"]])
        route.rank = pick([0, 0, 0, 1])
        constrain(&route)
        return route
    }

    /// A variant of another route: with a wider pattern, for some methods, in some views; or for only a part of those.
    private mutating func rival(_ id: String, of other: OracleCase.Definition) -> OracleCase.Definition {
        var rival = other
        rival.id = id
        if chance(25), other.methods.count > 1 || other.tags.count > 1 {
            rival.rank = other.rank + 1
            if other.methods.count > 1 { rival.methods = [pick(other.methods)] }
            if other.tags.count > 1 { rival.tags = [pick(other.tags.sorted())] }
            return rival
        }
        rival.patterns = other.patterns.map { widened($0) }.uniqued()
        if chance(20) { rival.patterns = (rival.patterns + [pattern()]).uniqued() }
        if chance(30) { rival.methods = pick([[], ["GET"], ["POST"]]) }
        if chance(40) { rival.tags = pick([[], ["s"], ["t"], ["s", "t"]]) }
        rival.rank = other.rank + pick([0, 0, 1, 2])
        constrain(&rival)
        return rival
    }

    private mutating func constrain(_ route: inout OracleCase.Definition) {
        route.constraints = route.patterns.contains { $0.contains(":x") } && chance(35) ? ["x": pick([8, 8, 10])] : [:]
    }

    private mutating func pattern() -> String {
        var pieces = [pick(["a", "b", ":x", ":x", "*"])]
        if chance(65) { pieces.append(pick(["a", "b", ":y", "*"])) }
        if chance(20) { pieces.append("**") }
        return "/" + pieces.joined(separator: "/")
    }

    private mutating func widened(_ pattern: String) -> String {
        var pieces = pattern.split(separator: "/").map(String.init)
        let place = Int.random(in: pieces.indices, using: &random)
        guard pieces[place] != "**" else { return pattern }
        switch pick([0, 0, 1, 2, 2]) {
        case 0: pieces[place] = pick([place == 0 ? ":x" : ":y", "*", pieces[place]])
        case 1: pieces = pieces[..<place] + ["**"]
        default: pieces[place] = pick(["a", "b", pieces[place]])
        }
        return "/" + pieces.joined(separator: "/")
    }
}

extension [String] {
    fileprivate func uniqued() -> [String] {
        reduce(into: []) { unique, text in if !unique.contains(text) { unique.append(text) } }
    }
}
