import WaybillSyntax

/// Selects the tests that match one of some texts, or all tests if there is no text.
///
/// A text is searched in a test's name, its URL, its file's path, the expected route and the routes of its request. `*`
/// matches anything.
public struct RouteTestFilter: Sendable, Hashable {
    public var texts: [String]

    public init(_ texts: [String] = []) { self.texts = texts }

    /// - Parameter routes: The ids of the routes of the request.
    func keeps(_ test: RouteTest, path: String, routes: [String]) -> Bool {
        guard !texts.isEmpty else { return true }
        var fields = [test.title, test.open.value, path] + routes
        if case .matched(let expected) = test.expectation, let route = expected.route { fields.append(route.value) }
        return texts.contains { text in fields.contains { Self.appears(text, in: $0) } }
    }

    /// Whether the parts between asterisks appear in a text, in order.
    private static func appears(_ wanted: String, in text: String) -> Bool {
        var rest = text[...]
        for part in wanted.split(separator: "*") {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
