package import WaybillSyntax

extension ValueDecoder where Value == Located<Duration> {
    /// A length of time with its unit: `500ms`, `1.5s`, `5m`, `1h`.
    package static var duration: ValueDecoder<Located<Duration>> {
        ValueDecoder(.text(pattern: DurationText.pattern, takesNumbers: false)) { input, context in
            guard input.node.byteCount <= DurationText.maximumBytes, let text = input.node.scalarText else {
                context.reportMismatch(input, expected: "a number with a unit, such as \"500ms\" or \"2s\"")
                return nil
            }
            switch DurationText.parse(text) {
            case .success(let duration): return Located(duration, at: input.node.span)
            case .failure(let problem):
                context.report(problem, input, text)
                return nil
            }
        }
    }
}

/// The text of a duration: a number, with or without a fraction, and a unit.
package enum DurationText {
    package struct Unit: Sendable {
        var name: String
        var nanoseconds: Int
        /// The maximum number of digits before and after the point, so that whole nanoseconds always fit 64 bits.
        var wholeDigits: Int
        var fractionDigits: Int
    }

    static let units = [
        Unit(name: "ms", nanoseconds: 1_000_000, wholeDigits: 12, fractionDigits: 6),
        Unit(name: "s", nanoseconds: 1_000_000_000, wholeDigits: 9, fractionDigits: 9),
        Unit(name: "m", nanoseconds: 60_000_000_000, wholeDigits: 7, fractionDigits: 9),
        Unit(name: "h", nanoseconds: 3_600_000_000_000, wholeDigits: 6, fractionDigits: 9),
    ]

    /// The format of ``parse(_:)`` as an ECMA regular expression. At least one digit is not zero.
    static let pattern: String = {
        let forms = units.map { unit in
            "[0-9]{1,\(unit.wholeDigits)}(\\.[0-9]{1,\(unit.fractionDigits)})?\(unit.name)"
        }
        return "^(?=[0-9.]*[1-9])(\(forms.joined(separator: "|")))$"
    }()

    /// The length of the longest text that is parsed.
    static let maximumBytes = 64

    package enum Problem: Error {
        case noUnit
        case unknownUnit(String)
        case notANumber
        case notPositive
        case tooLong
        case tooPrecise(Unit)
    }

    package static func parse(_ text: String) -> Result<Duration, Problem> {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
        let unitText = String(text.dropFirst(number.count))
        let isNegative = number.first == "-"
        let parts = number.dropFirst(isNegative ? 1 : 0)
            .split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) else {
            return .failure(.notANumber)
        }
        guard !unitText.isEmpty else { return .failure(.noUnit) }
        guard let unit = units.first(where: { $0.name == unitText }) else { return .failure(.unknownUnit(unitText)) }
        guard parts[0].count <= unit.wholeDigits else { return .failure(.tooLong) }
        let fraction = parts.count > 1 ? parts[1] : ""
        guard fraction.count <= unit.fractionDigits else { return .failure(.tooPrecise(unit)) }
        let length = nanoseconds(parts[0], fraction, unit.nanoseconds)
        return length > 0 && !isNegative ? .success(.nanoseconds(length)) : .failure(.notPositive)
    }

    /// Returns the text with the unit that the author probably meant: `5s` for `5 sec`.
    static func meant(_ text: String, _ unit: String) -> String? {
        let word = unit.lowercased().split(separator: " ").joined()
        let number = text.dropLast(unit.count)
        return otherNames.first { $0.names.contains(word) }.map { number + $0.unit }
    }

    private static let otherNames: [(unit: String, names: Set<String>)] = [
        ("ms", ["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"]),
        ("s", ["s", "sec", "secs", "second", "seconds"]), ("m", ["m", "min", "mins", "minute", "minutes"]),
        ("h", ["h", "hr", "hrs", "hour", "hours"]),
    ]

    private static func nanoseconds(_ whole: Substring, _ fraction: Substring, _ unit: Int) -> Int {
        var step = unit
        return fraction.reduce((Int(whole) ?? 0) * unit) { sum, digit in
            step /= 10
            return sum + step * (digit.wholeNumberValue ?? 0)
        }
    }
}

extension DecodingContext {
    fileprivate func report(_ problem: DurationText.Problem, _ input: DecodingInput, _ text: String) {
        let name = input.label.bareWord
        let (message, meant): (String, String?) =
            switch problem {
            case .noUnit: ("\(name) \"\(text)\" has no unit; write \"\(text)s\"", "\(text)s")
            case .unknownUnit(let unit):
                ("\(name) \"\(text)\" has an unknown unit '\(unit)'", DurationText.meant(text, unit))
            case .notANumber: ("\(name) \"\(text)\" is not a number with a unit, such as \"500ms\" or \"2s\"", nil)
            case .notPositive: ("\(name) \"\(text)\" must be greater than zero", nil)
            case .tooLong: ("\(name) \"\(text)\" is too long", nil)
            case .tooPrecise(let unit):
                ("\(name) \"\(text)\" has more than \(unit.fractionDigits) digits after the point", nil)
            }
        let fixes = meant.map { meant in
            [Diagnostic.Fix("write \(meant)", safe: false, .write(meant, at: input.node.span))]
        }
        report(
            Diagnostic(
                .outOfRange, at: place(of: input), message, suggestions: meant.map { [$0] } ?? [],
                help: "units are \(DurationText.units.map(\.name).joined(separator: ", "))", fixes: fixes ?? []))
    }
}
