import WaybillManifest

/// An element of an XML report. All XML is escaped here.
package struct XMLElement {
    package let name: String
    /// In the order of writing.
    private let attributes: KeyValuePairs<String, String>
    package let children: [XMLElement]
    /// The text, instead of children.
    private let text: String?

    package init(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], children: [XMLElement] = [],
        text: String? = nil
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
        self.text = text
    }

    /// The document with this root.
    package var document: String {
        var document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        write(to: &document, indent: "")
        return document
    }

    /// Writes into one buffer, because reports may have megabytes.
    private func write(to document: inout String, indent: String) {
        document += "\(indent)<\(name)"
        for (key, value) in attributes { document += " \(key)=\"\(Self.escaped(value))\"" }
        if let text {
            document += ">\(Self.escaped(text, keepsLines: true))</\(name)>\n"
        } else if children.isEmpty {
            document += "/>\n"
        } else {
            document += ">\n"
            for child in children { child.write(to: &document, indent: indent + "  ") }
            document += "\(indent)</\(name)>\n"
        }
    }

    /// Escapes a text for XML 1.0. Characters that XML does not allow become U+FFFD. Line ends and tabs are escaped
    /// where a reader of attributes would turn them into blanks.
    static func escaped(_ text: String, keepsLines: Bool = false) -> String {
        // Most texts need no escaping.
        guard text.utf8.contains(where: { !isPlain($0) }) else { return text }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".utf8
            case "<": escaped += "&lt;".utf8
            case ">": escaped += "&gt;".utf8
            case "\"": escaped += "&quot;".utf8
            case "\r": escaped += "&#13;".utf8
            case "\n", "\t": escaped += (keepsLines ? String(scalar) : "&#\(scalar.value);").utf8
            default: escaped += UTF8.encode(scalar.isInXML ? scalar : "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Whether a byte of UTF-8 needs no escaping anywhere in XML.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && !"&<>\"".utf8.contains(byte)
    }
}

extension Unicode.Scalar {
    /// Whether XML 1.0 allows this character.
    fileprivate var isInXML: Bool { value >= 0x20 && value != 0xFFFE && value != 0xFFFF }
}
