package import WaybillManifest
import WaybillRules

// MARK: Schemas of the values in reports

extension SchemaValue {
    /// Returns the schema of a whole text: that of an object, with a title and the parts that ``reference(_:)`` names.
    package static func document(
        _ title: String, _ object: SchemaValue, definitions: [Member] = []
    ) -> SchemaValue {
        guard case .object(let members) = object else { return object }
        let head = [Member("$schema", "http://json-schema.org/draft-07/schema#"), Member("title", .text(title))]
        return .object(
            head + members + (definitions.isEmpty ? [] : [Member("definitions", .object(definitions))]))
    }

    package static func reference(_ name: String) -> SchemaValue { ["$ref": .text("#/definitions/\(name)")] }

    package static func string(_ description: String, orNull: Bool = false) -> SchemaValue {
        scalar("string", description, orNull)
    }

    package static func boolean(_ description: String) -> SchemaValue { scalar("boolean", description) }

    package static func number(_ description: String, orNull: Bool = false) -> SchemaValue {
        scalar("integer", description, orNull)
    }

    /// Returns the schema of a number that need not be whole.
    package static func fraction(_ description: String) -> SchemaValue { scalar("number", description) }

    /// Returns the schema of the version of a format: 1.
    package static func version(_ description: String) -> SchemaValue {
        ["description": .text(description), "const": 1]
    }

    package static func words(_ words: [String], _ description: String) -> SchemaValue {
        ["description": .text(description), "enum": .names(words)]
    }

    package static func list(
        _ items: SchemaValue, _ description: String? = nil, orNull: Bool = false
    ) -> SchemaValue {
        let words = description.map { [Member("description", .text($0))] } ?? []
        return .object(words + [Member("type", typeName("array", orNull)), Member("items", items)])
    }

    /// Returns the schema of a mapping without other keys.
    package static func mapping(
        _ description: String, _ required: [(String, SchemaValue)], optional: [(String, SchemaValue)] = [],
        orNull: Bool = false
    ) -> SchemaValue {
        [
            "description": .text(description), "type": typeName("object", orNull),
            "required": .names(required.map(\.0)), "additionalProperties": false,
            "properties": .object((required + optional).map { Member($0.0, $0.1) }),
        ]
    }

    package static func names(_ names: [String]) -> SchemaValue { .array(names.map { .text($0) }) }

    private static func typeName(_ name: String, _ orNull: Bool) -> SchemaValue {
        orNull ? .names([name, "null"]) : .text(name)
    }

    private static func scalar(_ type: String, _ description: String, _ orNull: Bool = false) -> SchemaValue {
        ["description": .text(description), "type": typeName(type, orNull)]
    }
}

// MARK: Text

extension SchemaValue {
    /// The value as JSON on several lines, with two spaces for each level. Lists of scalars stay on one line.
    package var prettyPrinted: String { printed(indent: "") }

    /// The value as JSON on one line.
    package var json: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .integer(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .array(let items): "[\(items.map(\.json).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\(Self.quoted($0.name)): \($0.value.json)" }.joined(separator: ", "))}"
        }
    }

    private func printed(indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .array(let items) where !items.allSatisfy(\.isScalar):
            let lines = items.map { inner + $0.printed(indent: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map { "\(inner)\(Self.quoted($0.name)): \($0.value.printed(indent: inner))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default: return json
        }
    }

    private var isScalar: Bool {
        switch self {
        case .text, .integer, .flag: true
        case .array, .object: false
        }
    }

    package static func quoted(_ text: String) -> String { String(JSONText.line(text).dropLast()) }
}
