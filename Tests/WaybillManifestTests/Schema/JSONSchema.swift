import Foundation

/// A validator of JSON Schema, draft-07: exact for the keywords that the schemas use, and an error for any other.
final class JSONSchema {
    struct UnknownKeyword: Error, CustomStringConvertible { var description: String }

    let root: JSONValue
    private var expressions: [String: NSRegularExpression] = [:]

    init(_ root: JSONValue) { self.root = root }

    /// Keywords without effect on validation.
    private static let annotations: Set = [
        "$schema", "title", "description", "default", "examples", "enumDescriptions", "definitions",
    ]

    func admits(_ value: JSONValue) throws -> Bool { try admits(value, root) }

    func admits(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
        // Keywords beside a reference are ignored.
        if let reference = schema["$ref"]?.text { return try admits(value, definition(reference)) }
        guard let keywords = schema.members else { throw UnknownKeyword(description: "\(schema)") }
        for keyword in keywords where !Self.annotations.contains(keyword.name) {
            if try !admits(value, keyword.name, keyword.value, schema) { return false }
        }
        return true
    }

    private func definition(_ reference: String) throws -> JSONValue {
        let found = root["definitions"]?[reference.replacing("#/definitions/", with: "")]
        guard let found else { throw UnknownKeyword(description: reference) }
        return found
    }

    private func admits(_ value: JSONValue, _ keyword: String, _ wanted: JSONValue, _ schema: JSONValue) throws -> Bool
    {
        switch keyword {
        case "type": return (wanted.items ?? [wanted]).contains { Self.isOf(value, $0.text) }
        case "enum": return wanted.items?.contains(value) == true
        case "const": return value == wanted
        case "allOf": return try wanted.items?.allSatisfy { try admits(value, $0) } == true
        case "anyOf": return try wanted.items?.contains { try admits(value, $0) } == true
        case "oneOf": return try wanted.items?.filter { try admits(value, $0) }.count == 1
        case "not": return try !admits(value, wanted)
        case "minLength", "pattern":
            guard let text = value.text else { return true }
            return try keyword == "minLength"
                ? Double(text.unicodeScalars.count) >= wanted.number ?? 0 : matches(text, wanted.text ?? "")
        case "minimum", "maximum":
            guard let number = value.number, let bound = wanted.number else { return true }
            return keyword == "minimum" ? number >= bound : number <= bound
        case "items", "minItems", "uniqueItems":
            guard let items = value.items else { return true }
            if keyword == "items" { return try items.allSatisfy { try admits($0, wanted) } }
            if keyword == "minItems" { return Double(items.count) >= wanted.number ?? 0 }
            return wanted != true || Set(items).count == items.count
        default:
            guard let members = value.members else { return true }
            return try admits(members, keyword, wanted, schema)
        }
    }

    private func admits(
        _ members: [JSONValue.Member], _ keyword: String, _ wanted: JSONValue, _ schema: JSONValue
    ) throws -> Bool {
        let names = Set(members.map(\.name))
        switch keyword {
        case "required": return (wanted.items ?? []).allSatisfy { names.contains($0.text ?? "") }
        case "minProperties": return Double(members.count) >= wanted.number ?? 0
        case "properties":
            return try members.allSatisfy { member in
                try wanted[member.name].map { try admits(member.value, $0) } ?? true
            }
        case "patternProperties":
            return try members.allSatisfy { member in
                try (wanted.members ?? []).allSatisfy { form in
                    try !matches(member.name, form.name) || admits(member.value, form.value)
                }
            }
        case "additionalProperties" where wanted == false:
            let patterns = (schema["patternProperties"]?.members ?? []).map(\.name)
            return try names.allSatisfy { name in
                try schema["properties"]?[name] != nil || patterns.contains { try matches(name, $0) }
            }
        case "dependencies":
            return try (wanted.members ?? []).allSatisfy { rule in
                try !names.contains(rule.name) || admits(.object(members), rule.value)
            }
        default: throw UnknownKeyword(description: keyword)
        }
    }

    /// Draft-07 calls 1.0 an integer.
    private static func isOf(_ value: JSONValue, _ type: String?) -> Bool {
        if type == "integer" { return value.number.map { $0 == $0.rounded() } ?? false }
        return value.type == type
    }

    private func matches(_ text: String, _ pattern: String) throws -> Bool {
        let known = try expressions[pattern] ?? NSRegularExpression(pattern: pattern)
        expressions[pattern] = known
        return known.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
