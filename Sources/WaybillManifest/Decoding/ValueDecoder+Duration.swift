import WaybillSyntax

extension ValueDecoder where Value == Located<Duration> {
    /// A length of time with its unit: `500ms`, `1.5s`, `5m`, `1h`.
    static var duration: ValueDecoder {
        ValueDecoder(.text(pattern: #"^[0-9]+(\.[0-9]+)?(ms|s|m|h)$"#)) { input, context in
            guard input.node.byteCount <= DurationText.mostBytes, let text = input.node.scalarText else {
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
enum DurationText {
    static let units: [(name: String, nanoseconds: Int)] = [
        ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
    ]

    /// The length of the longest text that is parsed.
    static let mostBytes = 64

    enum Problem: Error {
        case noUnit
        case unknownUnit(String)
        case notANumber
        case notPositive
        case tooLong
    }

    static func parse(_ text: String) -> Result<Duration, Problem> {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
        let unitText = String(text.dropFirst(number.count))
        let isNegative = number.first == "-"
        let parts = number.dropFirst(isNegative || number.first == "+" ? 1 : 0)
            .split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) else {
            return .failure(.notANumber)
        }
        guard !unitText.isEmpty else { return .failure(.noUnit) }
        guard let unit = units.first(where: { $0.name == unitText }) else { return .failure(.unknownUnit(unitText)) }
        guard let length = nanoseconds(parts.map(String.init), unit.nanoseconds) else { return .failure(.tooLong) }
        return length > 0 && !isNegative ? .success(.nanoseconds(length)) : .failure(.notPositive)
    }

    /// The text with its unit replaced by the one that the author probably meant: `5s` for `5 sec`.
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

    /// The whole part and the fraction in nanoseconds, rounded down; nil over some 292 years.
    private static func nanoseconds(_ parts: [String], _ unit: Int) -> Int? {
        guard let whole = Int(parts[0]) else { return nil }
        var (sum, overflow) = whole.multipliedReportingOverflow(by: unit)
        if overflow { return nil }
        var step = unit
        for digit in parts.count > 1 ? parts[1] : "" {
            // Exact down to tens of nanoseconds; further digits do not count.
            step /= 10
            (sum, overflow) = sum.addingReportingOverflow(step * (digit.wholeNumberValue ?? 0))
            if overflow { return nil }
        }
        return sum
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
