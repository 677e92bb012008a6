/// Why a constraint is not one: a regex outside the language, or over budget.
public struct ConstraintError: Error, Sendable, Hashable {
    /// What is wrong, in words, without a full stop.
    public let reason: String
    /// What to do about it.
    public let help: String?
    /// The part of the regex text that is wrong, in UTF-8 bytes from its start. May be empty, at the end.
    public let range: Range<Int>

    package init(reason: String, help: String?, range: Range<Int>) {
        self.reason = reason
        self.help = help
        self.range = range
    }

    /// No fault of this constraint alone: all together cost too much.
    package static func costsTooMuch(together constraint: ParameterConstraint) -> ConstraintError {
        ConstraintError(
            reason: "the regexes and lists of values of this set together take too long to compile",
            help: "use fewer constraints, and check the values in code", range: constraint.wholeRegex)
    }
}
