/// Plain scalars as numbers. Quoted scalars are text.
extension Node.Scalar {
    /// The digits of a plain integer with its sign, for any integer's `init(_:radix:)`. Some types have a larger range
    /// than `Int`.
    package var integerDigits: (text: String, radix: Int)? {
        guard style == .plain else { return nil }
        for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
            let digits = text.dropFirst(2)
            let areDigits = digits.allSatisfy { $0.isASCII && $0.hexDigitValue.map { $0 < radix } == true }
            return areDigits && !digits.isEmpty ? (String(digits), radix) : nil
        }
        let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return (text, 10)
    }

    /// The whole number that the author certainly meant, although it is written differently: `"10"`, `10.0`, `1_000`,
    /// `0x10`.
    package var wholeNumber: Int? {
        guard style == .plain else { return Int(text) }
        switch resolved {
        case .int(let value): return value
        case .float(let value): return Int(exactly: value)
        case .string: return text.first?.isNumber == true ? Int(text.filter { $0 != "_" }) : nil
        case .null, .bool: return nil
        }
    }

    /// A plain number, whole or not.
    package var floatingValue: Double? {
        switch resolved {
        case .int(let value): Double(value)
        case .float(let value): value
        case .null, .bool, .string: nil
        }
    }

    package var isNumber: Bool { floatingValue != nil }
}
