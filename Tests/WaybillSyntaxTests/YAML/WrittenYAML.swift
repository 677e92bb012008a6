import WaybillOracle

/// A YAML document of random collections and scalars, with the place and the text of every node in it.
struct WrittenYAML {
    struct Written: Equatable {
        var place: Range<Int>
        /// `nil` for a collection.
        var text: String?
    }

    private(set) var text = ""
    /// In the order of the document; a collection comes before its nodes.
    private(set) var nodes: [Written] = []
    private var generator: SplitMix
    /// The place at which the last value ends.
    private var lastEnd = 0

    init(seed: UInt64) {
        generator = SplitMix(seed: seed)
        mapping(indent: 0, depth: 0)
    }

    // MARK: Collections

    private mutating func mapping(indent: Int, depth: Int, isFirstIndented: Bool = false) {
        if !isFirstIndented { text += spaces(indent) }
        let node = open()
        for index in 0..<Int.random(in: 1...4, using: &generator) {
            if index > 0 { text += spaces(indent) }
            let keys = ["k", "key", "a.b", "x-y", "/p", "9", "é", "日本"].map { ("\($0)\(index)", "\($0)\(index)") }
            write(pick(keys + [("'q\(index)'", "q\(index)"), ("\"\\x64\(index)\"", "d\(index)")]))
            text += ":"
            value(indent: indent, depth: depth, isItem: false)
        }
        close(node)
    }

    private mutating func sequence(indent: Int, depth: Int, isFirstIndented: Bool = false) {
        if !isFirstIndented { text += spaces(indent) }
        let node = open()
        for index in 0..<Int.random(in: 1...3, using: &generator) {
            if index > 0 { text += spaces(indent) }
            text += "-"
            value(indent: indent, depth: depth, isItem: true)
        }
        close(node)
    }

    private mutating func value(indent: Int, depth: Int, isItem: Bool) {
        let step = pick([1, 2, 2, 2, 4])
        switch depth < 4 ? Int.random(in: 0..<12, using: &generator) : 11 {
        case 0:
            write(("", ""))
            text += lineEnd()
        case 1, 2:
            text += lineEnd()
            mapping(indent: indent + step, depth: depth + 1)
        case 3:
            text += lineEnd()
            sequence(indent: indent + (isItem ? step : pick([0, step])), depth: depth + 1)
        case 4 where isItem:
            text += spaces(step)
            mapping(indent: indent + 1 + step, depth: depth + 1, isFirstIndented: true)
        case 5 where isItem:
            text += spaces(step)
            sequence(indent: indent + 1 + step, depth: depth + 1, isFirstIndented: true)
        case 6: block(indent: indent + step)
        default:
            text += spaces(pick([1, 1, 1, 2]))
            flow(depth: 0)
            text += lineEnd()
        }
    }

    private mutating func flow(depth: Int) {
        switch depth < 3 ? Int.random(in: 0..<8, using: &generator) : 7 {
        case 0: flowCollection("[", "]", depth: depth, hasKeys: false)
        case 1: flowCollection(pick(["{", "{ "]), pick(["}", " }"]), depth: depth, hasKeys: true)
        default: write(pick(Self.scalars.map { ($0, $0) } + Self.quoted))
        }
    }

    private mutating func flowCollection(_ opening: String, _ closing: String, depth: Int, hasKeys: Bool) {
        let node = open()
        text += opening
        for index in 0..<pick([0, 1, 3]) {
            if index > 0 { text += pick([", ", ",", ",\n        "]) }
            if hasKeys {
                write(("k\(index)", "k\(index)"))
                text += ": "
            }
            flow(depth: depth + 1)
        }
        text += closing
        lastEnd = text.utf8.count
        close(node)
    }

    // MARK: Scalars

    private mutating func block(indent: Int) {
        text += " "
        let (style, read) = pick([("|", "é 1\ntwo\n"), (">", "é 1 two\n"), ("|-", "é 1\ntwo"), (">-", "é 1 two")])
        write(("\(style)\n\(spaces(indent))é 1\n\(spaces(indent))two", read))
        text += pick(["\n", "\n\n"])
    }

    private static let scalars = [
        "1", "-1", "true", "~", "GET", "/a/:id", "https://h:80/x", "two words", "a#b", "a:b", "x.y", "$v", "(p)", "a'b",
        "a\"b", "-x", "5s", "é", "日本 語", "🙂",
    ]

    private static let quoted = [
        ("'single'", "single"), ("\"double\"", "double"), ("''", ""), ("\"\"", ""),
        ("'# no: comment'", "# no: comment"),
        ("\"[x, y]\"", "[x, y]"), ("'it''s'", "it's"), ("\"\\t\\u00e9\\\"\"", "\té\""), ("'日本'", "日本"),
        ("\"a\n         b\"", "a b"),
    ]

    private mutating func write(_ scalar: (written: String, read: String)) {
        let start = text.utf8.count
        text += scalar.written
        lastEnd = text.utf8.count
        nodes.append(Written(place: start..<lastEnd, text: scalar.read))
    }

    // MARK: Tools

    private mutating func open() -> Int {
        nodes.append(Written(place: text.utf8.count..<text.utf8.count))
        return nodes.count - 1
    }

    private mutating func close(_ node: Int) { nodes[node].place = nodes[node].place.lowerBound..<lastEnd }

    private mutating func lineEnd() -> String {
        pick(["\n", "\n", "\n", " # note\n", "  \n", "\n\n", "\n   # é 日本\n", "\n# note\n", "\r\n", " # a\u{2028}b\n"])
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }
}
