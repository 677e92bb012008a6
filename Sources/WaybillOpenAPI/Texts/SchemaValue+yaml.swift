import WaybillManifest
import WaybillSyntax
import WaybillTable
import WaybillTools

/// Values of a document as YAML: in blocks, or on one line.
extension SchemaValue {
    /// Whether it is written on one line in a block, too.
    private var isShort: Bool {
        switch self {
        case .text, .integer, .flag: true
        case .array(let items): items.allSatisfy { if case .object = $0 { false } else { $0.isShort } }
        case .object(let members): members.isEmpty
        }
    }

    /// The value on one line.
    var inline: String {
        switch self {
        case .text(let text): ScalarText.written(text)
        case .integer, .flag: json
        case .array(let items): "[\(items.map(\.inline).joined(separator: ", "))]"
        case .object(let members):
            members.isEmpty
                ? "{}"
                : "{ \(members.map { "\(ScalarText.written($0.name)): \($0.value.inline)" }.joined(separator: ", ")) }"
        }
    }

    /// The text after a key: on the same line, or on the next lines, indented.
    private func block(_ indent: String, _ lineEnd: String) -> String {
        switch self {
        case .object(let members) where !isShort:
            members.map { lineEnd + indent + $0.text(indent, lineEnd: lineEnd) }.joined()
        case .array(let items) where !isShort:
            items.map { "\(lineEnd)\(indent)- \($0.inline)" }.joined()
        default: " " + inline
        }
    }
}

extension SchemaValue.Member {
    /// Returns the entry of a mapping whose keys have this indentation.
    func text(_ indent: String, lineEnd: String = "\n") -> String {
        "\(isPlainPath ? name : ScalarText.written(name)):\(value.block(indent + "  ", lineEnd))"
    }

    /// Whether the key is a path that is a plain scalar in a block, though not between brackets.
    private var isPlainPath: Bool {
        name.hasPrefix("/")
            && name.utf8.allSatisfy { byte in
                ASCII.isLetter(byte) || ASCII.isDigit(byte) || "/{}-._~%".utf8.contains(byte)
            }
    }
}
