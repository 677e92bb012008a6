/// What `params:` lets a capture be; a value outside its narrowing does not match.
///
/// Two narrowings are equal when they are written with the same Unicode scalars. (`String` calls a composed and a
/// decomposed "é" equal; URLs do not, so neither does this.)
public enum Narrowing: Sendable {
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

extension Narrowing: Hashable {
    public static func == (left: Narrowing, right: Narrowing) -> Bool {
        left.spelling == right.spelling
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(spelling)
    }

    /// The name of the case, then its texts, all as UTF-8.
    private var spelling: [[UInt8]] {
        switch self {
        case .int: [Array("int".utf8)]
        case .uint: [Array("uint".utf8)]
        case .hex: [Array("hex".utf8)]
        case .uuid: [Array("uuid".utf8)]
        case .slug: [Array("slug".utf8)]
        case .alpha: [Array("alpha".utf8)]
        case .date: [Array("date".utf8)]
        case .oneOf(let values): [Array("oneOf".utf8)] + values.map { Array($0.utf8) }
        case .regex(let text): [Array("regex".utf8), Array(text.utf8)]
        }
    }
}
