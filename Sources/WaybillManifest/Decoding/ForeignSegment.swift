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

    init?(_ text: String) {
        guard !Self.isOwn(text) else { return nil }
        guard
            readNamedGroup(text) || readColon(text) || readStar(text) || readBrackets(text) || readFormat(text)
                || readRegex(text)
        else { return nil }
        if name == nil, !isCatchAll { name = "name" }
    }

    /// Whether a text is of word bytes, maybe after a `:`: a literal or a capture as they are written here, as most are.
    private static func isOwn(_ text: String) -> Bool {
        text.utf8.dropFirst(text.utf8.first == UInt8(ascii: ":") ? 1 : 0).allSatisfy(ASCII.isNameByte)
    }

    /// What takes several segments is last here.
    mutating func takeOneSegment() {
        isCatchAll = false
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
            isCatchAll = match.4 == "*" || match.4 == "+"
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
        name = String(match.1)
        isCatchAll = true
        return true
    }

    /// `{id}`, `<int:id>`, `[id]`, `{path...}`, `item-{id:int}.json`
    private mutating func readBrackets(_ text: String) -> Bool {
        guard
            let match = text.wholeMatch(of: #/([^{}<>\[\]]*)(?:\{\{(.+)\}\}|\{(.+)\}|<([^<>]+)>)([^{}<>\[\]]*)/#)
        else { return readSquareBrackets(text) }
        prefix = String(match.1)
        suffix = String(match.5)
        // The name continues in the text after it, and a query is not part of the path.
        if (prefix + suffix).contains(where: { ":?#=&(".contains($0) }) || prefix.hasSuffix("$") { return false }
        if let first = suffix.utf8.first, ASCII.isNameByte(first) { return false }
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
        isCatchAll = match.1 != nil || match.3 != nil && !isOptional
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
            isCatchAll = true
            return true
        }
        guard isGroup || inner.wholeMatch(of: #/(?:\[[^\]]+\]|\\[dws])[+*]?(?:\{[\d,]+\})?/#) != nil else {
            return false
        }
        guard inner.contains(where: { "|\\[+*.".contains($0) }), !inner.contains(":") else { return false }
        take(type: inner)
        return true
    }

    /// Takes a type of another router, or its regex.
    private mutating func take(type: String) {
        if type == ".*" || type == ".+" || type == "path" {
            isCatchAll = true
        } else if let own = ownTypes[type] {
            constraint = own
        } else if type.wholeMatch(of: #/\w+(?:\|\w+)+/#) != nil {
            constraint = "[\(type.replacing("|", with: ", "))]"
        } else if type.contains(where: { "\\[(.+*".contains($0) }) {
            constraint = "'/\(type.replacing("'", with: "''"))/'"
        }
    }
}

/// The types of other routers that constrain a capture, by their foreign names.
private let ownTypes = [
    "int": "int", "integer": "int", "Int": "int", "long": "int", "number": "int", "num": "int", "uint": "uint",
    "uuid": "uuid", "UUID": "uuid", "guid": "uuid", "slug": "slug", "alpha": "alpha", "hex": "hex", "date": "date",
]

/// Whether other routers have a type of this name.
private func isType(_ name: String) -> Bool {
    ownTypes[name] != nil || ["path", "string", "str", "String", "any", "float", "bool", "re", "regex"].contains(name)
}
