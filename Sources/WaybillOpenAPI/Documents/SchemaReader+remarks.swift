import WaybillSyntax

/// What a schema says, and constrains nothing here.
extension SchemaReader {
    static let composing = ["allOf", "anyOf", "oneOf"]
    static let ofTexts = ["pattern", "minLength", "maxLength"]
    static let ofNumbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
    /// What no constraint of a capture says.
    private static let unread = [
        "not", "if", "contentEncoding", "contentMediaType", "contentSchema", "$dynamicRef", "$recursiveRef",
    ]

    mutating func sayUnread(_ schema: YAMLNode) {
        if schema.scalarText == "false" {
            files.report(
                "the schema 'false' allows no value", at: schema.span, severity: .warning, help: "describe the values")
        }
        for key in Self.unread {
            if let node = value(key, schema) { say("'\(key)'", node) }
        }
    }

    /// Since 3.1, what is beside a reference counts, too.
    mutating func sayOfReference(_ schema: YAMLNode) {
        guard minorVersion > 0, schema.childCount > 1, value("$ref", schema) != nil else { return }
        for key in ["type", "format", "enum", "const"] + Self.composing + Self.ofTexts + Self.ofNumbers + Self.unread {
            if let node = value(key, schema) { say("'\(key)' beside '$ref'", node) }
        }
    }

    mutating func say(_ keys: [String], ofType type: String, _ schema: YAMLNode) {
        for key in keys { if let node = value(key, schema) { say("'\(key)' of the type '\(type)'", node) } }
    }
}

extension String {
    /// Whether it is the text of a value of a type. For a type that no text has, every text is.
    func isValue(ofType type: String) -> Bool {
        switch type {
        case "integer": Double(self).map { $0.isFinite && $0 == $0.rounded() } ?? false
        case "number": Double(self) != nil
        case "boolean": self == "true" || self == "false"
        default: true
        }
    }
}
