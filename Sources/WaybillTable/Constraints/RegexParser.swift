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
    var position = 0
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
    func peek(ahead count: Int = 0) -> Unicode.Scalar? {
        position + count < scalars.count ? scalars[position + count] : nil
    }

    mutating func next() -> Unicode.Scalar? {
        guard let scalar = peek() else { return nil }
        position += 1
        return scalar
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        position += 1
        return true
    }

    /// Returns the error, with the text from the scalar at `start` to the current position or of `count` scalars.
    func error(_ problem: RegexProblem, from start: Int, count: Int? = nil) -> ConstraintError {
        let end = count.map { min(start + $0, scalars.count) } ?? position
        return ConstraintError(reason: problem.reason, help: problem.help, range: offset(of: start)..<offset(of: end))
    }

    /// Returns the offset of a scalar or of the end, in UTF-8.
    private func offset(of index: Int) -> Int { scalars[..<index].reduce(0) { $0 + UTF8.width($1) } }
}
