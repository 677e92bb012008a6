/// A part of a pattern in the syntax of another router, with what is written here instead.
struct ForeignSyntax {
    enum Meaning {
        /// Of one segment.
        case capture(constraint: String?)
        case rest
        /// A capture, or any other part, that may be absent: the patterns without and with it.
        case optional([String])
        case regex(params: String?)
        case method(String, url: String)
        case variable
        case quote
    }

    /// The bytes of the pattern that it takes.
    var range: Range<Int>
    var text: String
    var meaning: Meaning
    /// What is written here in its place: `:id`.
    var replacement: String
    /// The name that it captures, as written there: `user-id`.
    var name: String?

    /// A longer pattern was made by a program.
    private static let longestPattern = 300

    /// Finds all of them in a pattern, in the order of the text.
    static func all(in text: String) -> [ForeignSyntax] {
        guard text.utf8.count <= longestPattern else { return [] }
        if let whole = whole(text) { return [whole] }
        let segments = PatternSegments(text)
        return segments.ranges.indices.compactMap { index in segments.foreign(at: index) }
    }
}

// MARK: Words

extension ForeignSyntax {
    /// What it is here.
    ///
    /// - Parameter isRefused: Whether the pattern cannot be read, so that it is not even text.
    func message(isRefused: Bool) -> String {
        let verdict = "'\(text)' \(isRefused ? "cannot appear in a pattern" : "is plain text here")"
        switch meaning {
        case .capture, .rest: return "\(verdict): write a capture as '\(replacement)'"
        case .optional(let patterns):
            return "\(verdict): write several patterns, \(alternatives(patterns, conjunction: "and"))"
        case .regex: return "a pattern is not a regex: it always matches whole paths"
        case .method: return "a pattern has no method"
        case .variable: return "\(verdict): variables are only expanded in 'with:'"
        case .quote: return "the typographic quotes of '\(text)' would be part of the pattern"
        }
    }

    var help: String {
        switch meaning {
        case .capture(let constraint?):
            "write '\(replacement)' with `params: { \(captureName): \(constraint) }`"
        case .capture, .rest:
            text.contains { "{<[".contains($0) }
                ? "write '\(replacement)', or escape the brackets" : "write '\(replacement)'"
        case .optional(let patterns): "list both patterns: `urls: [\(patterns.joined(separator: ", "))]`"
        case .regex(let params):
            (replacement.isEmpty ? "" : "write '\(replacement)'\(params.map { " with `params: { \($0) }`" } ?? ""); ")
                + "':name' captures a segment, '**' matches all that follows, and 'params:' takes regexes"
        case .method(let method, let url): "write `methods: [\(method)]` and `url: \(url)`"
        case .variable: "write the text itself"
        case .quote: "write straight quotes, or none: \(replacement)"
        }
    }

    /// Whether putting the replacement in its place says all that was meant.
    var isReplaced: Bool {
        switch meaning {
        case .capture(nil), .rest, .quote: true
        default: false
        }
    }

    /// What was probably meant.
    var suggestions: [String] {
        switch meaning {
        case .optional(let patterns): patterns
        case .method: []
        default: replacement.isEmpty ? [] : [replacement]
        }
    }

    /// The names that parameters may be given for it, as they are written there and here.
    var names: [String] { name.map { [$0, $0.asCaptureName] } ?? [] }

    private var captureName: String { name?.asCaptureName ?? "" }
}

// MARK: Whole patterns

extension ForeignSyntax {
    private static func whole(_ text: String) -> ForeignSyntax? {
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
        let (method, url) = (String(match.1), String(match.2))
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
        var (replacement, params, places) = (body, [String](), all(in: body))
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
        let (head, literal, inner) = (match.1, match.2, match.3)
        let short = literal.isEmpty ? String(head.dropLast()) : "\(head)\(literal)"
        let part = text[literal.startIndex...]
        return ForeignSyntax(part, of: text, .optional([short.isEmpty ? "/" : short, "\(head)\(literal)\(inner)"]), "")
    }
}

// MARK: Segments

/// A pattern's text, cut at slashes outside of brackets.
private struct PatternSegments {
    private let text: String
    /// In UTF-8.
    private(set) var ranges: [Range<Int>] = []

    init(_ text: String) {
        self.text = text
        let bytes = Array(text.utf8)
        var (start, depth) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            if "([{<".utf8.contains(byte) { depth += 1 }
            if ")]}>".utf8.contains(byte) { depth -= 1 }
            guard byte == UInt8(ascii: "/"), depth <= 0 else { continue }
            ranges.append(start..<index)
            start = index + 1
        }
        ranges.append(start..<bytes.count)
    }

    /// Whether a segment is the host of a network scheme, which no capture is allowed in.
    private func isHost(_ index: Int) -> Bool {
        guard index >= 2, ranges[index - 1].isEmpty else { return false }
        let scheme = text.part(ranges[index - 2]).lowercased()
        return index == 2 && ["", "http:", "https:", "ws:", "wss:"].contains(scheme)
    }

    func foreign(at index: Int) -> ForeignSyntax? {
        let range = ranges[index]
        let written = text.part(range)
        guard !written.isEmpty, !isHost(index), var segment = ForeignSegment(written) else { return nil }
        if segment.isRest, index < ranges.count - 1 || segment.isAffix { segment.takeOneSegment() }
        let replacement = segment.replacement
        var meaning = ForeignSyntax.Meaning.capture(constraint: segment.constraint)
        if segment.isRest { meaning = .rest }
        if segment.isOptional {
            let (before, after) = (text.part(0..<range.lowerBound), text.part(range.upperBound..<text.utf8.count))
            let short = String(before.dropLast()) + after
            meaning = .optional([short.isEmpty ? "/" : short, before + replacement + after])
        }
        return ForeignSyntax(
            range: range, text: written, meaning: meaning, replacement: replacement, name: segment.name)
    }
}

/// One segment that other routers read as a capture.
private struct ForeignSegment {
    /// `nil` for a part that has no name there: `(\d+)`.
    private(set) var name: String?
    private(set) var constraint: String?
    private(set) var isRest = false
    private(set) var isOptional = false
    private var prefix = ""
    private var suffix = ""

    var isAffix: Bool { !prefix.isEmpty || !suffix.isEmpty }

    var replacement: String {
        if isRest { return "**" + (name?.asCaptureName ?? "") }
        return "\(prefix):\(name?.asCaptureName ?? "name")\(suffix)"
    }

    init?(_ text: String) {
        guard !Self.isOwn(text) else { return nil }
        guard
            readNamedGroup(text) || readColon(text) || readStar(text) || readBrackets(text) || readFormat(text)
                || readRegex(text)
        else { return nil }
        if name == nil, !isRest { name = "name" }
    }

    /// Whether a text is of word bytes, maybe after a `:`: a literal or a capture as they are written here, as most are.
    private static func isOwn(_ text: String) -> Bool {
        text.utf8.dropFirst(text.utf8.first == UInt8(ascii: ":") ? 1 : 0).allSatisfy(isWordByte)
    }

    /// What takes several segments is last here.
    mutating func takeOneSegment() {
        isRest = false
        name = name ?? "name"
    }

    /// `(?<id>\d+)`, `(?P<id>\d+)`
    private mutating func readNamedGroup(_ text: String) -> Bool {
        guard let match = text.wholeMatch(of: #/\(\?P?<([A-Za-z_][A-Za-z0-9_]*)>(.+)\)/#) else { return false }
        name = String(match.1)
        take(type: String(match.2))
        return true
    }

    /// `:id?`, `:path*`, `:path+`, `:id(\d+)`, `:id<int>`, `:user-id`
    private mutating func readColon(_ text: String) -> Bool {
        if let match = text.wholeMatch(of: #/:([A-Za-z_][A-Za-z0-9_]*)(?:\((.+)\)|<(.+)>)?([?*+])?/#) {
            let type = match.2 ?? match.3
            guard type != nil || match.4 != nil else { return false }
            name = String(match.1)
            isOptional = match.4 == "?"
            isRest = match.4 == "*" || match.4 == "+"
            if let type { take(type: String(type)) }
            return true
        }
        let words = "id|ids|uuid|guid|name|slug|key|code|number|no|token|hash|type|date|email|handle|index|version"
        guard let match = text.wholeMatch(of: #/:([A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z][A-Za-z0-9_]*)*-([A-Za-z]+))/#),
            words.split(separator: "|").contains(match.2)
        else { return false }
        name = String(match.1)
        return true
    }

    /// `*path`
    private mutating func readStar(_ text: String) -> Bool {
        guard let match = text.wholeMatch(of: #/\*([A-Za-z_][A-Za-z0-9_]*)/#) else { return false }
        (name, isRest) = (String(match.1), true)
        return true
    }

    /// `{id}`, `<int:id>`, `[id]`, `{path...}`, `item-{id:int}.json`
    private mutating func readBrackets(_ text: String) -> Bool {
        guard
            let match = text.wholeMatch(of: #/([^{}<>\[\]]*)(?:\{\{(.+)\}\}|\{(.+)\}|<([^<>]+)>)([^{}<>\[\]]*)/#)
        else { return readSquareBrackets(text) }
        (prefix, suffix) = (String(match.1), String(match.5))
        // A name goes on in the text after it, and a query is not part of the path.
        if (prefix + suffix).contains(where: { ":?#=&(".contains($0) }) || prefix.hasSuffix("$") { return false }
        if let first = suffix.utf8.first, isWordByte(first) { return false }
        if let inner = match.4 { return readInner(String(inner), isAngle: true) }
        return readInner(String(match.2 ?? match.3 ?? ""))
    }

    private mutating func readSquareBrackets(_ text: String) -> Bool {
        guard let match = text.wholeMatch(of: #/\[+([^\[\]]+)\]+/#) else { return false }
        return readInner(String(match.1))
    }

    /// `id`, `id?`, `id:int`, `int:id`, `id=1`, `path...`, `*path`, `path+`
    private mutating func readInner(_ inner: String, isAngle: Bool = false) -> Bool {
        guard
            let match = inner.wholeMatch(
                of: #/(\*{1,2}|\.\.\.)?([A-Za-z_][A-Za-z0-9_-]*)(?:(\.\.\.|[?*+])|:(.+)|[=|].*)?/#)
        else { return false }
        name = String(match.2)
        isOptional = match.3 == "?"
        isRest = match.1 != nil || match.3 != nil && !isOptional
        guard let second = match.4 else { return true }
        if isAngle, second.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) != nil, !isType(String(second)) {
            name = String(second)
            take(type: String(match.2))
        } else {
            take(type: String(second))
        }
        return true
    }

    /// `%s`, `%d`
    private mutating func readFormat(_ text: String) -> Bool {
        guard text == "%s" || text == "%d" || text == "%@" else { return false }
        if text == "%d" { constraint = "int" }
        return true
    }

    /// `.*`, `(.+)`, `[0-9]+`, `(jpg|png)`
    private mutating func readRegex(_ text: String) -> Bool {
        let isGroup = text.hasPrefix("(") && text.hasSuffix(")")
        let inner = isGroup ? String(text.dropFirst().dropLast()) : text
        if inner == ".*" || inner == ".+" {
            isRest = true
            return true
        }
        guard isGroup || inner.wholeMatch(of: #/(?:\[[^\]]+\]|\\[dws])[+*]?(?:\{[\d,]+\})?/#) != nil else {
            return false
        }
        guard inner.contains(where: { "|\\[+*.".contains($0) }), !inner.contains(":") else { return false }
        take(type: inner)
        return true
    }

    /// A type of another router, or its regex.
    private mutating func take(type: String) {
        if type == ".*" || type == ".+" || type == "path" {
            isRest = true
        } else if let own = ownTypes[type] {
            constraint = own
        } else if type.wholeMatch(of: #/\w+(?:\|\w+)+/#) != nil {
            constraint = "[\(type.replacing("|", with: ", "))]"
        } else if type.contains(where: { "\\[(.+*".contains($0) }) {
            constraint = "'/\(type.replacing("'", with: "''"))/'"
        }
    }
}

/// The types of other routers that constrain a capture, by how they are called there.
private let ownTypes = [
    "int": "int", "integer": "int", "Int": "int", "long": "int", "number": "int", "num": "int", "uint": "uint",
    "uuid": "uuid", "UUID": "uuid", "guid": "uuid", "slug": "slug", "alpha": "alpha", "hex": "hex", "date": "date",
]

/// Whether other routers have a type of this name.
private func isType(_ name: String) -> Bool {
    ownTypes[name] != nil || ["path", "string", "str", "String", "any", "float", "bool", "re", "regex"].contains(name)
}

private func isWordByte(_ byte: UInt8) -> Bool {
    byte == 95 || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
}

extension String {
    /// A name of another router as a capture's name here.
    fileprivate var asCaptureName: String { replacing("-", with: "_") }

    fileprivate func part(_ range: Range<Int>) -> String {
        String(decoding: Array(utf8)[range], as: UTF8.self)
    }

    fileprivate mutating func replace(_ range: Range<Int>, with text: String) {
        self = part(0..<range.lowerBound) + text + part(range.upperBound..<utf8.count)
    }
}
