extension RegexParser {
    /// Parses the text after the bracket at `start`.
    mutating func characterClass(from start: Int) throws(ConstraintError) -> ScalarSet {
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
    mutating func escape(from start: Int) throws(ConstraintError) -> ScalarSet {
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
