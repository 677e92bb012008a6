/// What can be wrong with a regex, each with its words: all that the language leaves out is named here.
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
        case .anchor(let scalar): "'\(scalar)' is not needed in a regex here"
        case .backreference(let scalar): "backreferences like '\\\(scalar)' are not part of the regex language"
        case .count: "a count in a regex is \(RegexParser.countLimit) at most"
        case .emptyClass: "the class matches nothing"
        case .missingMinimum: "the count has no minimum"
        case .namedClass: "named classes like '[:alpha:]' are not part of the regex language"
        case .nesting: "groups nest deeper than \(RegexParser.nestingLimit)"
        case .quantifierWithoutOperand: "nothing stands before the quantifier"
        case .rangeOfClass: "a range ends in a class, not in a character"
        case .reversedCounts(let minimum, let maximum): "the minimum \(minimum) is above the maximum \(maximum)"
        case .reversedRange: "the range runs backwards"
        case .secondQuantifier: "a second quantifier follows the first"
        case .specialGroup: "groups with '(?' are not part of the regex language"
        case .stray(let scalar): "'\(scalar)' stands alone"
        case .strayClosingParenthesis: "')' closes nothing"
        case .strayHyphen: "'-' stands between two members of the class, without being part of a range"
        case .trailingBackslash: "the regex ends in a backslash"
        case .unclosedBracket: "'[' is never closed"
        case .unclosedParenthesis: "'(' is never closed"
        case .unknownEscape(let scalar): "'\\\(scalar)' is not part of the regex language"
        }
    }

    var help: String {
        switch self {
        case .anchor(let scalar):
            "remove it, for a regex is anchored at both ends by itself; write \\\(scalar) for the character"
        case .backreference: "write out what may stand there"
        case .count: "write a smaller count, or + or * for any number"
        case .emptyClass: "put a character or a range between the brackets; write \\] for the bracket itself"
        case .missingMinimum: "write {0,n} for n at most"
        case .namedClass: "write the characters as ranges, as in [A-Za-z]"
        case .nesting: "remove groups that are not needed"
        case .quantifierWithoutOperand:
            "put a character, a class or a group before it, or a backslash for the character itself"
        case .rangeOfClass: "write \\- for the hyphen itself"
        case .reversedCounts(let minimum, let maximum): "write {\(maximum),\(minimum)}"
        case .reversedRange: "swap its ends, or write \\- for the hyphen itself"
        case .secondQuantifier: "remove it; greedy or lazy makes no difference, for a regex matches the whole value"
        case .specialGroup(":"): "remove '?:', for plain groups capture nothing"
        case .specialGroup("!"), .specialGroup("="):
            "there is no lookaround: give the values that are excluded a route of its own, with a literal or a list"
        case .specialGroup: "use plain groups; they capture nothing, and there are no flags and no lookaround"
        case .stray(let scalar): "write \\\(scalar) for the character itself"
        case .strayClosingParenthesis: "remove it, or write \\) for the character itself"
        case .strayHyphen: "write \\- for the hyphen itself, or put it first or last"
        case .trailingBackslash: "write \\\\ for the backslash itself"
        case .unclosedBracket: "add a ']', or write \\[ for the character itself"
        case .unclosedParenthesis: "add a ')', or write \\( for the character itself"
        case .unknownEscape(let scalar): Self.help(withEscape: scalar)
        }
    }

    private static func help(withEscape scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "D": "write [^0-9]"
        case "W": "write [^A-Za-z0-9_]"
        case "S": "write [^\\s]"
        case "A", "Z", "b", "z": "remove it, for a regex is anchored at both ends by itself"
        case "p", "P": "write the characters as ranges, as in [A-Za-zÀ-ÿ]"
        case "B"..."Z", "a"..."z":
            "write the character itself; only \\d, \\w, \\s and escaped punctuation stand for others"
        default: "remove the backslash"
        }
    }
}
