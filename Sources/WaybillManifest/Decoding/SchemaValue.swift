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
