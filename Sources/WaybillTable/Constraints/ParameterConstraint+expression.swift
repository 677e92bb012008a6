extension ParameterConstraint {
    /// Returns the constraint as a regular expression. Every type except a list is written in the regex language.
    func expression(caseSensitive: Bool) throws(ConstraintError) -> RegularExpression {
        switch self {
        case .oneOf(let values): .choice(values.map { .literal($0, foldingCase: !caseSensitive) })
        case .regex(let text): try RegexParser.parse(text)
        case .int: try RegexParser.parse(Self.signedDecimal)
        case .uint: try RegexParser.parse(Self.decimal(upTo: UInt64.max))
        case .hex: try RegexParser.parse("[0-9A-Fa-f]+")
        case .uuid: try RegexParser.parse("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
        case .slug: try RegexParser.parse("[a-z0-9]+(-[a-z0-9]+)*")
        case .alpha: try RegexParser.parse("[A-Za-z]+")
        case .date: try RegexParser.parse(Self.day)
        }
    }

    /// Checks quickly whether a regex is in the language, and not too large.
    ///
    /// - Throws: The error of ``Automaton`` for the same reason.
    package func checkText() throws(ConstraintError) {
        guard case .regex(let text) = self else { return }
        let limit = ConstructionBudget.regex.size
        guard try RegexParser.parse(text).size <= limit else { throw ConstraintError(.size(limit), in: self) }
    }

    /// The range of the whole text of a regex.
    var wholeRegex: Range<Int> {
        if case .regex(let text) = self { 0..<text.utf8.count } else { 0..<0 }
    }

    /// The budget. Only regexes written by people are limited, because other automata are no larger than their text.
    var budget: ConstructionBudget {
        if case .regex = self { .regex } else { .unlimited }
    }

    private static var signedDecimal: String {
        "[+]?\(decimal(upTo: UInt64(Int64.max)))|-\(decimal(upTo: Int64.min.magnitude))"
    }

    /// Decimal numerals with a value of at most `bound`, which is at least 10.
    ///
    /// Either only zeros; or zeros and then, from the first other digit: fewer digits than the bound, or its first
    /// digits and then a smaller one, or the bound. (If the shorter numerals could contain leading zeros, the
    /// construction would need far more states.)
    private static func decimal(upTo bound: UInt64) -> String {
        let digits = Array(String(bound).utf8).map { Int($0) - 0x30 }
        var choices = ["[1-9][0-9]{0,\(digits.count - 2)}", String(bound)]
        var prefix = ""
        for (index, digit) in digits.enumerated() {
            let least = index == 0 ? 1 : 0
            if digit > least {
                choices.append("\(prefix)[\(least)-\(digit - 1)][0-9]{\(digits.count - index - 1)}")
            }
            prefix += String(digit)
        }
        return "(0+|0*(\(choices.joined(separator: "|"))))"
    }

    /// Days of the Gregorian calendar from 0001-01-01 to 9999-12-31.
    private static var day: String {
        let year = "([0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)"
        let multipleOfFour = "(0[48]|[2468][048]|[13579][26])"  // two digits except 00
        let leapYear = "([0-9]{2}\(multipleOfFour)|\(multipleOfFour)00)"
        let longMonth = "(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
        let shortMonth = "(0[469]|11)-(0[1-9]|[12][0-9]|30)"
        let february = "02-(0[1-9]|1[0-9]|2[0-8])"
        return "\(year)-(\(longMonth)|\(shortMonth)|\(february))|\(leapYear)-02-29"
    }
}
