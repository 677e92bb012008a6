import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// K002: tests must name existing entries. K005: no two tests may have the same expectation for a request, or
    /// contradicting ones.
    func checkTests(_ context: CheckContext) -> [Diagnostic] {
        guard !tests.isEmpty else { return [] }
        return checkTestReferences(context) + checkRepeatedTests()
    }

    // MARK: K002

    private func checkTestReferences(_ context: CheckContext) -> [Diagnostic] {
        let expectedIDs = Set(tests.compactMap(\.expectedRoute))
        let routeIDs =
            expectedIDs.allSatisfy(hasRoute) ? expectedIDs : Set(routes.indices.map { routes[$0].id.value })
        let interceptorIDs = Set(interceptors.map(\.id.value))
        let moduleIDs = Set(context.modules.keys)
        func undefined(_ what: String, _ names: [Located<String>], _ declared: Set<String>) -> [Diagnostic] {
            names.filter { !declared.contains($0.value) }
                .compactMap { context.undefined(what, $0, among: declared, rule: .testOfNothing) }
        }
        return tests.flatMap { test -> [Diagnostic] in
            guard case .matched(let expected) = test.expectation else { return [] }
            let interceptors = (expected.interceptors?.names ?? []) + [expected.rejected].compactMap(\.self)
            return undefined("route", [expected.route].compactMap(\.self), routeIDs)
                + undefined("module", [expected.module].compactMap(\.self), moduleIDs)
                + undefined("interceptor", interceptors, interceptorIDs)
        }
    }

    private func hasRoute(_ id: String) -> Bool {
        let index = routes.indices.partitioningIndex { routes[$0].id.value >= id }
        return index < routes.count && routes[index].id.value == id
    }

    // MARK: K005

    /// The request of a test.
    private struct Question: Hashable {
        var url: String
        var method: String?
        var tags: Set<String>

        init(_ test: RouteTest) {
            url = test.open.value
            method = test.method?.value ?? (try? RouteURL(url))?.assumedMethod
            tags = Set(test.tags.map(\.value))
        }
    }

    private func checkRepeatedTests() -> [Diagnostic] {
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
    private var byWords: [[String]: RouteTest] = [:]
    /// The first tests with different expectations, with their parameters by name.
    private var different: [(test: RouteTest, parameters: [String: String])] = []

    /// The limit of expectations for one request that a test is compared with.
    private static let maximumCompared = 16

    /// Returns what is wrong with the next test, if anything.
    mutating func problem(of test: RouteTest) -> Diagnostic? {
        let words = test.expectation.words
        if let first = byWords[words] {
            return Diagnostic(
                .repeatedTest, at: test.open.span, "this test repeats an earlier one",
                notes: [.init("the earlier test is here", at: first.open.span)], help: "remove one of the two tests")
        }
        byWords[words] = test
        let opposite = different.first { test.expectation.contradicts($0.test.expectation, with: $0.parameters) }
        if different.count < Self.maximumCompared { different.append((test, test.expectation.parameters)) }
        return opposite.map { first in
            Diagnostic(
                .repeatedTest, at: test.expectationSpan, "this test contradicts an earlier one",
                notes: [.init("the earlier test is here", at: first.test.expectationSpan)],
                help: "one of the two tests always fails: correct or remove it")
        }
    }
}

extension RouteTest.Expectation {
    /// The expected parameters by name.
    fileprivate var parameters: [String: String] {
        guard case .matched(let expected) = self else { return [:] }
        return Dictionary(
            expected.parameters.map { ($0.name.value, $0.value.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether this and another expectation can never both hold.
    ///
    /// - Parameter values: The parameters of the other one.
    fileprivate func contradicts(_ other: Self, with values: [String: String]) -> Bool {
        switch (self, other) {
        case (.matched(let own), .matched(let others)): own.contradicts(others, with: values)
        case (.matched(let expected), .unmatched), (.unmatched, .matched(let expected)): expected.route != nil
        case (.matched, .invalidURL), (.invalidURL, .matched): true
        case (.matched, .rejected), (.rejected, .matched): false
        case (.unmatched, _), (.invalidURL, _), (.rejected, _): words != other.words
        }
    }
}

extension RouteTest.Expected {
    fileprivate func contradicts(_ other: Self, with values: [String: String]) -> Bool {
        let keys = [\Self.route, \.module, \.handler, \.url, \.rejected, \.fallback]
        func differ(_ own: Located<String>?, _ others: Located<String>?) -> Bool {
            own != nil && others != nil && own?.value != others?.value
        }
        return keys.contains { differ(self[keyPath: $0], other[keyPath: $0]) }
            || parameters.contains { parameter in
                values[parameter.name.value].map { $0 != parameter.value.value } ?? false
            }
    }
}

extension RouteTest {
    fileprivate var expectedRoute: String? {
        if case .matched(let expected) = expectation { expected.route?.value } else { nil }
    }
}
