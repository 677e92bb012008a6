import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

/// A value of a document that is written: as YAML in blocks, or on one line, which JSON reads, too.
indirect enum DocumentValue {
    case text(String)
    /// A number or a flag.
    case plain(String)
    case list([DocumentValue])
    case mapping([(String, DocumentValue)])

    /// Whether it is written on one line in a block, too.
    private var isShort: Bool {
        switch self {
        case .text, .plain: true
        case .list(let items): items.allSatisfy { if case .mapping = $0 { false } else { $0.isShort } }
        case .mapping(let members): members.isEmpty
        }
    }

    /// The value on one line, as YAML.
    var inline: String {
        switch self {
        case .text(let text): ScalarText.written(text)
        case .plain(let text): text
        case .list(let items): "[\(items.map(\.inline).joined(separator: ", "))]"
        case .mapping(let members):
            members.isEmpty
                ? "{}" : "{ \(members.map { "\(Self.key($0.0)): \($0.1.inline)" }.joined(separator: ", ")) }"
        }
    }

    /// The value on one line, as JSON.
    var json: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .plain(let text): text
        case .list(let items): "[\(items.map(\.json).joined(separator: ", "))]"
        case .mapping(let members):
            "{\(members.map { "\(Self.quoted($0.0)): \($0.1.json)" }.joined(separator: ", "))}"
        }
    }

    static func quoted(_ text: String) -> String { String(JSONText.line(text).dropLast()) }

    /// Returns the text after a key: on the same line, or on the next lines, indented.
    func block(_ indent: String, lineEnd: String = "\n") -> String {
        switch self {
        case .mapping(let members) where !isShort:
            members.map { lineEnd + indent + Self.entry($0.0, $0.1, indent, lineEnd: lineEnd) }.joined()
        case .list(let items) where !isShort:
            items.map { "\(lineEnd)\(indent)- \($0.inline)" }.joined()
        default: " " + inline
        }
    }

    /// Returns an entry of a mapping whose keys have this indentation.
    static func entry(_ key: String, _ value: DocumentValue, _ indent: String, lineEnd: String = "\n") -> String {
        "\(isPlainPath(key) ? key : self.key(key)):\(value.block(indent + "  ", lineEnd: lineEnd))"
    }

    private static func key(_ text: String) -> String { ScalarText.written(text) }

    /// Whether it is a path that is a plain scalar in a block, though not between brackets.
    private static func isPlainPath(_ text: String) -> Bool {
        text.hasPrefix("/")
            && text.utf8.allSatisfy { byte in
                ASCII.isLetter(byte) || ASCII.isDigit(byte) || "/{}-._~%".utf8.contains(byte)
            }
    }
}
