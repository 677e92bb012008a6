import WaybillTable

/// The parameters of a question.
struct InspectorQuery {
    private let items: [QueryItem]

    /// - Parameter text: The query of a URL, without its `?`.
    init(_ text: String?) throws(InspectorError) {
        guard let text, !text.isEmpty else {
            items = []
            return
        }
        do { items = try RouteURL("/?\(text)").queryItems } catch {
            throw .badParameter("the query of the URL is not valid: \(error.reason)")
        }
    }

    /// The last value of a parameter; `nil` if it is absent or empty.
    subscript(name: String) -> String? { items.last { $0.name == name && !$0.value.isEmpty }?.value }

    /// All values of a parameter, without empty ones.
    func all(_ name: String) -> [String] { items.filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }

    /// - Throws: If the parameter is absent.
    func required(_ name: String) throws(InspectorError) -> String {
        guard let value = self[name] else { throw .badParameter("the parameter '\(name)' is required") }
        return value
    }

    func number(_ name: String, default standard: Int, in range: ClosedRange<Int>) throws(InspectorError) -> Int {
        guard let text = self[name] else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw .badParameter(
                "'\(name)' takes a number from \(range.lowerBound) to \(range.upperBound), found '\(text)'")
        }
        return number
    }

    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, default standard: Value
    ) throws(InspectorError) -> Value {
        guard let text = self[name] else { return standard }
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw .badParameter("'\(name)' takes one of \(known), found '\(text)'")
        }
        return value
    }

    /// The part of a list that is shown.
    func page(limit: Int = 200) throws(InspectorError) -> Page {
        Page(
            offset: try number("offset", default: 0, in: 0...1_000_000_000),
            limit: try number("limit", default: min(50, limit), in: 1...limit))
    }

    struct Page {
        var offset: Int
        var limit: Int

        func of<Element>(_ list: [Element]) -> ArraySlice<Element> { list.dropFirst(offset).prefix(limit) }
    }
}
