/// The possible errors of a regex, with their messages. All features that the language lacks are named here.
enum RegexProblem {
    case anchor(Unicode.Scalar)
    case backreference(Unicode.Scalar)
    case count
    case emptyClass
    case missingMinimum
    case namedClass
    case nesting
    case quantifierWithoutOperand
    case rangeOfClass
    case reversedCounts(Int, Int)
    case reversedRange
    case secondQuantifier
    case specialGroup(Unicode.Scalar?)
    case stray(Unicode.Scalar)
    case strayClosingParenthesis
    case strayHyphen
    case trailingBackslash
    case unclosedBracket
    case unclosedParenthesis
    case unknownEscape(Unicode.Scalar)
}

extension RegexProblem {
    var reason: String {
        switch self {
        case .anchor(let scalar): "'\(scalar)' is not allowed here"
        case .backreference(let scalar): "backreferences like '\\\(scalar)' are not supported"
        case .count: "a count must be at most \(RegexParser.countLimit)"
        case .emptyClass: "the class matches nothing"
        case .missingMinimum: "the count has no minimum"
        case .namedClass: "named classes like '[:alpha:]' are not supported"
        case .nesting: "groups nest deeper than \(RegexParser.nestingLimit)"
        case .quantifierWithoutOperand: "nothing to repeat"
        case .rangeOfClass: "a range ends in a class, not in a character"
        case .reversedCounts(let minimum, let maximum): "the minimum \(minimum) is above the maximum \(maximum)"
        case .reversedRange: "the range runs backwards"
        case .secondQuantifier: "two quantifiers in a row"
        case .specialGroup: "groups with '(?' are not supported"
        case .stray(let scalar): "unmatched '\(scalar)'"
        case .strayClosingParenthesis: "unmatched ')'"
        case .strayHyphen: "'-' is not part of a range"
        case .trailingBackslash: "the regex ends with a backslash"
        case .unclosedBracket: "'[' is not closed"
        case .unclosedParenthesis: "'(' is not closed"
        case .unknownEscape(let scalar): "'\\\(scalar)' is not supported"
        }
    }

    var help: String {
        switch self {
        case .anchor(let scalar):
            "remove it: a regex is always anchored at both ends; write \\\(scalar) for a literal character"
        case .backreference: "write the alternatives out"
        case .count: "write a smaller count, or + or * for any number"
        case .emptyClass: "put a character or a range between the brackets; write \\] for a literal bracket"
        case .missingMinimum: "write {0,n} for at most n"
        case .namedClass: "write the characters as ranges, as in [A-Za-z]"
        case .nesting: "remove unneeded groups"
        case .quantifierWithoutOperand:
            "put a character, a class or a group before it, or escape it with a backslash"
        case .rangeOfClass: "write \\- for a literal hyphen"
        case .reversedCounts(let minimum, let maximum): "write {\(maximum),\(minimum)}"
        case .reversedRange: "swap its ends, or write \\- for a literal hyphen"
        case .secondQuantifier: "remove it: a regex matches the whole value, so greedy and lazy are the same"
        case .specialGroup(":"): "remove '?:': plain groups do not capture"
        case .specialGroup("!"), .specialGroup("="):
            "lookaround is not supported: add a route with a literal or a list for the excluded values"
        case .specialGroup: "use plain groups: they do not capture, and flags and lookaround are not supported"
        case .stray(let scalar): "write \\\(scalar) for a literal character"
        case .strayClosingParenthesis: "remove it, or write \\) for a literal character"
        case .strayHyphen: "write \\- for a literal hyphen, or put it first or last"
        case .trailingBackslash: "write \\\\ for a literal backslash"
        case .unclosedBracket: "add a ']', or write \\[ for a literal character"
        case .unclosedParenthesis: "add a ')', or write \\( for a literal character"
        case .unknownEscape(let scalar): Self.help(withEscape: scalar)
        }
    }

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
}
