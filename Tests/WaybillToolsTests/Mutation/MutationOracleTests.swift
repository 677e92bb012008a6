import Testing
import WaybillProofs
import WaybillTable

@testable import WaybillManifest
@testable import WaybillOracle
@testable import WaybillRules
@testable import WaybillSyntax
@testable import WaybillTools

/// Generated sets, small enough to open all their requests: the tests of a mutant are compared with a set that is
/// edited as its author would, and compiled from its model.
@Suite("Verdicts on mutants, compared with edited sets")
struct MutationOracleTests {
    typealias Request = (url: String, method: String?, tags: [String])

    private static let urls =
        ["/", "/a", "/b", "/a-x", "/a/1", "/a/b", "/b/1", "/a-x/1", "/x", "/a/b/1", "app://a/1"]
    private static let methods: [String?] = [nil, "POST", "HEAD"]
    private static let views: [[String]] = [[], ["s"], ["s", "t"], ["u"]]

    private static let requests: [Request] = urls.flatMap { url in
        methods.flatMap { method in views.map { (url, method, $0) } }
    }

    /// Everything that a test can expect of a request.
    private struct Outcome: Hashable {
        var routes: [Int?]
        var interceptors: [[Int]]
        var hops: [String]
        var end: RequestTrace.End
        var parameters: [String: String]
        var fallback: String?
        var isMethodNotAllowed: Bool

        init(_ request: Request, in subject: RoutedSet) {
            let trace = subject.trace(request.url, method: request.method, tags: request.tags)
            routes = trace.visits.map { $0.route?.route }
            interceptors = trace.visits.map(\.interceptors)
            hops = trace.hops.map(\.to)
            end = trace.end
            parameters = trace.parameters
            fallback = subject.fallback(of: trace)?.name
            isMethodNotAllowed = !subject.allowedMethods(of: trace).isEmpty && fallback == nil
        }
    }

    /// By request.
    private static func outcomes(in subject: RoutedSet) -> [Outcome] { requests.map { Outcome($0, in: subject) } }

    private func expectEqual(_ outcomes: [Outcome], _ expected: [Outcome], _ words: String) {
        for (request, (outcome, other)) in zip(Self.requests, zip(outcomes, expected)) where outcome != other {
            Issue.record("\(words): \(request)")
        }
    }

    @Test("a mutant answers as the edited set does, verdicts are true, and proposed tests kill")
    func verdicts() throws {
        var counts: [String: Int] = [:]
        for seed in 0..<PropertySeeds.share(of: 24) {
            var generator = MutationGenerator(seed: seed)
            let compilation = generator.compilation()
            let subject = try #require(compilation.routedSet)
            let trial = MutationTrial(subject, generator.tests(of: subject, asking: Self.requests))
            let outcomes = Self.outcomes(in: subject)
            for mutation in subject.mutations() {
                counts[try check(mutation.kind, subject, outcomes, trial), default: 0] += 1
            }
        }
        guard PropertySeeds.areMany else { return }
        #expect(counts["killed", default: 0] > 40 && counts["survived", default: 0] > 40, "\(counts)")
        #expect(counts["equivalent", default: 0] > 10 && counts["undecided", default: 0] < 10, "\(counts)")
    }

    /// - Parameter outcomes: Those of all requests in the subject.
    private func check(
        _ mutation: Mutation.Kind, _ subject: RoutedSet, _ outcomes: [Outcome], _ trial: MutationTrial
    ) throws -> String {
        let words = subject.words(for: mutation)
        let mutant = subject.mutant(mutation)
        let edited = try EditedSet(subject, mutation, words).routedSet
        let changed = Self.outcomes(in: mutant)
        if let edited { expectEqual(changed, Self.outcomes(in: edited), words) }
        let oracle = edited ?? mutant
        let verdict = trial.verdict(of: mutation)
        let failing = trial.tests.firstIndex { !oracle.passes($0) }
        if case .killed(let killer) = verdict {
            #expect(killer == failing, "\(words)")
            return "killed"
        }
        #expect(failing == nil, "\(words)")
        switch verdict {
        case .survived(let draft):
            #expect(subject.passes(draft.test) && !oracle.passes(draft.test), "\(words): \(draft.yaml)")
            return "survived"
        case .equivalent:
            expectEqual(changed, outcomes, words)
            return "equivalent"
        case .killed, .undecided: return "undecided"
        }
    }

    @Test("an interceptor that is exempted for a route runs for all other requests as before")
    func exemptions() throws {
        for seed in 0..<PropertySeeds.share(of: 24) {
            var generator = MutationGenerator(seed: seed)
            let compilation = generator.compilation()
            let subject = try #require(compilation.routedSet)
            let outcomes = Self.outcomes(in: subject)
            for mutation in subject.mutations() {
                guard case .interceptor(let interceptor, let route) = mutation.kind else { continue }
                let mutant = subject.mutant(mutation.kind)
                for (request, before) in zip(Self.requests, outcomes) {
                    let after = Outcome(request, in: mutant)
                    let isConcerned = zip(before.routes, before.interceptors).contains { place, running in
                        place == route && running.contains(interceptor)
                    }
                    #expect(isConcerned || before == after, "\(mutation): \(request)")
                    let isRunning = zip(after.routes, after.interceptors).contains { place, running in
                        place == route && running.contains(interceptor)
                    }
                    #expect(!isRunning, "\(mutation): \(request)")
                }
            }
        }
    }
}

/// A set in which a mutation is applied as an edit of its model.
private struct EditedSet {
    private var set: ManifestSet
    /// The quoted parts of the words that describe the mutation.
    private let quotes: [String]
    private let words: String
    /// `nil` for a mutation that no edit of the model makes.
    private(set) var routedSet: RoutedSet?

    init(_ subject: RoutedSet, _ mutation: Mutation.Kind, _ words: String) throws {
        set = subject.set
        self.words = words
        let parts = words.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
        quotes = parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0] }
        if case .interceptor = mutation { return }
        try edit(mutation)
        routedSet = RoutedSet(set)
    }

    private mutating func edit(_ mutation: Mutation.Kind) throws {
        switch mutation {
        case .interceptor: break
        case .priority(let index): set.routes[index].content.priority.negate()
        case .order(let index): set.interceptors[index].order.negate()
        case .everywhere(let index): set.interceptors[index].appliesEverywhere = false
        case .fallback(let tag?): set.fallback?.byTag.removeAll { $0.tag.value == tag }
        case .fallback(nil): set.fallback?.target = nil
        case .otherMethods: set.fallback?.servesOtherMethods = false
        case .tag(.route(let index), let tag): set.routes[index].content.tags.removeAll { $0.value == tag }
        case .tag(.interceptor(let index), let tag): set.interceptors[index].tags.removeAll { $0.value == tag }
        case .method(.route(let index), let name): set.routes[index].content.methods.removeAll { $0.value == name }
        case .method(.interceptor(let index), let name):
            set.interceptors[index].methods.removeAll { $0.value == name }
        case .capture(.route(let index), let name):
            set.routes[index].content.constrained.removeAll { $0.name.value == name }
        case .capture(.interceptor(let index), let name):
            set.interceptors[index].constrained.removeAll { $0.name.value == name }
        case .literal(let owner, let pattern, _), .pattern(let owner, let pattern): try rewrite(pattern, of: owner)
        case .target(let owner): try lead(owner)
        case .status(let index):
            guard let target = set.routes[index].destination.target, let number = words.firstMatch(of: /status (\d+)/),
                let status = Int(number.1).flatMap(RedirectStatus.init)
            else { return }
            set.routes[index].content.destination = .redirect(target, status: status)
        }
    }

    private mutating func rewrite(_ number: Int, of owner: Mutation.Owner) throws {
        let pattern = try Pattern(quotes[1])
        switch owner {
        case .route(let index): set.routes[index].content.patterns[number].pattern = pattern
        case .interceptor(let index): set.interceptors[index].patterns[number].pattern = pattern
        }
    }

    private mutating func lead(_ owner: Mutation.Owner) throws {
        let text = Located(quotes[1], at: SourceSpan(file: 0, start: 0, end: 0))
        let target = LocatedTarget(target: try URLTemplate(quotes[1]), text: text)
        switch owner {
        case .route(let index):
            set.routes[index].content.destination = set.routes[index].destination.leading(to: target)
        case .interceptor(let index): set.interceptors[index].action = .rewrite(target)
        }
    }
}

/// Generates small sets.
private struct MutationGenerator {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func compilation() -> Compilation {
        // A few sets have errors, because their routes conflict.
        while true {
            let compilation = Compilation.compile(text: manifest())
            if compilation.table != nil { return compilation }
        }
    }

    /// A few passing tests.
    mutating func tests(of subject: RoutedSet, asking requests: [MutationOracleTests.Request]) -> [RouteTest] {
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
            ["fallback: { handler: none, other_methods: true }"],
        ])
        return lines.joined(separator: "\n") + "\n"
    }

    private mutating func pattern() -> String {
        pick(["/a", "/b", "/:x", "/a/:x", "/:x/:y", "/b/:x", "/a/b", "/a/**r", "/**r", "/", "/*/b", "app://a/:x"])
    }

    private mutating func constraint(_ pattern: String) -> String {
        pattern.contains(":x") ? pick(["", ", params: { x: int }", ", params: { x: [a, b] }"]) : ""
    }

    private mutating func methods() -> String {
        pick(["", "", "", ", methods: [GET]", ", methods: [GET, POST]", ", methods: [POST, HEAD]"])
    }

    private mutating func tags() -> String { pick(["", "", ", tags: [s]", ", tags: [t]", ", tags: [s, t]"]) }

    private mutating func route() -> String {
        let pattern = pattern()
        let target = pattern.contains(":x") ? pick(["/a/:x", "/b/:x"]) : "/a/1"
        let redirect = "redirect: { to: \"\(target)\", status: \(pick([301, 303, 308])) }"
        let behavior = pick([
            "handler: h", "handler: h", "handler: h", "handler: h", "forward: \"\(target)\"", redirect,
        ])
        let other = pick(["", "", "", "/b/1", "/a/1", "/**"])
        let urls =
            other.isEmpty || behavior != "handler: h" ? "url: \"\(pattern)\"" : "urls: [\"\(pattern)\", \"\(other)\"]"
        return "\(urls), \(behavior), priority: \(pick([0, 0, 1, 2, -1]))"
            + constraint(pattern) + methods() + tags()
    }

    private mutating func interceptor() -> String {
        let pattern = pattern()
        let target = pattern.contains(":x") ? pick(["/a/:x", "/b/:x"]) : "/a/1"
        let behavior = pick(["use: u", "use: u", "use: u", "reject: no", "rewrite: \"\(target)\""])
        return "url: \"\(pattern)\", \(behavior), order: \(pick([0, 1, 2, -1]))\(pick(["", ", applies: everywhere"]))"
            + constraint(pattern) + methods() + tags()
    }
}
