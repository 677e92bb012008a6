import Foundation

/// Texts in and around the plain part of YAML.
enum PlainTexts {
    static let accepted = [
        "a: 1", "a: 1\n", "# c\n\n  # d\na: 1 # e\n", "a:\n", "a:\nb:   # none\n", "---\na: b\n", "  a: 1\n  b: 2\n",
        "a:\n- x\n- y\nb: 1\n", "a:\n  - x\n  -   y\n  -\n", "a:\n  - b: 1\n    c: 2\n\n  - - x\n    - y\n",
        "a:\n  -\n    b: 1\n", "a:\n    b:\n        c: d\n    e: f\n", "a: [x, 'y z', \"z\", {k: v}, [], {}]\n",
        "a: { b: c d, e: [1,2] }  # f\n", "a: http://x/:id?q#f\nb: a#b\n", "a: -1\nb: ~\n",
        "'a b': \"c # d\"\n\"e\": 'f: g'\n", "a:\n  x y\nb:\n  [z]\n", "a: {b: http://c/d}\n",
    ]

    static let refused = [
        "", "# nothing\n", "a", "- a\n", "{a: 1}\n", "a: 1\na: 2\n", "a: {b: 1, b: 2}\n", "<<: x\n", "a: &x 1\n",
        "a: *x\n", "a: !t 1\n", "a: |\n  x\n", "a: >\n  x\n", "a: x\n  y\n", "a: 'it''s'\n", "a: \"\\n\"\n", "a:\t1\n",
        "a: 1\r\nb: 2\n", "a: \u{e9}\n", "a: [1,\n  2]\n", "a: [1, ]\n", "a: [b: c]\n", "a: {b}\n", "a: {b: }\n",
        "a: b: c\n", "a : 1\n", "a:\n  b: 1\n c: 2\n", "a: 1\n b: 2\n", "a: [x\n", "a: 'x\n", "a: x\n--- \n",
        "a: x\n...\n",
        "? a\n: b\n", "a: 1\n- b\n", "a:\n  - b\n  c: 1\n", "a: - b\n", "a: [x] y\n", "a: @x\n", "%a: x\n", "a: [x?]\n",
        "a: {\"b\":c}\n", "a: [x:]\n", "a: \"x\"y\n",
        "a: " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
        String(repeating: "k", count: 1100) + ": 1\n",
    ]

    /// Every manifest of the fixtures and of the reference service.
    static func corpus() throws -> [[UInt8]] {
        var root = URL(filePath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return try ["Routes", "Tests/Fixtures/check"].flatMap { folder in
            let all = FileManager.default.enumerator(
                at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
            let urls = (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "yaml" }
            return try urls.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
        }.filter { !$0.isEmpty }
    }

    /// A text with a few pieces taken out, put in or doubled.
    static func mutated(_ text: [UInt8], _ generator: inout SplitMix) -> [UInt8] {
        var result = text
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !result.isEmpty {
            let place = Int.random(in: 0..<result.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: result.remove(at: place)
            case 1: result[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
            case 2: result.removeSubrange(place..<min(result.count, place + 6))
            default: result.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").utf8, at: place)
            }
        }
        return result
    }

    private static let pieces = [
        " ", "  ", "\n", "\n  ", "\n\n", ":", ": ", " :", "- ", "-", "\n- ", "#", " # c", "'", "\"", "[", "]", "{", "}",
        ",",
        ", ", "?", "? ", "&", "*", "!", "|", ">", "%", "@", "`", "~", "---", "\n---\n", "\n...\n", "<<", "<<: x\n",
        "a: b\n",
        "[a, b]", "{ a: b }", "''", "\"\"", "\\",
    ]

    /// A document of random collections and scalars, now and then with something that is not plain.
    static func document(_ generator: inout SplitMix) -> [UInt8] {
        var writer = Writer(generator: generator)
        writer.mapping(indent: 0, depth: 0)
        generator = writer.generator
        return Array(writer.text.utf8)
    }

    private struct Writer {
        var generator: SplitMix
        var text = ""

        mutating func mapping(indent: Int, depth: Int, isFirstIndented: Bool = false) {
            for index in 0..<Int.random(in: 1...4, using: &generator) {
                if index > 0 || !isFirstIndented { text += spaces(indent) }
                let number = isRare ? "" : "\(index)"
                text += pick(
                    ["k", "key", "a.b", "x-y", "/p", "9"].map { $0 + number } + ["'q\(number)'", "\"d\(number)\""])
                text += ":"
                value(indent: indent, depth: depth, isItem: false)
            }
        }

        private mutating func sequence(indent: Int, depth: Int, isFirstIndented: Bool = false) {
            for index in 0..<Int.random(in: 1...3, using: &generator) {
                if index > 0 || !isFirstIndented { text += spaces(indent) }
                text += "-"
                value(indent: indent, depth: depth, isItem: true)
            }
        }

        private mutating func value(indent: Int, depth: Int, isItem: Bool) {
            let step = pick([1, 2, 2, 2, 4])
            switch depth < 4 ? Int.random(in: 0..<10, using: &generator) : 9 {
            case 0: text += lineEnd()
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
            default: text += spaces(pick([1, 1, 1, 2])) + flow(depth: 0) + lineEnd()
            }
        }

        private mutating func flow(depth: Int) -> String {
            switch depth < 3 ? Int.random(in: 0..<8, using: &generator) : 7 {
            case 0:
                return "["
                    + (0..<pick([0, 1, 3])).map { _ in flow(depth: depth + 1) }.joined(separator: pick([", ", ","]))
                    + "]"
            case 1:
                let entries = (0..<pick([0, 1, 2])).map { "k\($0): " + flow(depth: depth + 1) }
                return pick(["{", "{ "]) + entries.joined(separator: ", ") + pick(["}", " }"])
            default: return scalar(depth: depth)
            }
        }

        private mutating func scalar(depth: Int) -> String {
            if isRare {
                return pick(["*a", "&a b", "!t c", "|", "'it''s'", "\"\\t\"", "a: b", "x #y", "@", "- z", "é", "<<"])
            }
            return pick([
                "1", "-1", "true", "~", "GET", "/a/:id", "https://h:80/x", "two words", "'single'", "\"double\"", "''",
                "\"\"",
                "a#b", "a:b", "'# no: comment'", "\"[x, y]\"", "x.y", "$v", "(p)", "a'b", "a\"b", "-x", "5s",
            ])
        }

        private mutating func lineEnd() -> String {
            pick(["\n", "\n", "\n", " # note\n", "  \n", "\n\n", "\n   # note\n", "\n# note\n"])
        }

        private var isRare: Bool {
            mutating get { Int.random(in: 0..<300, using: &generator) == 0 }
        }

        private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

        private mutating func pick<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &generator)]
        }
    }
}
