package import WaybillManifest
import WaybillSyntax
import WaybillTable

/// A proposed test: as a value, and as text to paste.
public struct TestDraft: Sendable, Hashable {
    public var url: String
    /// `nil` for the assumed method.
    public var method: String?
    public var tags: [String]
    public var facts: [Fact]

    package init(url: String, method: String?, tags: [String], facts: [Fact]) {
        self.url = url
        self.method = method
        self.tags = tags
        self.facts = facts
    }

    /// One expectation.
    public enum Fact: Sendable, Hashable {
        case unmatched
        case methodNotAllowed
        case route(String)
        case rejected(String)
        case fallback(String)
        case forward([String])
        case redirect(String, status: Int)
        case parameters([String: String])
        case interceptors([String])

        /// Whether it is one word, which cannot be combined with others.
        var isWord: Bool { self == .unmatched || self == .methodNotAllowed }
    }

    /// An item of `tests:`, on lines without indentation.
    public var yaml: String {
        var lines = ["- open: \(ScalarText.written(url))"]
        if let method { lines.append("  method: \(ScalarText.written(method))") }
        if !tags.isEmpty { lines.append("  tags: \(Self.list(tags))") }
        lines.append("  expect: \(expect)")
        return lines.joined(separator: "\n")
    }

    /// The item on one line, without the dash.
    public var inline: String {
        var parts = ["open: \(ScalarText.written(url))"]
        if let method { parts.append("method: \(ScalarText.written(method))") }
        if !tags.isEmpty { parts.append("tags: \(Self.list(tags))") }
        return "{ \(parts.joined(separator: ", ")), expect: \(expect) }"
    }

    private var expect: String {
        word ?? "{ \(facts.map(\.yaml).joined(separator: ", ")) }"
    }

    /// The expectation that is one word.
    private var word: String? {
        switch facts {
        case [.unmatched]: "unmatched"
        case [.methodNotAllowed]: "method-not-allowed"
        default: nil
        }
    }

    fileprivate static func list(_ texts: [String]) -> String {
        "[\(texts.map(ScalarText.written).joined(separator: ", "))]"
    }

    /// The test as a value, without a place in a file.
    package var test: RouteTest {
        var test = RouteTest(
            open: Self.located(url), expectation: expectation, expectationSpan: Self.nowhere, span: Self.nowhere)
        test.method = method.map(Self.located)
        test.tags = tags.map(Self.located)
        return test
    }

    private var expectation: RouteTest.Expectation {
        if facts == [.unmatched] { return .unmatched }
        if facts == [.methodNotAllowed] { return .methodNotAllowed }
        return .matched(facts.reduce(into: RouteTest.Expected()) { $0.add($1) })
    }

    private static let nowhere = SourceSpan.startOfFile()

    fileprivate static func located<Value>(_ value: Value) -> Located<Value> { Located(value, at: nowhere) }
}

extension TestDraft.Fact {
    fileprivate var yaml: String {
        switch self {
        case .unmatched, .methodNotAllowed: "forward: []"
        case .route(let id): "route: \(ScalarText.written(id))"
        case .rejected(let id): "rejected: \(ScalarText.written(id))"
        case .fallback(let name): "fallback: \(ScalarText.written(name))"
        case .forward(let urls): "forward: \(TestDraft.list(urls))"
        case .redirect(let url, let status):
            "redirect: { to: \(ScalarText.written(url)), status: \(status) }"
        case .interceptors(let ids): "interceptors: \(TestDraft.list(ids))"
        case .parameters(let values):
            "params: { \(values.sorted { $0.key < $1.key }.map(Self.entry).joined(separator: ", ")) }"
        }
    }

    private static func entry(_ name: String, _ value: String) -> String {
        "\(ScalarText.written(name)): \(ScalarText.written(value))"
    }
}

extension RouteTest.Expected {
    fileprivate mutating func add(_ fact: TestDraft.Fact) {
        switch fact {
        case .unmatched, .methodNotAllowed: forward = .exactly([])
        case .route(let id): route = TestDraft.located(id)
        case .rejected(let id): rejected = TestDraft.located(id)
        case .fallback(let name): fallback = TestDraft.located(name)
        case .forward(let urls): forward = .exactly(urls.map(TestDraft.located))
        case .redirect(let url, let status):
            redirect = RouteTest.Redirect(
                to: TestDraft.located(url), status: RedirectStatus(rawValue: status).map(TestDraft.located))
        case .interceptors(let ids): interceptors = .exactly(ids.map(TestDraft.located))
        case .parameters(let values):
            parameters = values.sorted { $0.key < $1.key }.map {
                RouteTest.Parameter(name: TestDraft.located($0.key), value: TestDraft.located($0.value))
            }
        }
    }
}
