import WaybillTable

/// Translates the regular expressions of schemas (ECMA-262) into those of `params:`, and back.
///
/// A `pattern` matches anywhere in a text unless it has anchors. A dot also matches line ends here. What both languages
/// write alike stays as it is, so that a translated regex is translated to itself.
struct ECMARegex {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    /// A construct that the language of `params:` does not have.
    struct Unsupported: Error {
        var construct: String
    }

    /// Returns the regex for whole texts.
    static func whole(_ pattern: String) throws(Unsupported) -> String {
        if let inner = unwrapped(pattern) { return inner }
        var reader = ECMARegex(scalars: Array(pattern.unicodeScalars))
        let alternatives = try reader.alternatives()
        guard reader.peek == nil else { throw Unsupported(construct: "an unmatched ')'") }
        return alternatives.map { ($0.isAnchoredAtStart ? "" : ".*") + $0.text + ($0.isAnchoredAtEnd ? "" : ".*") }
            .joined(separator: "|")
    }

    /// Returns the pattern of a schema with the values of a constraint.
    static func pattern(_ regex: String) -> String {
        let isPlain = (try? ECMARegex.whole("^\(regex)$")) == regex
        let visible = regex.unicodeScalars.map(visible).joined()
        return isPlain ? "^\(visible)$" : "^(?:\(visible))$"
    }

    /// Returns the scalar, or its escape if it is a control character.
    private static func visible(_ scalar: Unicode.Scalar) -> String {
        guard scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) else { return String(scalar) }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Returns the regex in a group that is all between two anchors: `^(?:a|b)$`.
    private static func unwrapped(_ pattern: String) -> String? {
        guard pattern.hasPrefix("^(?:"), pattern.hasSuffix(")$") else { return nil }
        var reader = ECMARegex(scalars: Array(pattern.unicodeScalars.dropFirst(4).dropLast(2)))
        guard let inner = try? reader.alternatives(), reader.peek == nil, inner.allSatisfy({ !$0.isAnchored }) else {
            return nil
        }
        return inner.map(\.text).joined(separator: "|")
    }

    private struct Alternative {
        var text = ""
        var isAnchoredAtStart = false
        var isAnchoredAtEnd = false

        var isAnchored: Bool { isAnchoredAtStart || isAnchoredAtEnd }
    }

    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    private mutating func next() throws(Unsupported) -> Unicode.Scalar {
        guard let scalar = peek else { throw Unsupported(construct: "an unfinished construct") }
        position += 1
        return scalar
    }

    // MARK: Structure

    private mutating func alternatives() throws(Unsupported) -> [Alternative] {
        var all: [Alternative] = []
        repeat { all.append(try alternative()) } while take("|")
        return all
    }

    private mutating func alternative() throws(Unsupported) -> Alternative {
        var alternative = Alternative()
        alternative.isAnchoredAtStart = take("^")
        while let scalar = peek, scalar != "|", scalar != ")" {
            if take("$") {
                alternative.isAnchoredAtEnd = true
                guard peek == nil || peek == "|" || peek == ")" else {
                    throw Unsupported(construct: "'$' in the middle")
                }
                break
            }
            alternative.text += try atom() + quantifier()
        }
        return alternative
    }

    private mutating func atom() throws(Unsupported) -> String {
        let scalar = try next()
        switch scalar {
        case "(": return try group()
        case "[": return try characterClass()
        case "\\": return try escape(inClass: false)
        case "^": throw Unsupported(construct: "'^' in the middle")
        case "*", "+", "?": throw Unsupported(construct: "a quantifier without an operand")
        case "]", "{", "}": return "\\" + String(scalar)
        default: return String(scalar)
        }
    }

    private mutating func group() throws(Unsupported) -> String {
        if take("?") {
            if take("<"), peek != "=", peek != "!" {
                while try next() != ">" {}
            } else if !take(":") {
                throw Unsupported(construct: "lookaround or flags")
            }
        }
        let inner = try alternatives()
        guard take(")") else { throw Unsupported(construct: "an unmatched '('") }
        guard inner.allSatisfy({ !$0.isAnchored }) else {
            throw Unsupported(construct: "an anchor in a group")
        }
        return "(" + inner.map(\.text).joined(separator: "|") + ")"
    }

    private mutating func quantifier() throws(Unsupported) -> String {
        var text = ""
        switch peek {
        case "*", "+", "?": text = String(try next())
        case "{":
            guard let written = counts() else { return "" }
            text = written
        default: return ""
        }
        // Lazy quantifiers match the same texts.
        _ = take("?")
        return text
    }

    /// Returns `{m,n}`; `nil` if the brace is a literal one.
    private mutating func counts() -> String? {
        let rest = scalars[position...].prefix { $0 != "}" }
        let digits = rest.dropFirst().split(separator: ",", omittingEmptySubsequences: false)
        let isCount =
            (1...2).contains(digits.count) && digits[0].first != nil
            && digits.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } }
        guard isCount, rest.endIndex < scalars.count else { return nil }
        position = rest.endIndex + 1
        return String(String.UnicodeScalarView(rest)) + "}"
    }

    // MARK: Characters

    private mutating func escape(inClass: Bool) throws(Unsupported) -> String {
        let scalar = try next()
        switch scalar {
        case "d", "w", "s": return "\\" + String(scalar)
        case "D" where !inClass: return "[^0-9]"
        case "W" where !inClass: return "[^A-Za-z0-9_]"
        case "S" where !inClass: return "[^\\s]"
        case "x": return try literal(hex: 2)
        case "u": return try take("{") ? bracedLiteral() : literal(hex: 4)
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "f": return "\u{C}"
        case "v": return "\u{B}"
        case "0"..."9", "a"..."z", "A"..."Z": throw Unsupported(construct: "'\\\(scalar)'")
        default: return scalar == "_" || scalar == " " || !scalar.isASCII ? String(scalar) : "\\" + String(scalar)
        }
    }

    private mutating func bracedLiteral() throws(Unsupported) -> String {
        let digits = scalars[position...].prefix { $0 != "}" }
        let text = try literal(hex: digits.count)
        _ = take("}")
        return text
    }

    private mutating func literal(hex count: Int) throws(Unsupported) -> String {
        let digits = scalars[position...].prefix(count)
        guard digits.count == count, let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw Unsupported(construct: "a bad escape") }
        position += count
        return ParameterConstraint.escaped(String(scalar))
    }

    private mutating func characterClass() throws(Unsupported) -> String {
        for everything in ["\\s\\S]", "\\S\\s]", "\\d\\D]", "\\w\\W]", "^]"] where take(everything) { return "." }
        var text = take("^") ? "[^" : "["
        let first = text
        while !take("]") {
            let item = try classItem()
            // `range(from:)` has taken the hyphens of ranges.
            text += item == "-" && text != first && peek != "]" ? "\\-" : item
        }
        guard text != first else { throw Unsupported(construct: "an empty class") }
        return text + "]"
    }

    private mutating func classItem() throws(Unsupported) -> String {
        let scalar = try next()
        switch scalar {
        case "\\":
            if take("b") { throw Unsupported(construct: "'\\b'") }
            return try range(from: try escape(inClass: true))
        case "[": return try range(from: peek == ":" ? "\\[" : "[")
        case "-": return "-"
        default: return try range(from: String(scalar))
        }
    }

    /// Returns an item, with the end of its range if it begins one.
    private mutating func range(from low: String) throws(Unsupported) -> String {
        guard peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else { return low }
        let isSet = ["\\d", "\\w", "\\s"].contains(low)
        position += 1
        let scalar = try next()
        let high = scalar == "\\" ? try escape(inClass: true) : String(scalar)
        if isSet || ["\\d", "\\w", "\\s"].contains(high) { return low + "\\-" + high }
        return low + "-" + high
    }
}
