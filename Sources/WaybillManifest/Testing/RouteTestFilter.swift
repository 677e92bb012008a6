import WaybillSyntax

/// Which tests are run: those in which one of some texts is, or all where there is no text.
///
/// A text is looked for in a test's name, its URL, its file's path, the route that it expects and the routes that its
/// request comes by. `*` in it stands for anything.
public struct RouteTestFilter: Sendable, Hashable {
    public var texts: [String]

    public init(_ texts: [String] = []) { self.texts = texts }

    /// - Parameter routes: The ids of those that the request comes by.
    func keeps(_ test: RouteTest, path: String, routes: [String]) -> Bool {
        guard !texts.isEmpty else { return true }
        var fields = [test.title, test.open.value, path] + routes
        if case .matched(let expected) = test.expectation, let route = expected.route { fields.append(route.value) }
        return texts.contains { text in fields.contains { Self.stands(text, in: $0) } }
    }

    /// Whether the parts between asterisks are in a text, one after the other.
    private static func stands(_ wanted: String, in text: String) -> Bool {
        var rest = text[...]
        for part in wanted.split(separator: "*") {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
