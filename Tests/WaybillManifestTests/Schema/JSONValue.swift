@testable import WaybillManifest

/// A JSON value whose members keep their order.
indirect enum JSONValue: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([Member])

    struct Member: Hashable, Sendable {
        var name: String
        var value: JSONValue
    }

    init(_ value: SchemaValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .integer(let number): self = .number(Double(number))
        case .flag(let flag): self = .flag(flag)
        case .array(let items): self = .list(items.map { JSONValue($0) })
        case .object(let members): self = .object(members.map { Member(name: $0.name, value: JSONValue($0.value)) })
        }
    }

    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var items: [JSONValue]? { if case .list(let items) = self { items } else { nil } }
    var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// The value and all nested values.
    var placeCount: Int {
        switch self {
        case .null, .flag, .number, .text: 1
        case .list(let items): items.reduce(1) { $0 + $1.placeCount }
        case .object(let members): members.reduce(1) { $0 + $1.value.placeCount }
        }
    }

    /// A copy with another value at a place, counted in the order of the text.
    func replacing(_ place: Int, by make: (JSONValue) -> JSONValue) -> JSONValue {
        var place = place
        return replacing(&place, by: make)
    }

    private func replacing(_ place: inout Int, by make: (JSONValue) -> JSONValue) -> JSONValue {
        place -= 1
        if place < 0 { return make(self) }
        switch self {
        case .null, .flag, .number, .text: return self
        case .list(var items):
            for index in items.indices where place >= 0 { items[index] = items[index].replacing(&place, by: make) }
            return .list(items)
        case .object(var members):
            for index in members.indices where place >= 0 {
                members[index].value = members[index].value.replacing(&place, by: make)
            }
            return .object(members)
        }
    }

    /// The type in JSON Schema.
    var type: String {
        switch self {
        case .null: "null"
        case .flag: "boolean"
        case .number: "number"
        case .text: "string"
        case .list: "array"
        case .object: "object"
        }
    }
}

extension JSONValue {
    /// The value as YAML: one section per line, texts plain unless that makes them another type.
    var manifest: String {
        guard let members, !members.isEmpty else { return "{}\n" }
        return members.map { "\(Self.written($0.name)): \($0.value.flow)\n" }.joined()
    }

    /// Whether a nested list has items of several types with the same text: `true` and `"true"`.
    var repeatsText: Bool {
        switch self {
        case .null, .flag, .number, .text: false
        case .list(let items):
            Set(items.map(\.plainText)).count < Set(items).count || items.contains(where: \.repeatsText)
        case .object(let members): members.contains(where: \.value.repeatsText)
        }
    }

    private var plainText: String { text ?? flow }

    private var flow: String {
        switch self {
        case .null: "~"
        case .flag(let flag): "\(flag)"
        case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
        case .text(let text): Self.written(text)
        case .list(let items): "[\(items.map(\.flow).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\(Self.written($0.name)): \($0.value.flow)" }.joined(separator: ", "))}"
        }
    }

    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_/.:*-".utf8)

    private static func written(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { Self.plain.contains($0) } && text.first?.isLetter == true
        if isPlain && text.last != ":" && !["true", "false", "null", "yes", "no", "on", "off"].contains(text) {
            return text
        }
        return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
    init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral,
    ExpressibleByFloatLiteral
{
    init(arrayLiteral items: JSONValue...) { self = .list(items) }
    init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member(name: $0.0, value: $0.1) })
    }
    init(nilLiteral: ()) { self = .null }
    init(floatLiteral number: Double) { self = .number(number) }
}
