/// Reads the regex language of `params:`.
///
///     choice      sequence ('|' sequence)*
///     sequence    (atom quantifier?)*
///     atom        '(' choice ')'  |  class  |  '.'  |  escape  |  any other scalar but  ^ $ ) ] { } ? * +
///     quantifier  '?'  |  '*'  |  '+'  |  '{' m '}'  |  '{' m ',' '}'  |  '{' m ',' n '}'
///     class       '[' '^'? (scalar '-' scalar  |  scalar  |  escape)+ ']'
///     escape      '\d'  |  '\w'  |  '\s'  |  '\' ASCII punctuation
struct RegexParser {
    /// The maximum nesting of groups. It limits every recursion over an expression.
    static let nestingLimit = 50
    /// The largest count in braces.
    static let countLimit = 1000

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    static func parse(_ text: String) throws(ConstraintError) -> RegularExpression {
        var parser = RegexParser(text)
        let expression = try parser.choice()
        guard parser.peek() == nil else {
            parser.position += 1
            throw parser.error(.strayClosingParenthesis, from: parser.position - 1)
        }
        return expression
    }

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    private mutating func choice() throws(ConstraintError) -> RegularExpression {
        var choices = [try sequence()]
        while take("|") { choices.append(try sequence()) }
        return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func sequence() throws(ConstraintError) -> RegularExpression {
        var parts: [RegularExpression] = []
        while let next = peek(), next != "|", next != ")" { parts.append(try quantified()) }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func quantified() throws(ConstraintError) -> RegularExpression {
        let start = position
        guard try quantifier() == nil else { throw error(.quantifierWithoutOperand, from: start) }
        let operand = try atom()
        guard let counts = try quantifier() else { return operand }
        let second = position
        guard try quantifier() == nil else { throw error(.secondQuantifier, from: second) }
        return .repetition(operand, minimum: counts.minimum, maximum: counts.maximum)
    }

    private mutating func atom() throws(ConstraintError) -> RegularExpression {
        let start = position
        guard let scalar = next() else { return .sequence([]) }
        switch scalar {
        case "(": return try group(from: start)
        case "[": return .scalars(try characterClass(from: start))
        case "\\": return .scalars(try escape(from: start))
        case ".": return .scalars(.all)
        case "^", "$": throw error(.anchor(scalar), from: start)
        case "]", "}": throw error(.stray(scalar), from: start)
        default: return .scalars(ScalarSet(scalar))
        }
    }

    private mutating func group(from start: Int) throws(ConstraintError) -> RegularExpression {
        if take("?") { throw error(.specialGroup(peek()), from: start) }
        guard depth < Self.nestingLimit else { throw error(.nesting, from: start) }
        depth += 1
        let expression = try choice()
        depth -= 1
        guard take(")") else { throw error(.unclosedParenthesis, from: start, count: 1) }
        return expression
    }
}

// Reading scalar by scalar.
extension RegexParser {
    private func peek(ahead count: Int = 0) -> Unicode.Scalar? {
        position + count < scalars.count ? scalars[position + count] : nil
    }

    private mutating func next() -> Unicode.Scalar? {
        guard let scalar = peek() else { return nil }
        position += 1
        return scalar
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        position += 1
        return true
    }

    /// Returns the error, with the text from the scalar at `start` to the current position or of `count` scalars.
    private func error(_ problem: RegexProblem, from start: Int, count: Int? = nil) -> ConstraintError {
        let end = count.map { min(start + $0, scalars.count) } ?? position
        return ConstraintError(reason: problem.reason, help: problem.help, range: offset(of: start)..<offset(of: end))
    }

    /// Returns the offset of a scalar or of the end, in UTF-8.
    private func offset(of index: Int) -> Int { scalars[..<index].reduce(0) { $0 + UTF8.width($1) } }
}

extension RegexParser {
    /// Parses a quantifier, if there is one.
    private mutating func quantifier() throws(ConstraintError) -> (minimum: Int, maximum: Int?)? {
        let start = position
        switch peek() {
        case "?":
            position += 1
            return (0, 1)
        case "*":
            position += 1
            return (0, nil)
        case "+":
            position += 1
            return (1, nil)
        case "{":
            position += 1
            return try counts(from: start)
        default:
            return nil
        }
    }

    /// Parses the text after the brace at `start`.
    private mutating func counts(from start: Int) throws(ConstraintError) -> (minimum: Int, maximum: Int?) {
        guard let minimum = try count() else {
            throw peek() == ","
                ? error(.missingMinimum, from: start, count: 2) : error(.stray("{"), from: start, count: 1)
        }
        var maximum: Int? = minimum
        if take(",") { maximum = try count() }
        guard take("}") else { throw error(.stray("{"), from: start, count: 1) }
        if let maximum, maximum < minimum { throw error(.reversedCounts(minimum, maximum), from: start) }
        return (minimum, maximum)
    }

    /// Parses a decimal number within the limit, if there is one.
    private mutating func count() throws(ConstraintError) -> Int? {
        let start = position
        var value = 0
        while let scalar = peek(), ("0"..."9").contains(scalar) {
            position += 1
            value = min(value * 10 + Int(scalar.value - 0x30), Self.countLimit + 1)
        }
        guard value <= Self.countLimit else { throw error(.count, from: start) }
        return position == start ? nil : value
    }
}

extension RegexParser {
    /// Parses the text after the bracket at `start`.
    private mutating func characterClass(from start: Int) throws(ConstraintError) -> ScalarSet {
        let isNegated = take("^")
        let first = position
        var ranges: [ClosedRange<UInt32>] = []
        while !take("]") {
            guard peek() != nil else { throw error(.unclosedBracket, from: start, count: 1) }
            ranges += try classItem(isFirst: position == first).ranges
        }
        let set = isNegated ? ScalarSet(ranges).inverted : ScalarSet(ranges)
        guard position > first + 1, !set.isEmpty else { throw error(.emptyClass, from: start) }
        return set
    }

    private mutating func classItem(isFirst: Bool) throws(ConstraintError) -> ScalarSet {
        let start = position
        let isHyphen = peek() == "-"
        let low = try classMember()
        guard peek() == "-", let following = peek(ahead: 1), following != "]" else {
            if isHyphen, !isFirst, let next = peek(), next != "]" { throw error(.strayHyphen, from: start, count: 1) }
            return low
        }
        position += 1
        let high = try classMember()
        guard let lower = low.single, let upper = high.single else { throw error(.rangeOfClass, from: start) }
        guard lower <= upper else { throw error(.reversedRange, from: start) }
        return ScalarSet([lower...upper])
    }

    /// Parses a literal scalar, or an escape.
    private mutating func classMember() throws(ConstraintError) -> ScalarSet {
        let start = position
        guard let scalar = next() else { return ScalarSet([]) }
        if scalar == "\\" { return try escape(from: start) }
        if scalar == "[", peek() == ":" { throw error(.namedClass, from: start, count: 2) }
        return ScalarSet(scalar)
    }

    /// Parses the text after the backslash at `start`.
    private mutating func escape(from start: Int) throws(ConstraintError) -> ScalarSet {
        guard let scalar = next() else { throw error(.trailingBackslash, from: start) }
        switch scalar {
        case "d": return .digits
        case "w": return .wordCharacters
        case "s": return .whitespace
        case "0"..."9": throw error(.backreference(scalar), from: start)
        case "!"..."~" where !("A"..."Z").contains(scalar) && !("a"..."z").contains(scalar): return ScalarSet(scalar)
        default: throw error(.unknownEscape(scalar), from: start)
        }
    }
}
