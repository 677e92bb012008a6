/// An element of a report in XML, and the one place where XML is escaped.
struct XMLElement {
    var name: String
    /// In the order of writing.
    var attributes: KeyValuePairs<String, String>
    var children: [XMLElement] = []
    /// Text instead of children.
    var text: String?

    /// A document with this root.
    var document: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + rendered(indent: "") }

    private func rendered(indent: String) -> String {
        let start = attributes.reduce("\(indent)<\(name)") { $0 + " \($1.key)=\"\(Self.escaped($1.value))\"" }
        if let text { return "\(start)>\(Self.escaped(text, keepsLines: true))</\(name)>\n" }
        guard !children.isEmpty else { return "\(start)/>\n" }
        return "\(start)>\n" + children.map { $0.rendered(indent: indent + "  ") }.joined() + "\(indent)</\(name)>\n"
    }

    /// Text as XML 1.0 writes it. What XML cannot hold becomes U+FFFD; line ends and tabs are escaped where a reader of
    /// attributes would make blanks of them.
    static func escaped(_ text: String, keepsLines: Bool = false) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\r": escaped += "&#13;"
            case "\n", "\t": escaped += keepsLines ? String(scalar) : "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar.isInXML ? scalar : "\u{FFFD}")
            }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    /// Whether XML 1.0 has this character at all.
    fileprivate var isInXML: Bool { value >= 0x20 && value != 0xFFFE && value != 0xFFFF }
}
