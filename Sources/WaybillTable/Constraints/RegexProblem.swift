/// An error of a regex. All features that the language lacks are named here.
struct RegexProblem {
    let reason: String
    let help: String

    private init(_ reason: String, help: String) { (self.reason, self.help) = (reason, help) }

    // MARK: Characters

    static func anchor(_ scalar: Unicode.Scalar) -> Self {
        Self(
            "'\(scalar)' is not allowed here",
            help: "remove it: a regex is always anchored at both ends; write \\\(scalar) for a literal character")
    }
    static func stray(_ scalar: Unicode.Scalar) -> Self {
        Self("unmatched '\(scalar)'", help: "write \\\(scalar) for a literal character")
    }
    static func backreference(_ scalar: Unicode.Scalar) -> Self {
        Self("backreferences like '\\\(scalar)' are not supported", help: "write the alternatives out")
    }
    static func unknownEscape(_ scalar: Unicode.Scalar) -> Self {
        Self("'\\\(scalar)' is not supported", help: help(withEscape: scalar))
    }
    static let trailingBackslash = Self(
        "the regex ends with a backslash", help: "write \\\\ for a literal backslash")

    private static func help(withEscape scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "D": "write [^0-9]"
        case "W": "write [^A-Za-z0-9_]"
        case "S": "write [^\\s]"
        case "A", "Z", "b", "z": "remove it: a regex is always anchored at both ends"
        case "p", "P": "write the characters as ranges, as in [A-Za-zÀ-ÿ]"
        case "B"..."Z", "a"..."z":
            "write the character itself; only \\d, \\w, \\s and escaped punctuation are supported"
        default: "remove the backslash"
        }
    }

    // MARK: Groups

    static let nesting = Self(
        "groups nest deeper than \(RegexParser.nestingLimit)", help: "remove unneeded groups")
    static let unclosedParenthesis = Self("'(' is not closed", help: "add a ')', or write \\( for a literal character")
    static let strayClosingParenthesis = Self("unmatched ')'", help: "remove it, or write \\) for a literal character")
    static func specialGroup(_ scalar: Unicode.Scalar?) -> Self {
        let help =
            switch scalar {
            case ":": "remove '?:': plain groups do not capture"
            case "!", "=": "lookaround is not supported: add a route with a literal or a list for the excluded values"
            default: "use plain groups: they do not capture, and flags and lookaround are not supported"
            }
        return Self("groups with '(?' are not supported", help: help)
    }

    // MARK: Quantifiers

    static let quantifierWithoutOperand = Self(
        "nothing to repeat", help: "put a character, a class or a group before it, or escape it with a backslash")
    static let secondQuantifier = Self(
        "two quantifiers in a row",
        help: "remove it: a regex matches the whole value, so greedy and lazy are the same")
    static let count = Self(
        "a count must be at most \(RegexParser.countLimit)", help: "write a smaller count, or + or * for any number")
    static let missingMinimum = Self("the count has no minimum", help: "write {0,n} for at most n")
    static func reversedCounts(_ minimum: Int, _ maximum: Int) -> Self {
        Self("the minimum \(minimum) is above the maximum \(maximum)", help: "write {\(maximum),\(minimum)}")
    }

    // MARK: Classes

    static let emptyClass = Self(
        "the class matches nothing",
        help: "put a character or a range between the brackets; write \\] for a literal bracket")
    static let namedClass = Self(
        "named classes like '[:alpha:]' are not supported", help: "write the characters as ranges, as in [A-Za-z]")
    static let rangeOfClass = Self(
        "a range ends in a class, not in a character", help: "write \\- for a literal hyphen")
    static let reversedRange = Self(
        "the range runs backwards", help: "swap its ends, or write \\- for a literal hyphen")
    static let strayHyphen = Self(
        "'-' is not part of a range", help: "write \\- for a literal hyphen, or put it first or last")
    static let unclosedBracket = Self("'[' is not closed", help: "add a ']', or write \\[ for a literal character")
}
