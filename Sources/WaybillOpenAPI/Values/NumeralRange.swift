import WaybillTable

/// The constraint of the integers of a schema. As in the type `int`, leading zeros are digits.
///
/// Without a bound it is `int`. If no value is negative, values have no sign, so that a minimum of 0 is `uint`.
enum NumeralRange {
    /// - Parameters:
    ///   - lower: The minimum; `nil` for the least number of 64 bits, or 0 if that is the only sign.
    ///   - upper: The maximum.
    /// - Returns: `nil` if no integer is in the range.
    static func constraint(_ lower: Int128?, _ upper: Int128?) -> ParameterConstraint? {
        let isUnsigned = lower.map { $0 >= 0 } ?? false
        let least = max(lower ?? Int128(Int64.min), isUnsigned ? 0 : Int128(Int64.min))
        let greatest = min(upper ?? .max, isUnsigned ? Int128(UInt64.max) : Int128(Int64.max))
        guard least <= greatest else { return nil }
        switch (least, greatest) {
        case (Int128(Int64.min), Int128(Int64.max)): return .int
        case (0, Int128(UInt64.max)): return .uint
        default: return .regex(isUnsigned ? numerals(least, greatest) : signed(least, greatest))
        }
    }

    private static func signed(_ least: Int128, _ greatest: Int128) -> String {
        let below = greatest < 0 ? -greatest : 0
        let negative = "-" + group(numerals(below, -least))
        return greatest < 0 ? negative : "[+]?\(group(numerals(0, greatest)))|\(negative)"
    }

    /// Numerals of numbers from 0 up, with leading zeros.
    private static func numerals(_ least: Int128, _ greatest: Int128) -> String {
        let zero = least == 0 ? ["0+"] : []
        let first = max(least, 1)
        guard first <= greatest else { return "0+" }
        let shorter = String(first).utf8.count
        let longer = String(greatest).utf8.count
        var choices: [String] = []
        for length in shorter...longer {
            let from = max(first, power(length - 1))
            let to = min(greatest, power(length) - 1)
            choices += sameLength(digits(from), digits(to))
        }
        return (zero + ["0*" + group(choices.joined(separator: "|"))]).joined(separator: "|")
    }

    /// Numerals between two of the same number of digits.
    private static func sameLength(_ low: ArraySlice<Int>, _ high: ArraySlice<Int>) -> [String] {
        guard let least = low.first, let greatest = high.first else { return [""] }
        let rest = low.count - 1
        if low.allSatisfy({ $0 == 0 }) && high.allSatisfy({ $0 == 9 }) { return [anyDigits(low.count)] }
        if least == greatest {
            return sameLength(low.dropFirst(), high.dropFirst()).map { "\(least)" + $0 }
        }
        let all = (low.dropFirst().map { _ in 0 }[...], low.dropFirst().map { _ in 9 }[...])
        let takesLeast = low.dropFirst().allSatisfy { $0 == 0 }
        let takesGreatest = high.dropFirst().allSatisfy { $0 == 9 }
        let middle = (takesLeast ? least : least + 1, takesGreatest ? greatest : greatest - 1)
        let first = takesLeast ? [] : sameLength(low.dropFirst(), all.1).map { "\(least)" + $0 }
        let last = takesGreatest ? [] : sameLength(all.0, high.dropFirst()).map { "\(greatest)" + $0 }
        let between = middle.0 <= middle.1 ? [digit(middle.0, middle.1) + anyDigits(rest)] : []
        return first + between + last
    }

    private static func digit(_ from: Int, _ to: Int) -> String { from == to ? "\(from)" : "[\(from)-\(to)]" }

    private static func anyDigits(_ count: Int) -> String {
        count == 0 ? "" : count == 1 ? "[0-9]" : "[0-9]{\(count)}"
    }

    private static func digits(_ number: Int128) -> ArraySlice<Int> {
        String(number).utf8.map { Int($0) - 0x30 }[...]
    }

    private static func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    private static func group(_ regex: String) -> String { "(\(regex))" }
}
