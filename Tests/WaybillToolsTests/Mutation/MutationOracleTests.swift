import Testing
import WaybillTable

@testable import WaybillManifest
@testable import WaybillTools

/// Sets made by chance, small enough that all their requests can be asked.
@Suite("Mistakes, held against sets that are compiled with them")
struct MutationOracleTests {
    private static let urls =
        ["/", "/a", "/b", "/a-x", "/a/1", "/a/b", "/b/1", "/a-x/1", "/x", "/a/b/1", "app://a/1"]
    private static let methods: [String?] = [nil, "POST"]
    private static let views: [[String]] = [[], ["s"], ["s", "t"], ["u"]]

    private static var requests: [(url: String, method: String?, tags: [String])] {
        urls.flatMap { url in methods.flatMap { method in views.map { (url, method, $0) } } }
    }

    /// The set as the whole way from definitions to a table makes it.
    private func compiled(_ subject: RoutedSet, _ mutation: Mutation.Kind, _ mutant: RoutedSet) -> RoutedSet {
        var (routes, interceptors) = (subject.table.routes, subject.table.interceptors)
        if let (index, definition) = subject.route(mutation) { routes[index] = definition }
        if let (index, definition) = subject.interceptor(mutation) { interceptors[index] = definition }
        if mutant.patch == nil { return mutant }
        return RoutedSet(
            set: mutant.set,
            table: RoutingTable(settings: subject.table.settings, routes: Array(routes), interceptors: interceptors))
    }

    private struct Way: Hashable {
        var routes: [Int?]
        var interceptors: [[Int]]
        var hops: [String]
        var end: RequestTrace.End
        var parameters: [String: String]

        init(_ trace: RequestTrace) {
            routes = trace.legs.map { $0.route?.route }
            interceptors = trace.legs.map(\.interceptors)
            hops = trace.hops.map(\.to)
            end = trace.end
            parameters = trace.parameters
        }
    }

    private func way(_ request: (url: String, method: String?, tags: [String]), in subject: RoutedSet) -> Way {
        Way(subject.trace(request.url, method: request.method, tags: request.tags))
    }

    @Test("patches answer as tables do, verdicts are true, and tests that are offered tell")
    func laws() throws {
        var (killed, survived, idle, undecided) = (0, 0, 0, 0)
        for seed in 0..<12 {
            var generator = MutationGenerator(seed: seed)
            let compilation = generator.compilation()
            let subject = try #require(compilation.routedSet)
            let patcher = TablePatcher(subject.table)
            let trial = MutationTrial(subject, patcher, generator.tests(of: subject, asking: Self.requests))
            for mutation in subject.mutations(patcher) {
                switch check(mutation.kind, subject, patcher, trial) {
                case .killed: killed += 1
                case .survived: survived += 1
                case .changesNothing: idle += 1
                case .undecided: undecided += 1
                }
            }
        }
        #expect(killed > 20 && survived > 20 && idle > 5, "\(killed), \(survived), \(idle), \(undecided)")
    }

    private func check(
        _ mutation: Mutation.Kind, _ subject: RoutedSet, _ patcher: TablePatcher, _ trial: MutationTrial
    ) -> MutationResult.Verdict {
        let mutant = subject.mutant(mutation, patcher)
        let oracle = compiled(subject, mutation, mutant)
        let words = subject.words(for: mutation)
        for request in Self.requests {
            #expect(way(request, in: mutant) == way(request, in: oracle), "\(words): \(request)")
        }
        let failing = trial.tests.indices.filter { !oracle.passes(trial.tests[$0]) }
        let verdict = trial.verdict(of: mutation)
        switch verdict {
        case .killed(let killer): #expect(killer == failing.first, "\(words)")
        case .survived(let draft):
            #expect(failing == [], "\(words)")
            #expect(subject.passes(draft.test) && !oracle.passes(draft.test), "\(words): \(draft.yaml)")
        case .changesNothing:
            #expect(failing == [], "\(words)")
            for request in Self.requests {
                #expect(way(request, in: subject) == way(request, in: oracle), "\(words): \(request)")
            }
        case .undecided: #expect(failing == [], "\(words)")
        }
        return verdict
    }
}

/// Makes small sets by chance.
private struct MutationGenerator {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func compilation() -> Compilation {
        // Most sets are sound; those with routes that conflict are not.
        while true {
            let compilation = Compilation.compile(text: manifest())
            if compilation.table != nil { return compilation }
        }
    }

    /// A few tests that pass.
    mutating func tests(
        of subject: RoutedSet, asking requests: [(url: String, method: String?, tags: [String])]
    ) -> [RouteTest] {
        (0..<pick([0, 2, 5, 12])).map { _ in
            let request = pick(requests)
            let trace = subject.trace(request.url, method: request.method, tags: request.tags)
            let facts = pick(subject.expectations(of: trace))
            return TestDraft(url: request.url, method: request.method, tags: request.tags, facts: facts).test
        }
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return values[Int((state >> 33) % UInt64(values.count))]
    }

    private mutating func manifest() -> String {
        var lines = ["waybill: 1", "routes:"]
        for number in 0..<pick([2, 3, 4]) { lines.append("  - { id: r\(number), \(route()) }") }
        lines.append("interceptors:")
        for number in 0..<pick([1, 2, 3]) { lines.append("  i\(number): { \(interceptor()) }") }
        lines += pick([
            [], ["fallback: { handler: none }"], ["fallback: { handler: none, tags: { s: { handler: s } } }"],
        ])
        return lines.joined(separator: "\n") + "\n"
    }

    private mutating func pattern() -> String {
        pick(["/a", "/b", "/:x", "/a/:x", "/:x/:y", "/b/:x", "/a/b", "/a/**r", "/**r", "/", "/*/b", "app://a/:x"])
    }

    private mutating func narrowing(_ pattern: String) -> String {
        pattern.contains(":x") ? pick(["", ", params: { x: int }", ", params: { x: [a, b] }"]) : ""
    }

    private mutating func methods() -> String {
        pick(["", "", "", ", methods: [GET]", ", methods: [GET, POST]", ", methods: [POST, HEAD]"])
    }

    private mutating func tags() -> String { pick(["", "", ", tags: [s]", ", tags: [t]", ", tags: [s, t]"]) }

    private mutating func route() -> String {
        let pattern = pattern()
        let target = pattern.contains(":x") ? pick(["/a/:x", "/b/:x"]) : "/a/1"
        let deed = pick(["handler: h", "handler: h", "handler: h", "redirect: \"\(target)\""])
        return "url: \"\(pattern)\", \(deed), priority: \(pick([0, 0, 1, 2, -1]))"
            + narrowing(pattern) + methods() + tags()
    }

    private mutating func interceptor() -> String {
        let pattern = pattern()
        let target = pattern.contains(":x") ? pick(["/a/:x", "/b/:x"]) : "/a/1"
        let deed = pick(["use: u", "use: u", "use: u", "reject: no", "rewrite: \"\(target)\""])
        return "url: \"\(pattern)\", \(deed), order: \(pick([0, 1, 2, -1]))\(pick(["", ", applies: everywhere"]))"
            + narrowing(pattern) + methods() + tags()
    }
}
