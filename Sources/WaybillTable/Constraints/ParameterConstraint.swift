/// A constraint on a capture, from `params:`. A value that violates it does not match.
///
/// Two constraints are equal if they are written with the same Unicode scalars. (`String` considers a composed and a
/// decomposed "é" equal, URLs do not.)
public enum ParameterConstraint: Sendable {
    /// Decimal digits with an optional sign, any number of leading zeros, and a value that fits `Int64`.
    case int
    /// Decimal digits without a sign, any number of leading zeros, and a value that fits `UInt64`.
    case uint
    /// Hexadecimal digits of either case, one or more.
    case hex
    /// Hexadecimal digits of either case, grouped 8-4-4-4-12.
    case uuid
    /// Lower-case ASCII letters and digits in groups joined by single hyphens.
    case slug
    /// ASCII letters, one or more.
    case alpha
    /// A day of the Gregorian calendar, YYYY-MM-DD, of the years 0001 to 9999.
    case date
    /// One of these values; without case sensitivity, ASCII letters fold on both sides.
    case oneOf([String])
    /// The text between the slashes of `/regex/`, anchored at both ends by itself.
    case regex(String)
}

extension ParameterConstraint: Hashable {
    public static func == (left: ParameterConstraint, right: ParameterConstraint) -> Bool {
        switch (left, right) {
        case (.oneOf(let left), .oneOf(let right)): left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
        case (.regex(let left), .regex(let right)): left.utf8.elementsEqual(right.utf8)
        default: left.isNamed && right.isNamed && left.description == right.description
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .oneOf(let values): hasher.combine(values)
        case .regex(let text): hasher.combine(text)
        default: hasher.combine(description)
        }
    }
}

extension ParameterConstraint {
    /// Whether it is a named type, not a list or a regular expression.
    package var isNamed: Bool {
        switch self {
        case .int, .uint, .hex, .uuid, .slug, .alpha, .date: true
        case .oneOf, .regex: false
        }
    }
}

extension ParameterConstraint: CustomStringConvertible {
    /// The case in Swift's notation: `int`, `oneOf(["a", "b"])`. Digests are computed from it.
    public var description: String {
        switch self {
        case .int: "int"
        case .uint: "uint"
        case .hex: "hex"
        case .uuid: "uuid"
        case .slug: "slug"
        case .alpha: "alpha"
        case .date: "date"
        case .oneOf(let values): "oneOf(\(values))"
        case .regex(let text): "regex(\(text.debugDescription))"
        }
    }
}

extension ParameterConstraint {
    /// Whether its values have no other type than `String`.
    package var isReadAsText: Bool {
        switch self {
        case .int, .uint, .uuid, .oneOf: false
        case .hex, .slug, .alpha, .date, .regex: true
        }
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
