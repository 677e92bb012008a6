/// Writes texts as YAML scalars, for edits of manifests.
package enum ScalarText {
    /// Returns a scalar that every parser reads as the text, in block and in flow style. It is plain if possible.
    package static func written(_ text: String) -> String {
        isPlain(text) ? text : doubleQuoted(text)
    }

    package static func singleQuoted(_ text: String) -> String {
        isOneLine(text)
            ? "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
            : doubleQuoted(text)
    }

    package static func doubleQuoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result += InvisibleCharacter.isInvisible(scalar) ? escaped(scalar) : String(scalar)
            }
        }
        return result + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Whether every parser reads the plain scalar as the text, at any place where a scalar is valid.
    static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, isOneLine(text), text.last != " ", text.last != ":" else {
            return false
        }
        if "-?:,[]{}#&*!|>'\"%@` ".unicodeScalars.contains(first) { return false }
        if text.unicodeScalars.contains(where: { ",[]{}?".unicodeScalars.contains($0) }) { return false }
        if text.contains(": ") || text.contains(" #") { return false }
        let scalar = Node.Scalar(text: text, style: .plain)
        return scalar.resolved == .string && !scalar.isAmbiguousToYAML11
    }

    private static func isOneLine(_ text: String) -> Bool {
        !text.unicodeScalars.contains { InvisibleCharacter.isInvisible($0) }
    }
}
