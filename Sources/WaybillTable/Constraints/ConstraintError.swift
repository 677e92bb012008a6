/// The reason why a constraint is not valid: a regex that is not in the language, or exceeds the budget.
public struct ConstraintError: Error, Sendable, Hashable {
    /// The error in words, without a full stop.
    public let reason: String
    /// The advice, as a command.
    public let help: String?
    /// The wrong part of the regex, in UTF-8 bytes from its start. May be empty, at the end.
    public let range: Range<Int>

    /// Returns the error for constraints that together exceed the budget.
    package static func costsTooMuch(together constraint: ParameterConstraint) -> ConstraintError {
        ConstraintError(
            reason: "the regexes and lists of values of this set together take too long to compile",
            help: "use fewer constraints, and check the values in code", range: constraint.wholeRegex)
    }
}
