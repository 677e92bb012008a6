import Testing
import WaybillProofs
import WaybillTable

@testable import WaybillOracle

@Suite("Relations of interceptors, against the oracle")
struct InterceptorRelationTests {
    @Test("an interceptor meets a route, and one that carries a tag of it, exactly if a request shows it")
    func reaches() throws {
        var generator = RelationGenerator(seed: 61)
        var (met, missed) = (0, 0)
        for turn in 0..<24 {
            let theme = RelationSpace.Theme.allCases[turn % 2]
            let made = generator.makeIntercepted(theme, routes: 2, interceptors: 2)
            let reaches = try made.table().proofs().reaches
            let shown = shared(made, theme)
            for (index, interceptor) in made.interceptors.enumerated() {
                let routes = made.routes.filter { shown.contains([interceptor.id, $0.id]) }
                let isTagged = routes.contains {
                    interceptor.tags.isEmpty || !$0.tags.isDisjoint(with: interceptor.tags)
                }
                #expect(reaches[index].isDecided)
                #expect(reaches[index].meetsRoute == !routes.isEmpty, "\(interceptor.id)\n\(made)")
                // If no route has its tag at all, the search ends with the first route.
                #expect(reaches[index].meetsTag == isTagged, "\(interceptor.id)\n\(made)")
                if routes.isEmpty { missed += 1 } else { met += 1 }
            }
        }
        #expect(met > 5 && missed > 5, "\(met) \(missed)")
    }

    @Test("two interceptors meet exactly if both run for a request, and the witness is one")
    func meetings() throws {
        var generator = RelationGenerator(seed: 71)
        var (met, missed) = (0, 0)
        for turn in 0..<40 {
            let theme = RelationSpace.Theme.allCases[turn % 2]
            let made = generator.makeIntercepted(theme, routes: 0, interceptors: 2)
            let meetings = try made.table().meetings(among: [[0, 1]])
            #expect(meetings.isComplete)
            let isShown = shared(made, theme).contains(["i0", "i1"])
            #expect(meetings.found.isEmpty != isShown, "\(made)")
            guard let meeting = meetings.found.first else {
                missed += 1
                continue
            }
            met += 1
            let url = try #require(OracleURL(meeting.witness.url))
            let running = made.oracle.running(made.oracle.matches(url), method: meeting.witness.method, view: nil).map(
                \.entry.id)
            #expect(Set(running) == ["i0", "i1"], "\(meeting)\n\(made)")
        }
        #expect(met > 3 && missed > 3, "\(met) \(missed)")
    }

    /// The pairs of an interceptor and another one, or a route, with a common request in the space.
    private func shared(_ made: OracleCase, _ theme: RelationSpace.Theme) -> Set<Set<String>> {
        var pairs: Set<Set<String>> = []
        let oracle = made.oracle
        for seen in RelationSpace.seen(by: made, theme) {
            for method in RelationSpace.methods {
                let running = oracle.running(seen.all, method: method, view: nil).map(\.entry.id)
                let answering = seen.matches.filter { match in
                    match.entry.methods.isEmpty
                        || match.entry.methods.contains { $0 == method || ($0 == "GET" && method == "HEAD") }
                }
                for (index, interceptor) in running.enumerated() {
                    for other in running[(index + 1)...] + answering.map(\.entry.id) {
                        pairs.insert([interceptor, other])
                    }
                }
            }
        }
        return pairs
    }

    @Test("patterns that differ in case, an escaped slash or a slash at the end are found to look alike")
    func lookAlikes() throws {
        var generator = RelationGenerator(seed: 81)
        var count = 0
        for _ in 0..<60 {
            var made = OracleCase(
                settings: MatchSettings(trailingSlash: generator.pick([.ignore, .strict])))
            for index in 0..<6 {
                let pieces = (0..<2).map { _ in generator.pick(["a", "A", "a/b", "a%2Fb", ":x-a", ":y-A"]) }
                let text = "/\(pieces[0])/\(pieces[1].replacing("x", with: "z"))\(generator.pick(["", "/"]))"
                made.routes.append(.init(id: "r\(index)", patterns: [text]))
            }
            guard made.routes.allSatisfy({ OraclePattern($0.patterns[0]) != nil }) else { continue }
            let groups = try made.table().proofs().lookAlikes.map { Set($0.map(\.route)) }
            for first in made.routes.indices {
                for second in made.routes.indices[(first + 1)...] {
                    let (left, right) = (made.routes[first].patterns[0], made.routes[second].patterns[0])
                    guard folded(left) == folded(right), hasAnotherSpelling(left, right, made.settings) else {
                        continue
                    }
                    count += 1
                    #expect(groups.contains { $0.isSuperset(of: [first, second]) }, "\(left) \(right)")
                }
            }
        }
        #expect(count > 10, "\(count)")
    }

    private func folded(_ pattern: String) -> String {
        let text = pattern.lowercased().replacing("%2f", with: "/").replacing(/:[a-z]/, with: ":")
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private func hasAnotherSpelling(_ left: String, _ right: String, _ settings: MatchSettings) -> Bool {
        let texts = [left, right].map { text in
            let text = text.replacing(/:[a-z]/, with: ":")
            return settings.trailingSlash == .ignore && text.hasSuffix("/") ? String(text.dropLast()) : text
        }
        return texts[0] != texts[1]
    }
}
