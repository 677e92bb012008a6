import WaybillOracle

/// Writes random manifests in random layouts: every style of YAML, with comments and blank lines at every place.
struct LayoutGenerator {
    private var random: SplitMix
    private var text = ""
    private var comments = 0
    private var anchors: [String] = []
    private let extras: Extras

    /// The optional parts of a layout besides comments, blank lines and styles.
    struct Extras: OptionSet {
        let rawValue: Int

        static let anchors = Extras(rawValue: 1)
        /// Suppression comments.
        static let directives = Extras(rawValue: 2)
        static let all: Extras = [.anchors, .directives]
    }

    /// A value with or without a place in a manifest.
    indirect enum Value: Equatable {
        case text(String)
        /// A scalar as it is written: numbers and words of YAML.
        case plain(String)
        case list([Value])
        case map([Entry])
        case nothing

        static func map(_ entries: [(String, Value)]) -> Value { .map(entries.map { Entry(key: $0.0, value: $0.1) }) }
    }

    struct Entry: Equatable {
        var key: String
        var value: Value
    }

    init(seed: UInt64, extras: Extras = .all) {
        random = SplitMix(seed: seed)
        self.extras = extras
    }

    /// A value in a random layout.
    static func text(of value: Value, seed: UInt64, extras: Extras = .all) -> String {
        var generator = LayoutGenerator(seed: seed, extras: extras)
        generator.write(value)
        return generator.text
    }

    /// A manifest of a seed.
    ///
    /// - Parameter sections: The maximum number of its sections.
    static func manifest(seed: UInt64, sections: Int = .max) -> String {
        var generator = LayoutGenerator(seed: seed)
        let value = generator.manifest(sections: sections)
        generator.write(value)
        return generator.text
    }

    // MARK: Values

    private mutating func manifest(sections most: Int) -> Value {
        var sections: [(String, Value)] = [("waybill", .plain("1"))]
        if chance(50) { sections.append(("settings", .map([("case_sensitive", .plain("true"))]))) }
        let modules = (0..<below(4)).map { ("m\($0)", module()) }
        if !modules.isEmpty { sections.append(("modules", .map(modules))) }
        sections.append(("routes", .list((0...below(min(most, 4))).map { route($0) })))
        if chance(30) {
            sections.append(("tests", .list([.map([("open", .text("/a")), ("expect", .text("unmatched"))])])))
        }
        if chance(20) { sections.append(("unheard", free(depth: 2))) }
        return .map(Array(shuffled(sections).prefix(most)))
    }

    private mutating func module() -> Value {
        guard chance(80) else { return .nothing }
        var keys: [(String, Value)] = []
        if chance(40) { keys.append(("summary", .text(sentence()))) }
        if chance(40) { keys.append(("factory", .text(word()))) }
        if chance(40) { keys.append(("tags", .list([.text(word()), .text(word())]))) }
        if chance(40) { keys.append(("scope", .text("shared"))) }
        if chance(40) { keys.append(("with", .map([("k", free(depth: 2)), ("l", free(depth: 1))]))) }
        return keys.isEmpty ? .nothing : .map(shuffled(keys))
    }

    private mutating func route(_ number: Int) -> Value {
        var keys: [(String, Value)] = [("url", .text("/r\(number)/:id")), ("handler", .text(word()))]
        if chance(40) { keys.append(("params", .map([("id", .text("int"))]))) }
        if chance(40) { keys.append(("methods", .list([.text("GET"), .text("POST")]))) }
        if chance(30) { keys.append(("summary", .text(sentence()))) }
        if chance(30) { keys.append(("priority", .plain("\(below(3))"))) }
        if chance(30) { keys.append(("with", free(depth: 2))) }
        return .map(shuffled(keys))
    }

    /// A random value for Swift to decode.
    private mutating func free(depth: Int) -> Value {
        switch below(depth > 0 ? 6 : 4) {
        case 0: .text(word())
        case 1: .text(sentence())
        case 2: .plain(pick(["1", "1.50", "true", "~", "0x1F", "no", "2024-01-01"]))
        case 3: .nothing
        case 4: .list((0..<below(4)).map { _ in free(depth: depth - 1) })
        default: .map((0..<below(4)).map { ("key\($0)", free(depth: depth - 1)) })
        }
    }

    private mutating func word() -> String {
        pick([
            "views", "api", "on", "a-b", "notes.editor", "Ünlaut", "日本", "x1", "10", "", "~", "it's", "a: b", "#a",
            "*x",
        ])
    }

    private mutating func sentence() -> String {
        let count = 1 + below(chance(10) ? 30 : 6)
        let text = (0..<count).map { _ in pick(["Shows", "one", "note", "\"all\"", "it's", "c:\\d", "x,y", "[z]"]) }
        return text.joined(separator: chance(10) ? "  " : " ") + (chance(10) ? "\n" : "")
    }

    // MARK: Layout

    private mutating func write(_ value: Value) {
        if chance(30) { comment(indent: 0) }
        if chance(10) { text += "---\n" }
        guard case .map = value else { return }
        if chance(25) {
            writeRoot(value)
        } else {
            writeBlock(value, indent: chance(10) ? 2 : 0)
        }
        for _ in 0..<below(3) { comment(indent: below(6)) }
        if chance(20) { text += pick(["\n", "\n\n\n", "  \n"]) }
    }

    /// A document in brackets, as programs write it: on one line, or each part on a line of its own.
    private mutating func writeRoot(_ value: Value) {
        if chance(50) {
            text += value.json(indent: chance(50) ? 0 : nil) + "\n"
        } else {
            writeFlow(value, indent: 1)
            endLine()
        }
    }

    private mutating func writeBlock(_ value: Value, indent: Int, isInline: Bool = false) {
        switch value {
        case .map(let entries):
            for (index, entry) in entries.enumerated() {
                if !(isInline && index == 0) { begin(indent) }
                writeKey(entry.key)
                text += ":"
                writeBehind(entry.value, indent: indent, isItem: false)
            }
        case .list(let items):
            for (index, item) in items.enumerated() {
                if !(isInline && index == 0) { begin(indent) }
                text += "-"
                writeBehind(item, indent: indent, isItem: true)
            }
        default: break
        }
        if chance(15) { comment(indent: indent + below(3)) }
    }

    /// A line's indentation, and the lines that may be above it.
    private mutating func begin(_ indent: Int) {
        if chance(10) { text += pick(["\n", "\n\n", "   \n"]) }
        if chance(12) { comment(indent: chance(80) ? indent : below(9)) }
        text += blanks(indent)
    }

    private mutating func writeBehind(_ value: Value, indent: Int, isItem: Bool) {
        switch value {
        case .nothing: endLine()
        case .map(let entries) where !entries.isEmpty && chance(70): writeNested(value, indent: indent, isItem: isItem)
        case .list(let items) where !items.isEmpty && chance(60): writeNested(value, indent: indent, isItem: isItem)
        case .text(let string) where chance(12) && isBlockText(string): writeBlockScalar(string, indent: indent)
        default:
            if chance(8) {
                endLine()
                comment(indent: indent + 1)
                text += blanks(indent + 1 + below(4))
            } else {
                text += blanks(1 + (chance(10) ? 3 : 0))
            }
            if !anchors.isEmpty, chance(8) {
                text += "*" + pick(anchors)
            } else {
                if extras.contains(.anchors), chance(8) { anchor() }
                writeFlow(value, indent: indent + 1)
            }
            endLine()
        }
    }

    private mutating func writeNested(_ value: Value, indent: Int, isItem: Bool) {
        if isItem, chance(80) {
            let gap = 1 + (chance(20) ? below(3) : 0)
            text += blanks(gap)
            return writeBlock(value, indent: indent + 1 + gap, isInline: true)
        }
        if extras.contains(.anchors), chance(8) {
            text += " "
            anchor()
        }
        endLine()
        if case .list = value, !isItem, chance(40) { return writeBlock(value, indent: indent) }
        writeBlock(value, indent: indent + 1 + below(4))
    }

    private mutating func writeBlockScalar(_ string: String, indent: Int) {
        text += " " + pick(["|", ">"]) + (string.hasSuffix("\n") ? pick(["", "+"]) : "-")
        if chance(20) { text += " #\(number())" }
        text += "\n" + blanks(indent + 1 + below(4)) + string + (string.hasSuffix("\n") ? "" : "\n")
    }

    private mutating func writeFlow(_ value: Value, indent: Int) {
        switch value {
        case .nothing: text += "~"
        case .plain(let word): text += word
        case .text(let string): writeText(string)
        case .list(let items):
            text += "["
            for (index, item) in items.enumerated() {
                gap(indent)
                writeFlow(item, indent: indent)
                gap(indent)
                if index < items.count - 1 || chance(10) { text += "," }
            }
            gap(indent)
            text += "]"
        case .map(let entries):
            text += "{"
            for (index, entry) in entries.enumerated() {
                gap(indent)
                writeKey(entry.key)
                if entry.value != .nothing || chance(70) {
                    text += ": "
                    gap(indent)
                    if entry.value != .nothing || chance(50) { writeFlow(entry.value, indent: indent) }
                }
                gap(indent)
                if index < entries.count - 1 || chance(10) { text += "," }
            }
            gap(indent)
            text += "}"
        }
    }

    /// The text that may be between two elements within brackets.
    private mutating func gap(_ indent: Int) {
        guard chance(15) else {
            text += pick(["", " ", " "])
            return
        }
        text += chance(30) ? " #\(number())\n" : "\n"
        text += blanks(indent + below(3))
    }

    private mutating func writeKey(_ key: String) {
        switch below(12) {
        case 0: text += "\"\(key)\""
        case 1: text += "'\(key)'"
        default: text += key
        }
    }

    private mutating func writeText(_ string: String) {
        let isPlain =
            !string.isEmpty && string.allSatisfy { $0.isLetter || $0 == "." || $0 == "/" || $0 == " " }
            && string.first != " " && !string.contains("  ")
        if isPlain, chance(60) {
            text += string
            return
        }
        if chance(50), !string.contains("\n") {
            text += "'" + string.replacing("'", with: "''") + "'"
        } else {
            let escaped = string.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
                "\n", with: "\\n")
            text += "\"" + escaped + "\""
        }
    }

    private func isBlockText(_ string: String) -> Bool {
        !string.hasPrefix("#") && !string.hasPrefix(" ") && string.contains { !$0.isWhitespace }
    }

    private mutating func anchor() {
        anchors.append("a\(below(5))")
        text += "&\(anchors[anchors.count - 1]) "
    }

    private mutating func endLine() {
        if chance(12) {
            let words = extras.contains(.directives) && chance(15) ? " waybill:allow S006 -- " : pick(["", " ", "  "])
            text += blanks(1 + below(6)) + "#\(words)\(number())"
        }
        if chance(5) { text += blanks(2) }
        text += "\n"
    }

    private mutating func comment(indent: Int) {
        if extras.contains(.directives), chance(15) {
            text += blanks(indent) + "# waybill:allow \(pick(["P003", "P003, P012", "S006"])) -- \(number())\n"
        } else {
            text += blanks(indent) + "#\(pick(["", " "]))\(number())\n"
        }
        if chance(20) { text += "\n" }
    }

    // MARK: Chance

    private mutating func number() -> Int {
        comments += 1
        return comments
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &random) }
    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    private mutating func pick(_ words: [String]) -> String { words[below(words.count)] }
    private mutating func shuffled<Element>(_ elements: [Element]) -> [Element] { elements.shuffled(using: &random) }
}

extension LayoutGenerator.Value {
    /// The value as JSON, on one line unless an indentation is given.
    func json(indent: Int?) -> String {
        let (line, end) = (
            indent.map { "\n" + String(repeating: " ", count: $0 + 2) } ?? "",
            indent.map { "\n" + String(repeating: " ", count: $0) } ?? ""
        )
        let separator = indent == nil ? ", " : ","
        switch self {
        case .text(let text): return Self.quoted(text)
        case .plain(let word): return word
        case .nothing: return "null"
        case .list(let items) where items.isEmpty: return "[]"
        case .map(let entries) where entries.isEmpty: return "{}"
        case .list(let items):
            let parts = items.map { line + $0.json(indent: indent.map { $0 + 2 }) }
            return "[" + parts.joined(separator: separator) + end + "]"
        case .map(let entries):
            let parts = entries.map { line + Self.quoted($0.key) + ": " + $0.value.json(indent: indent.map { $0 + 2 }) }
            return "{" + parts.joined(separator: separator) + end + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }
}
