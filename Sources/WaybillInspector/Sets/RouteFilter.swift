/// The text of the filter box: words that must all fit, `tag:views method:GET "two words" -handler:show`.
struct RouteFilter {
    enum Field: String, CaseIterable {
        case id, url, handler, tag, method, interceptor, file, kind, unrequested
    }

    /// One condition.
    struct Term {
        /// `nil` for a word that may be in any text.
        var field: Field?
        var value: String
        /// Whether it must not fit: it is written after a `-`.
        var isNegated = false
    }

    var terms: [Term] = []

    /// - Throws: What is wrong, for a person.
    init(_ text: String) throws(InspectorError) {
        var rest = text[...]
        while let start = rest.firstIndex(where: { $0 != " " }) {
            rest = rest[start...]
            let isNegated = rest.hasPrefix("-") && rest.dropFirst().first.map { $0 != " " } == true
            if isNegated { rest = rest.dropFirst() }
            let field = try Self.field(&rest)
            let value = try Self.value(&rest)
            if !value.isEmpty { terms.append(Term(field: field, value: value, isNegated: isNegated)) }
        }
    }

    /// Reads `tag:`. A pattern such as `/notes/:id` and a URL such as `app://x` are words.
    private static func field(_ rest: inout Substring) throws(InspectorError) -> Field? {
        let name = rest.prefix { $0.isASCII && $0.isLetter }
        let after = rest[name.endIndex...]
        guard !name.isEmpty, after.hasPrefix(":"), !after.hasPrefix("://") else { return nil }
        guard let field = Field(rawValue: name.lowercased()) else {
            let known = Field.allCases.map { "\($0.rawValue):" }.joined(separator: " ")
            throw .badParameter("the filter has no field '\(name)'; use \(known), or put the word in quotes")
        }
        rest = after.dropFirst()
        return field
    }

    /// Reads a word, or several in quotes. While one types, the last quote may be missing.
    private static func value(_ rest: inout Substring) throws(InspectorError) -> String {
        guard rest.hasPrefix("\"") else {
            let word = rest.prefix { $0 != " " }
            rest = rest[word.endIndex...]
            return String(word)
        }
        rest = rest.dropFirst()
        let quoted = rest.prefix { $0 != "\"" }
        rest = rest[quoted.endIndex...].dropFirst()
        return String(quoted)
    }
}

/// Why a question has no answer, for a person.
struct InspectorError: Error {
    /// The status of HTTP.
    var status: Int
    /// One word for programs.
    var code: String
    var message: String

    /// A parameter of the question has a wrong value.
    static func badParameter(_ message: String) -> InspectorError {
        InspectorError(status: 400, code: "bad-parameter", message: message)
    }

    /// Nothing has this name, or not any more.
    static func notFound(_ message: String) -> InspectorError {
        InspectorError(status: 404, code: "not-found", message: message)
    }
}
