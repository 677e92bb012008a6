import WaybillManifest
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let repeatedTest = Rule("K005", "repeated-test", .warning, .set, .ofPeers)
}

extension Check<CheckContext> {
    static let repeatedTests = Check(.repeatedTest) { $0.set.checkRepeatedTests() }
}

extension ManifestSet {
    /// The request of a test.
    private struct Question: Hashable {
        var url: ExactText
        var method: String?
        var tags: Set<String>

        init(_ test: RouteTest) {
            url = test.open.value.exact
            method = test.method?.value ?? (try? RouteURL(url.text))?.assumedMethod
            tags = Set(test.tags.map(\.value))
        }
    }

    /// No two tests may have the same expectation for a request, or contradicting ones.
    fileprivate func checkRepeatedTests() -> [Diagnostic] {
        let groups = Dictionary(grouping: tests.indices) { Question(tests[$0]) }.values.filter { $0.count > 1 }
        return groups.flatMap { group in
            var earlier = EarlierTests()
            return group.map { tests[$0] }.sorted { $0.span < $1.span }.compactMap { earlier.problem(of: $0) }
        }
    }
}

/// The tests of one request that came before another one.
private struct EarlierTests {
    /// By the words of the expectation, the first test with it.
    private var byWords: [[ExactText]: RouteTest] = [:]
    /// By what an expectation is about: the first test that expects something of it, and the first that expects another
    /// value. So a test finds the first one that it contradicts without comparing it with all.
    private var bySubject: [ExpectedFact.Subject: (value: ExactText, test: RouteTest, other: RouteTest?)] = [:]

    /// Returns what is wrong with the next test, if anything.
    mutating func problem(of test: RouteTest) -> Diagnostic? {
        let words = test.expectation.words.map(\.exact)
        if let first = byWords[words] {
            return Diagnostic(
                .repeatedTest, at: test.open.span, "this test repeats an earlier one",
                notes: [.init("the earlier test is here", at: first.open.span)], help: "remove one of the two tests")
        }
        byWords[words] = test
        let opposite = test.expectation.facts.compactMap { add($0, of: test) }.min { $0.span < $1.span }
        return opposite.map { first in
            Diagnostic(
                .repeatedTest, at: test.expectationSpan, "this test contradicts an earlier one",
                notes: [.init("the earlier test is here", at: first.expectationSpan)],
                help: "one of the two tests always fails: correct or remove it")
        }
    }

    /// Adds a fact, and returns the first test that expects another value.
    private mutating func add(_ fact: ExpectedFact, of test: RouteTest) -> RouteTest? {
        guard let known = bySubject[fact.subject] else {
            bySubject[fact.subject] = (fact.value.exact, test, nil)
            return nil
        }
        if known.value == fact.value.exact { return known.other }
        if known.other == nil { bySubject[fact.subject]?.other = test }
        return known.test
    }
}

/// A part of an expectation. Two expectations can never both hold if they give one subject different values.
private struct ExpectedFact {
    var subject: Subject
    var value: String

    enum Subject: Hashable {
        case validity
        /// Whether a route is reached.
        case reach
        /// The end of a request that no route serves.
        case end
        case field(KeyPath<RouteTest.Expected, Located<String>?>)
        case parameter(String)
    }
}

extension RouteTest.Expectation {
    fileprivate var facts: [ExpectedFact] {
        let valid = ExpectedFact(subject: .validity, value: "valid")
        return switch self {
        case .matched(let expected): [valid] + expected.facts
        case .unmatched:
            [valid, .init(subject: .reach, value: "no route"), .init(subject: .end, value: "unmatched")]
        // The end of a request of which 'unmatched' is true as well.
        case .methodNotAllowed: [valid, .init(subject: .reach, value: "no route")]
        case .rejected: [valid, .init(subject: .end, value: "rejected")]
        case .invalidURL: [.init(subject: .validity, value: "invalid")]
        }
    }
}

extension RouteTest.Expected {
    fileprivate var facts: [ExpectedFact] {
        let keys = [\Self.route, \.module, \.handler, \.url, \.rejected, \.fallback]
        let reach = route.map { _ in ExpectedFact(subject: .reach, value: "a route") }
        return [reach].compactMap(\.self)
            + keys.compactMap { key in self[keyPath: key].map { .init(subject: .field(key), value: $0.value) } }
            + parameters.map { .init(subject: .parameter($0.name.value), value: $0.value.value) }
    }
}
