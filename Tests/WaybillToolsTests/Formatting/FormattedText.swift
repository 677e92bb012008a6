import Testing
import WaybillReports

@testable import WaybillManifest
@testable import WaybillRules
@testable import WaybillSyntax
@testable import WaybillTools

/// The canonical layout of a text, or nil if it has none.
func formatted(_ bytes: [UInt8]) -> [UInt8]? {
    switch Formatting.of(SourceFile(path: "manifest.yaml", bytes: bytes)) {
    case .canonical: return bytes
    case .changed(let text): return text
    case .refused, .unsupported: return nil
    case .failed(let reason):
        Issue.record("\(reason):\n\(String(decoding: bytes, as: UTF8.self))")
        return nil
    }
}

func formatted(_ text: String) -> String? {
    formatted(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
}

/// Checks every property of a text and its canonical layout.
func expectSameMeaning(_ old: [UInt8], _ new: [UInt8]) {
    let remark = Comment(
        rawValue: String(decoding: old, as: UTF8.self) + "\n⟶\n" + String(decoding: new, as: UTF8.self))
    #expect(formatted(new) == new, "not a fixed point: \(remark)")
    if old != new { #expect(Meaning(old) == Meaning(new), remark) }
    #expect(new.last == UInt8(ascii: "\n"), remark)
    #expect(!new.contains(UInt8(ascii: "\r")), remark)
    #expect(
        SourceFile(path: "", bytes: new).layoutDiagnostics(file: 0).isEmpty, "Y011 would have it otherwise: \(remark)")
}

/// The properties that formatting must keep.
struct Meaning: Equatable {
    var digest: String
    /// The rules and the words of their messages: an order of keys may show in a message.
    var problems: [String]
    var values: Value?
    var comments: [String]

    indirect enum Value: Equatable {
        case scalar(String, isText: Bool)
        case sequence([Value])
        case mapping([String: Value])
    }

    init(_ bytes: [UInt8]) {
        let file = SourceFile(path: "manifest.yaml", bytes: bytes)
        let compilation = Compilation.compile(files: ManifestFiles(sources: [file]))
        digest = compilation.digest
        // Formatting removes a byte order mark, and the reason of Y011. A suppression that applies to nothing has no
        // effect, and may move.
        problems = compilation.lint().diagnostics.filter { problem in
            problem.rule != .layout && !problem.message.contains("byte order mark")
                && !problem.message.contains("has nothing to apply to")
        }.map { problem in
            let words = problem.message.split { !$0.isLetter && !$0.isNumber }.sorted().joined(separator: " ")
            return "\(problem.rule.id) \(problem.severity) \(words)"
        }.sorted()
        values = YAMLReader.read(file, index: 0).node.map { Value(Node($0)) }
        comments = Self.comments(in: bytes).sorted()
    }

    /// The comments, found without the parser: `#` after a blank, outside of quotes and of block scalars' lines.
    ///
    /// Fixtures and generators write ` #` into texts only in block scalars, whose lines are the same on both sides.
    static func comments(in bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self).replacing("\u{FEFF}", with: "")
        return text.split(whereSeparator: \.isNewline).compactMap { line in
            let characters = Array(line)
            let start = characters.indices.first { index in
                characters[index] == "#" && (index == 0 || " \t[{,".contains(characters[index - 1]))
            }
            guard let start else { return nil }
            let words = String(characters[(start + 1)...]).trimmingPrefix { $0 == " " || $0 == "\t" }
            return String(words.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
    }
}

extension Meaning.Value {
    init(_ node: Node) {
        switch node.content {
        case .scalar(let scalar): self = .scalar(scalar.text, isText: scalar.resolved == .string)
        case .sequence(let items): self = .sequence(items.map(Self.init))
        case .mapping(let entries):
            let values = entries.map { entry -> (String, Meaning.Value) in
                guard case .scalar(let key) = entry.key.content else { return ("", Self(entry.value)) }
                return (key.text, Self(entry.value))
            }
            self = .mapping(Dictionary(values, uniquingKeysWith: { first, _ in first }))
        }
    }
}
