extension RegexParser {
    /// Parses a quantifier, if there is one.
    mutating func quantifier() throws(ConstraintError) -> (minimum: Int, maximum: Int?)? {
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
