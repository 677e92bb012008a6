extension Node.Scalar {
    /// The value of a scalar in YAML 1.2's core schema.
    package enum Resolution: Sendable, Hashable {
        case null
        case bool(Bool)
        case int(Int)
        /// Also whole numbers of more than 64 bits.
        case float(Double)
        case string
    }

    /// The value of a plain scalar in the core schema. A scalar of any other style is a string.
    package var resolved: Resolution {
        guard style == .plain else { return .string }
        if Self.isNull(text.utf8) { return .null }
        if let value = booleanValue { return .bool(value) }
        return beginsAsNumber ? integer ?? float ?? .string : .string
    }

    /// The value of a plain `true` or `false`; `nil` for other scalars.
    package var booleanValue: Bool? {
        style == .plain && text.utf8.count <= Self.longestWord ? Self.booleans[text] : nil
    }

    /// Whether a plain text is null: empty, or one of YAML's words for null.
    static func isNull(_ text: some Collection<UInt8>) -> Bool {
        switch text.count {
        case 0: true
        case 1: text.first == UInt8(ascii: "~")
        case 4: ["null", "Null", "NULL"].contains { $0.utf8.elementsEqual(text) }
        default: false
        }
    }

    /// Whether YAML 1.1 parsers read this plain scalar as another type or another number: `no`, `True`, `~`, `010`,
    /// `1_000`, `12:30`, `1e3`, `2024-01-01`, `=`.
    package var isAmbiguousToYAML11: Bool {
        // Longer numbers and dates do not occur.
        guard style == .plain, text.utf8.count <= 64 else { return false }
        if beginsAsNumber { return isAmbiguousNumber || isTimestamp }
        return text.utf8.count <= Self.longestWord && Self.ambiguousWords.contains(text)
    }

    /// Whether the text begins as numbers and dates do.
    private var beginsAsNumber: Bool {
        guard let first = text.utf8.first else { return false }
        return first.isDigit || first.isSign || first == .dot
    }

    /// The number of bytes of `false`.
    private static let longestWord = 5

    private static let booleans = [
        "true": true, "True": true, "TRUE": true, "false": false, "False": false, "FALSE": false,
    ]

    private static let ambiguousWords: Set<String> = Set(
        ["y", "n", "yes", "no", "on", "off", "true", "false", "null"].flatMap { word in
            [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()]
        } + ["~", "="])

    private var integer: Resolution? {
        guard let (digits, radix) = integerDigits else { return nil }
        if let value = Int(digits, radix: radix) { return .int(value) }
        if radix == 10 { return Double(digits).map(Resolution.float) }
        return .float(digits.reduce(0) { $0 * Double(radix) + Double($1.hexDigitValue ?? 0) })
    }

    private var float: Resolution? {
        switch text {
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .float(.infinity)
        case "-.inf", "-.Inf", "-.INF": return .float(-.infinity)
        case ".nan", ".NaN", ".NAN": return .float(.nan)
        default: return Self.isFloat(text) ? Double(text).map(Resolution.float) : nil
        }
    }

    /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
    private static func isFloat(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        if rest.first.map(\.isSign) == true { rest.removeFirst() }
        let whole = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(whole.count)
        if rest.first == .dot {
            let fraction = rest.dropFirst().prefix(while: \.isDigit)
            guard !whole.isEmpty || !fraction.isEmpty else { return false }
            rest = rest.dropFirst(1 + fraction.count)
        } else if whole.isEmpty {
            return false
        }
        guard let exponent = rest.first else { return true }
        guard exponent | 0x20 == UInt8(ascii: "e") else { return false }
        rest.removeFirst()
        if rest.first.map(\.isSign) == true { rest.removeFirst() }
        return !rest.isEmpty && rest.allSatisfy(\.isDigit)
    }

    /// Octal by a leading zero, `0b`, digits with `_`, base 60, or a float that only one version of YAML reads as a float.
    private var isAmbiguousNumber: Bool {
        let bytes = Array(text.utf8)
        let unsigned = bytes.first.map(\.isSign) == true ? bytes.dropFirst() : bytes[...]
        guard let first = unsigned.first, first.isDigit || first == .dot else { return false }
        let rest = unsigned.dropFirst()
        if first == .zero, let second = rest.first {
            if second == UInt8(ascii: "b") {
                return rest.count > 1 && rest.dropFirst().allSatisfy { $0.isDigit || $0 == .underscore }
            }
            if rest.allSatisfy({ $0.isDigit || $0 == .underscore }) { return true }
        }
        if Self.isFloat(text) { return first == .dot || bytes.contains { $0 | 0x20 == UInt8(ascii: "e") } }
        return isGroupedNumber(unsigned) || isSexagesimal(unsigned)
    }

    private func isGroupedNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.contains(.underscore) else { return false }
        if bytes.starts(with: [.zero, UInt8(ascii: "x")]) {
            return bytes.dropFirst(2).allSatisfy { Character(Unicode.Scalar($0)).isHexDigit || $0 == .underscore }
        }
        return bytes.allSatisfy { $0.isDigit || $0 == .underscore || $0 == .dot }
            && bytes.count { $0 == .dot } <= 1
    }

    /// `12:30`, `1:30:15.5`
    private func isSexagesimal(_ bytes: ArraySlice<UInt8>) -> Bool {
        let whole = bytes.prefix { $0 != .dot }
        guard bytes.dropFirst(whole.count).dropFirst().allSatisfy({ $0.isDigit || $0 == .underscore }) else {
            return false
        }
        let parts = whole.split(separator: .colon, omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, !first.isEmpty else { return false }
        return first.allSatisfy { $0.isDigit || $0 == .underscore }
            && parts.dropFirst().allSatisfy { part in
                part.allSatisfy(\.isDigit)
                    && (part.count == 1 || part.count == 2 && part.first ?? 0 < UInt8(ascii: "6"))
            }
    }

    /// `2024-01-01`, alone or with a time after it.
    package var isTimestamp: Bool {
        let bytes = Array(text.utf8)
        let date = bytes.prefix { $0.isDigit || $0 == UInt8(ascii: "-") }
        let parts = date.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, 1...2 ~= parts[1].count, 1...2 ~= parts[2].count else {
            return false
        }
        guard let next = bytes.dropFirst(date.count).first else { return true }
        return (next | 0x20 == UInt8(ascii: "t") || next == UInt8(ascii: " ")) && bytes.contains(.colon)
    }
}

extension UInt8 {
    fileprivate static let zero = UInt8(ascii: "0")
    fileprivate static let dot = UInt8(ascii: ".")
    fileprivate static let colon = UInt8(ascii: ":")
    fileprivate static let underscore = UInt8(ascii: "_")
    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    fileprivate var isSign: Bool { self == UInt8(ascii: "+") || self == UInt8(ascii: "-") }
}

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
