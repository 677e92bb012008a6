import WaybillRules

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Any value of JSON. Messages have few members that matter here, and clients send many others.
enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Reads a text of JSON; `nil` if it is not valid.
    ///
    /// Half of a pair of surrogates, as editors whose texts are UTF-16 may send it (`"\ud83d"`), becomes U+FFFD, which is as
    /// long in UTF-16: without the edit, all later ones would change another text than the editor shows.
    init?(json: [UInt8]) {
        let decoded = { (json: [UInt8]) in try? JSONDecoder().decode(JSONValue.self, from: Data(json)) }
        guard let value = decoded(json) ?? LoneSurrogates.replaced(in: json).flatMap(decoded) else { return nil }
        self = value
    }

    /// The value as JSON on one line.
    var json: [UInt8] { (try? JSONText.bytes(self)) ?? Array("null".utf8) }
}

// MARK: Access

extension JSONValue {
    /// The member of an object; `nil` if it is absent or null.
    subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
        return value
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }

    var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    var integer: Int? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The items of an array; empty for other values.
    var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }

    /// Whether it is an object with this member, and the member is true.
    func isTrue(_ path: String...) -> Bool {
        path.reduce(JSONValue?.some(self)) { $0?[$1] }?.bool == true
    }
}

// MARK: Making

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral text: String) { self = .string(text) }
    init(integerLiteral number: Int) { self = .integer(number) }
    init(booleanLiteral flag: Bool) { self = .bool(flag) }
}

// Not by a `nil` literal: an optional value would be null where it should be absent, without a word of the compiler.
extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    init(arrayLiteral items: JSONValue...) { self = .array(items) }

    init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
}

extension JSONValue {
    /// Returns the object with a further member, unless its value is `nil`.
    func with(_ name: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(var members) = self, let value else { return self }
        members[name] = value
        return .object(members)
    }
}

extension JSONValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let members = try? container.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let items = try? container.decode([JSONValue].self) {
            self = .array(items)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        }
    }
}
