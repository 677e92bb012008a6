/// A JSON value whose members keep their order.
package indirect enum SchemaValue: Sendable, Hashable {
    case text(String)
    case integer(Int)
    case flag(Bool)
    case array([SchemaValue])
    case object([Member])

    package struct Member: Sendable, Hashable {
        package let name: String
        package let value: SchemaValue

        package init(_ name: String, _ value: SchemaValue) {
            self.name = name
            self.value = value
        }
    }

    package static func names(_ names: [String]) -> SchemaValue { .array(names.map { .text($0) }) }
}

extension SchemaValue {
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

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int) { self = .integer(number) }
    package init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension SchemaValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral items: SchemaValue...) { self = .array(items) }
    package init(dictionaryLiteral members: (String, SchemaValue)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }
}
