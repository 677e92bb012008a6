/// A constraint on a capture, from `params:`. A value that violates it does not match.
///
/// Two constraints are equal if they are written with the same Unicode scalars. (`String` considers a composed and a
/// decomposed "é" equal, URLs do not.)
public enum ParameterConstraint: Sendable {
    /// The values of a named type, such as ``int``.
    case type(ConstraintType)
    /// One of these values; without case sensitivity, ASCII letters fold on both sides.
    case oneOf([String])
    /// The text between the slashes of `/regex/`, anchored at both ends by itself.
    case regex(String)

    /// The named type; `nil` for a list and a regex.
    package var type: ConstraintType? { if case .type(let type) = self { type } else { nil } }

    /// Whether its values have no other type than `String`.
    package var isReadAsText: Bool {
        switch self {
        case .type(let type): type.swiftType == .string
        case .oneOf: false
        case .regex: true
        }
    }
}

extension ParameterConstraint: Hashable {
    public static func == (left: ParameterConstraint, right: ParameterConstraint) -> Bool {
        switch (left, right) {
        case (.type(let left), .type(let right)): left === right
        case (.oneOf(let left), .oneOf(let right)): left.map(\.exact) == right.map(\.exact)
        case (.regex(let left), .regex(let right)): left.exact == right.exact
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .type(let type): hasher.combine(ObjectIdentifier(type))
        case .oneOf(let values): hasher.combine(values)
        case .regex(let text): hasher.combine(text)
        }
    }
}

extension ParameterConstraint: CustomStringConvertible {
    /// The constraint in Swift's notation: `int`, `oneOf(["a", "b"])`. Digests are computed from it.
    public var description: String {
        switch self {
        case .type(let type): type.name
        case .oneOf(let values): "oneOf(\(values))"
        case .regex(let text): "regex(\(text.debugDescription))"
        }
    }
}

extension ParameterConstraint {
    /// Checks quickly whether a regex is in the language, and not too large.
    ///
    /// - Throws: The error of ``Automaton`` for the same reason.
    package func checkText() throws(ConstraintError) {
        guard case .regex(let text) = self else { return }
        let limit = ConstructionBudget.regex.size
        guard try RegexParser.parse(text).size <= limit else { throw ConstraintError(.size(limit), in: self) }
    }

    /// The range of the whole text of a regex.
    var wholeRegex: Range<Int> {
        if case .regex(let text) = self { 0..<text.utf8.count } else { 0..<0 }
    }
}

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
