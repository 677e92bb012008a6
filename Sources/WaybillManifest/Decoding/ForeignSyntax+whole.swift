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

    // Regexes are costly, and most patterns have no byte that one of them needs.

    /// `GET /notes`
    private static func method(in text: String) -> ForeignSyntax? {
        guard let first = text.utf8.first, (65...90).contains(first),
            let match = text.wholeMatch(of: #/([A-Z]+)\s+(\S+)/#)
        else { return nil }
        let method = String(match.1)
        let url = String(match.2)
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
        guard text.utf8.contains(UInt8(ascii: "$")) else { return nil }
        return text.firstMatch(of: #/\$\{[A-Za-z_][A-Za-z0-9_]*(:?-[^}]*)?\}/#).map {
            ForeignSyntax($0.0, of: text, .variable, "")
        }
    }

    /// `/notes(/:id)`, `/notes(.:format)`
    private static func group(in text: String) -> ForeignSyntax? {
        guard text.utf8.last == UInt8(ascii: ")"),
            let match = text.wholeMatch(of: #/(.*/)([^/(]*)\(([/.]:[A-Za-z_][A-Za-z0-9_]*)\)/#)
        else { return nil }
        let head = match.1
        let literal = match.2
        let inner = match.3
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
