import WaybillSyntax

extension SubtreeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { node.isNullValue }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard let value = scalar?.booleanValue else { throw mismatch(type, "true or false") }
        return value
    }

    func decode(_ type: String.Type) throws -> String {
        guard let text = scalar?.text, !node.isNullValue else { throw mismatch(type, "text") }
        return text
    }

    @available(macOS 15, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    @available(macOS 15, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

    private var scalar: Node.Scalar? {
        guard case .scalar(let scalar) = node.content else { return nil }
        return scalar
    }

    func decode<Number: Decodable & FixedWidthInteger>(_ type: Number.Type) throws -> Number { try integer(type) }

    private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        guard let digits = scalar?.integerDigits else { throw mismatch(type, "an integer") }
        guard let value = Number(digits.text, radix: digits.radix) else {
            throw outOfRange("must be between \(Number.min) and \(Number.max), found \(scalar?.text ?? "")")
        }
        return value
    }

    func decode<Number: Decodable & BinaryFloatingPoint>(_ type: Number.Type) throws -> Number {
        guard let value = scalar?.floatingValue else { throw mismatch(type, "a number") }
        let number = Number(value)
        let isTooLarge = number.isInfinite && scalar?.text.lowercased().hasSuffix(".inf") == false
        if isTooLarge { throw outOfRange("is too large: \(scalar?.text ?? "")") }
        return number
    }

    private func outOfRange(_ message: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: message))
    }
}
