import WaybillTable

/// A segment that other routers read as a capture.
struct ForeignSegment {
    /// `nil` for a part without a name: `(\d+)`.
    private(set) var name: String?
    private(set) var constraint: String?
    private(set) var isCatchAll = false
    private(set) var isOptional = false
    private var prefix = ""
    private var suffix = ""

    var isAffix: Bool { !prefix.isEmpty || !suffix.isEmpty }

    var replacement: String {
        if isCatchAll { return "**" + (name?.asCaptureName ?? "") }
        return "\(prefix):\(name?.asCaptureName ?? "name")\(suffix)"
    }

    // Patterns are read at every load, so there is no Swift `Regex` here: a literal is compiled each time it is evaluated.

    init?(_ text: String) {
        guard !Self.isOwn(text) else { return nil }
        guard
            readNamedGroup(text) || readColon(text) || readStar(text) || readBrackets(text) || readFormat(text)
                || readRegex(text)
        else { return nil }
        if name == nil, !isCatchAll { name = "name" }
    }

    /// Whether no other router has more in this text than a literal or a capture as they are written here.
    private static func isOwn(_ text: String) -> Bool {
        let stars = text.utf8.prefix { $0 == UInt8(ascii: "*") }.count
        let rest = text.utf8.dropFirst(stars)
        if stars == 1, !rest.isEmpty { return false }
        // `:user-id`
        if text.utf8.first == UInt8(ascii: ":"), text.utf8.contains(UInt8(ascii: "-")) { return false }
        return !rest.contains { "()[]{}<>*+?%\\".utf8.contains($0) }
    }

    /// What takes several segments is last here.
    mutating func takeOneSegment() {
        isCatchAll = false
        name = name ?? "name"
    }

    /// `(?<id>\d+)`, `(?P<id>\d+)`
    private mutating func readNamedGroup(_ text: String) -> Bool {
        guard let rest = text.removing("(?P<", ")") ?? text.removing("(?<", ")"), let close = rest.firstIndex(of: ">")
        else { return false }
        let type = rest[close...].dropFirst()
        guard rest[..<close].isIdentifier, !type.isEmpty else { return false }
        name = String(rest[..<close])
        take(type: String(type))
        return true
    }

    /// `:id?`, `:path*`, `:path+`, `:id(\d+)`, `:id<int>`, `:user-id`
    private mutating func readColon(_ text: String) -> Bool {
        guard let rest = text.removing(":", "") else { return false }
        let own = rest.prefix(while: \.isIdentifierPart)
        guard own.isIdentifier else { return false }
        var type = rest[own.endIndex...]
        if type.first == "-" { return readWords(rest) }
        let marker = type.last.flatMap { "?*+".contains($0) ? $0 : nil }
        if marker != nil { type.removeLast() }
        if !type.isEmpty {
            guard let inner = type.removing("(", ")") ?? type.removing("<", ">"), !inner.isEmpty else { return false }
            take(type: String(inner))
        } else if marker == nil {
            return false
        }
        name = String(own)
        isOptional = marker == "?"
        isCatchAll = isCatchAll || marker == "*" || marker == "+"
        return true
    }

    /// `user-id`
    private mutating func readWords(_ text: Substring) -> Bool {
        let words = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let last = words.last, commonLastWords.contains(last), words.allSatisfy(\.isIdentifier),
            !words.dropFirst().contains(where: { $0.hasPrefix("_") })
        else { return false }
        name = String(text)
        return true
    }

    /// `*path`
    private mutating func readStar(_ text: String) -> Bool {
        guard let rest = text.removing("*", ""), rest.isIdentifier else { return false }
        name = String(rest)
        isCatchAll = true
        return true
    }

    /// `{id}`, `<int:id>`, `[id]`, `{path...}`, `item-{id:int}.json`
    private mutating func readBrackets(_ text: String) -> Bool {
        guard let open = text.firstIndex(where: \.isBracket), let close = text.lastIndex(where: \.isBracket) else {
            return false
        }
        let part = text[open...close]
        let inner = (part.removing("{{", "}}") ?? part.removing("{", "}") ?? part.removing("<", ">")) ?? ""
        let isAngle = text[open] == "<"
        guard !inner.isEmpty, !(isAngle && inner.contains { "<>".contains($0) }) else {
            return readSquareBrackets(text)
        }
        prefix = String(text[..<open])
        suffix = String(text[close...].dropFirst())
        // The name continues in the text after it, and a query is not part of the path.
        if (prefix + suffix).contains(where: { ":?#=&(".contains($0) }) || prefix.hasSuffix("$") { return false }
        if let first = suffix.utf8.first, ASCII.isNameByte(first) { return false }
        return readInner(inner, isAngle: isAngle)
    }

    private mutating func readSquareBrackets(_ text: String) -> Bool {
        guard let rest = text.removing("[", "]") else { return false }
        var inner = rest.drop { $0 == "[" }
        while inner.last == "]" { inner.removeLast() }
        return !inner.contains(where: { "[]".contains($0) }) && readInner(inner)
    }

    /// `id`, `id?`, `id:int`, `int:id`, `id=1`, `path...`, `*path`, `path+`
    private mutating func readInner(_ inner: Substring, isAngle: Bool = false) -> Bool {
        let text = inner.removing("**", "") ?? inner.removing("*", "") ?? inner.removing("...", "") ?? inner
        let own = text.prefix { $0.isIdentifierPart || $0 == "-" }
        guard let first = own.first, first.isIdentifierPart, !first.isNumber else { return false }
        let rest = text[own.endIndex...]
        let type = rest.removing(":", "") ?? ""
        let isEnd = ["", "?", "...", "*", "+"].contains(rest)
        guard isEnd || !type.isEmpty || rest.first == "=" || rest.first == "|" else { return false }
        isOptional = rest == "?"
        isCatchAll = text.startIndex != inner.startIndex || isEnd && !isOptional && !rest.isEmpty
        let isSwapped = isAngle && type.isIdentifier && !isType(String(type))
        name = String(isSwapped ? type : own)
        if !type.isEmpty { take(type: String(isSwapped ? own : type)) }
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
            isCatchAll = true
            return true
        }
        guard isGroup || Self.isClass(inner) else { return false }
        guard inner.contains(where: { "|\\[+*.".contains($0) }), !inner.contains(":") else { return false }
        take(type: inner)
        return true
    }

    /// `[0-9]+`, `\d{2,4}`
    private static func isClass(_ text: String) -> Bool {
        var rest = text[...]
        if let close = rest.firstIndex(of: "]"), rest.first == "[" {
            guard rest[..<close].count > 1 else { return false }
            rest = rest[close...].dropFirst()
        } else {
            guard ["\\d", "\\w", "\\s"].contains(rest.prefix(2)) else { return false }
            rest = rest.dropFirst(2)
        }
        if rest.first == "+" || rest.first == "*" { rest.removeFirst() }
        guard let count = rest.removing("{", "}") else { return rest.isEmpty }
        return !count.isEmpty && count.allSatisfy { $0.isNumber || $0 == "," }
    }

    /// Takes a type of another router, or its regex.
    private mutating func take(type: String) {
        if type == ".*" || type == ".+" || type == "path" {
            isCatchAll = true
        } else if let own = ownType(type) {
            constraint = own
        } else if type.contains("|"), type.split(separator: "|", omittingEmptySubsequences: false).allSatisfy(\.isWord)
        {
            constraint = "[\(type.replacing("|", with: ", "))]"
        } else if type.contains(where: { "\\[(.+*".contains($0) }) {
            constraint = "'/\(type.replacing("'", with: "''"))/'"
        }
    }
}

/// Last words of a capture's name with hyphens. Of other words, the hyphen may begin a literal.
private let commonLastWords: Set<Substring> = [
    "id", "ids", "uuid", "guid", "name", "slug", "key", "code", "number", "no", "token", "hash", "type", "date",
    "email", "handle", "index", "version",
]

/// Returns the type that another router calls by this name.
private func ownType(_ name: String) -> String? {
    ConstraintType.all.first { $0.name == name || $0.foreignNames.contains(name) }?.name
}

/// Whether other routers have a type of this name.
private func isType(_ name: String) -> Bool {
    ownType(name) != nil || ["path", "string", "str", "String", "any", "float", "bool", "re", "regex"].contains(name)
}

extension StringProtocol where SubSequence == Substring {
    /// Returns the text between two others; `nil` if it does not begin and end with them.
    fileprivate func removing(_ prefix: String, _ suffix: String) -> Substring? {
        guard utf8.count >= prefix.utf8.count + suffix.utf8.count, hasPrefix(prefix), hasSuffix(suffix) else {
            return nil
        }
        return dropFirst(prefix.count).dropLast(suffix.count)
    }

    fileprivate var isWord: Bool { !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
}

extension StringProtocol {
    /// Whether this is a name in most languages, in ASCII.
    var isIdentifier: Bool { first?.isNumber == false && allSatisfy(\.isIdentifierPart) }
}

extension Character {
    var isIdentifierPart: Bool { asciiValue.map(ASCII.isNameByte) ?? false }

    fileprivate var isBracket: Bool { "{}<>[]".contains(self) }
}
