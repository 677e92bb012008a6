// Parts that are found only in the whole text of a pattern.
extension ForeignSyntax {
    static func whole(_ text: String) -> ForeignSyntax? {
        method(in: text) ?? quote(around: text) ?? regex(text) ?? variable(in: text) ?? group(in: text)
    }

    private init(_ part: Substring, of text: String, _ meaning: Meaning, _ replacement: String) {
        let start = text.utf8.distance(from: text.startIndex, to: part.startIndex)
        self.init(
            range: start..<start + part.utf8.count, text: String(part), meaning: meaning, replacement: replacement)
    }

    /// `GET /notes`
    private static func method(in text: String) -> ForeignSyntax? {
        let method = String(text.prefix { $0.isASCII && $0.isUppercase })
        let rest = text.dropFirst(method.count)
        let url = String(rest.drop(while: \.isWhitespace))
        guard !method.isEmpty, rest.first?.isWhitespace == true, !url.isEmpty, !url.contains(where: \.isWhitespace)
        else { return nil }
        return ForeignSyntax(text[...], of: text, .method(method, url: url), url)
    }

    /// Quotes that YAML does not know, around the pattern.
    private static func quote(around text: String) -> ForeignSyntax? {
        let quotes = "\u{201C}\u{201D}\u{201E}\u{2018}\u{2019}\u{00AB}\u{00BB}"
        guard let first = text.first, let last = text.last, quotes.contains(first), quotes.contains(last) else {
            return nil
        }
        return ForeignSyntax(text[...], of: text, .quote, String(text.filter { !quotes.contains($0) }))
    }

    /// `^/notes/(\d+)$`
    private static func regex(_ text: String) -> ForeignSyntax? {
        guard text.hasPrefix("^") else { return nil }
        let body = String(text.dropFirst().prefix(text.hasSuffix("$") ? text.count - 2 : text.count))
        var replacement = body
        var params = [String]()
        var places = all(in: body)
        places.sort { $0.range.lowerBound > $1.range.lowerBound }
        for place in places {
            replacement.replace(place.range, with: place.replacement)
            if let name = place.name, case .capture(let constraint?) = place.meaning {
                params.insert("\(name.asCaptureName): \(constraint)", at: 0)
            }
        }
        let isPlain = replacement.utf8.allSatisfy { !"\\^$()[]{}|?+".utf8.contains($0) }
        return ForeignSyntax(
            text[...], of: text, .regex(params: params.isEmpty ? nil : params.joined(separator: ", ")),
            isPlain ? replacement : "")
    }

    /// `${BASE}/notes`
    private static func variable(in text: String) -> ForeignSyntax? {
        var rest = text[...]
        while let start = rest.firstIndex(of: "$") {
            rest = rest[start...].dropFirst()
            guard rest.first == "{", let close = rest.firstIndex(of: "}") else { continue }
            let inner = rest[..<close].dropFirst()
            let name = inner.prefix(while: \.isIdentifierPart)
            let hasDefault = inner.dropFirst(name.count).hasPrefix("-") || inner.dropFirst(name.count).hasPrefix(":-")
            guard name.isIdentifier, hasDefault || name.endIndex == close else { continue }
            return ForeignSyntax(text[start...close], of: text, .variable, "")
        }
        return nil
    }

    /// `/notes(/:id)`, `/notes(.:format)`
    private static func group(in text: String) -> ForeignSyntax? {
        guard text.utf8.last == UInt8(ascii: ")"), let open = text.lastIndex(of: "(") else { return nil }
        let inner = text[open...].dropFirst().dropLast()
        guard let slash = text[..<open].lastIndex(of: "/"), inner.hasPrefix("/:") || inner.hasPrefix(".:"),
            inner.dropFirst(2).isIdentifier
        else { return nil }
        let head = text[...slash]
        let literal = text[slash..<open].dropFirst()
        guard !literal.contains("(") else { return nil }
        let short = literal.isEmpty ? String(head.dropLast()) : "\(head)\(literal)"
        let part = text[literal.startIndex...]
        return ForeignSyntax(part, of: text, .optional([short.isEmpty ? "/" : short, "\(head)\(literal)\(inner)"]), "")
    }
}

extension String {
    fileprivate mutating func replace(_ range: Range<Int>, with text: String) {
        self = part(0..<range.lowerBound) + text + part(range.upperBound..<utf8.count)
    }
}
