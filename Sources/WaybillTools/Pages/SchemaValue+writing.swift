package import WaybillManifest

// Schemas of the values in reports, and the text of any schema.
extension SchemaValue {
    package static func string(_ description: String, orNull: Bool = false) -> SchemaValue {
        scalar("string", description, orNull)
    }

    package static func boolean(_ description: String) -> SchemaValue {
        scalar("boolean", description, false)
    }

    package static func number(_ description: String, orNull: Bool = false) -> SchemaValue {
        scalar("integer", description, orNull)
    }

    /// Returns the schema of a mapping without other keys.
    package static func mapping(
        _ description: String, _ required: [(String, SchemaValue)], optional: [(String, SchemaValue)] = [],
        orNull: Bool = false
    ) -> SchemaValue {
        .object([
            Member("description", .text(description)), Member("type", typeName("object", orNull: orNull)),
            Member("required", .names(required.map(\.0))), Member("additionalProperties", .flag(false)),
            Member("properties", .object((required + optional).map { Member($0.0, $0.1) })),
        ])
    }

    static func typeName(_ name: String, orNull: Bool) -> SchemaValue {
        orNull ? .names([name, "null"]) : .text(name)
    }

    private static func scalar(_ type: String, _ description: String, _ orNull: Bool) -> SchemaValue {
        .object([Member("description", .text(description)), Member("type", typeName(type, orNull: orNull))])
    }

    /// The value as JSON on several lines, with two spaces for each level. Lists of scalars stay on one line.
    package var prettyPrinted: String { printed(indent: "") }

    private func printed(indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .text(let text): return Self.quoted(text)
        case .integer(let number): return "\(number)"
        case .flag(let flag): return "\(flag)"
        case .array(let items):
            if items.allSatisfy(\.isScalar) {
                return "[" + items.map { $0.printed(indent: "") }.joined(separator: ", ") + "]"
            }
            let lines = items.map { inner + $0.printed(indent: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            if members.isEmpty { return "{}" }
            let lines = members.map { "\(inner)\(Self.quoted($0.name)): \($0.value.printed(indent: inner))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    private var isScalar: Bool {
        switch self {
        case .text, .integer, .flag: true
        case .array, .object: false
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
