import Synchronization

/// A named type of values, such as `int`: an entry of the table of all types, which only this file knows.
public final class ConstraintType: Sendable {
    /// The word in manifests, in Swift code and in digests.
    public let name: String
    /// The meaning, as a sentence of the manifest's schema.
    package let summary: String
    /// The Swift type of a value in generated code. Unless it is `string`, it reads every value, and writes only values.
    package let swiftType: SwiftType
    /// Some values. A type that a handler reads fits if it reads one of them.
    package let samples: [String]
    /// Names of the type in other routers, for suggestions. If types share a name, the first one is preferred.
    package let foreignNames: [String]
    private let regex: @Sendable () -> String
    private let built = AtomicLazyReference<BuiltAutomaton>()

    package enum SwiftType: String, Sendable {
        case int = "Int"
        case uint = "UInt"
        case uuid = "UUID"
        case string = "String"

        package var isInteger: Bool { self == .int || self == .uint }
    }

    private final class BuiltAutomaton: Sendable {
        let automaton: Automaton

        init(_ automaton: Automaton) { self.automaton = automaton }
    }

    fileprivate init(
        _ name: String, _ summary: String, as swiftType: SwiftType = .string, samples: [String],
        foreignNames: [String] = [], regex: @autoclosure @escaping @Sendable () -> String
    ) {
        self.name = name
        self.summary = summary
        self.swiftType = swiftType
        self.samples = samples
        self.foreignNames = foreignNames
        self.regex = regex
    }

    /// The automaton of the values, which all tables share. It is built on first use.
    package var automaton: Automaton {
        if let known = built.load() { return known.automaton }
        // The tests build every type.
        let expression = (try? RegexParser.parse(regex())) ?? .choice([])
        return built.storeIfNil(BuiltAutomaton(Automaton(unlimited: expression))).automaton
    }

    fileprivate var regexText: String { regex() }

    /// All types, in the order of the documentation.
    package static let all = [ParameterConstraint.int, .uint, .hex, .uuid, .ulid, .slug, .alpha, .date, .filename]
        .compactMap(\.type)

    package static func named(_ name: String) -> ConstraintType? { all.first { $0.name == name } }
}

// MARK: The table

extension ParameterConstraint {
    /// Decimal digits with an optional sign, any number of leading zeros, and a value that fits `Int64`.
    public static let int = Self.type(
        ConstraintType(
            "int", "Digits with an optional sign that fit 64 bits.", as: .int, samples: ["1"],
            foreignNames: ["integer", "Int", "long", "number", "num"],
            regex: "[+]?\(decimal(upTo: UInt64(Int64.max)))|-\(decimal(upTo: Int64.min.magnitude))"))

    /// Decimal digits without a sign, any number of leading zeros, and a value that fits `UInt64`.
    public static let uint = Self.type(
        ConstraintType(
            "uint", "Digits without a sign that fit 64 bits.", as: .uint, samples: ["1"], foreignNames: ["number"],
            regex: decimal(upTo: UInt64.max)))

    /// Hexadecimal digits of either case, one or more.
    public static let hex = Self.type(
        ConstraintType("hex", "Hexadecimal digits.", samples: ["1", "a"], regex: "[0-9A-Fa-f]+"))

    /// Hexadecimal digits of either case, grouped 8-4-4-4-12.
    public static let uuid = Self.type(
        ConstraintType(
            "uuid", "8-4-4-4-12 hexadecimal digits.", as: .uuid, samples: ["00000000-0000-0000-0000-000000000000"],
            foreignNames: ["UUID", "guid"], regex: "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"))

    /// A ULID of either case: 26 characters of Crockford's base 32, which has no I, L, O and U. The first one is at most
    /// 7, because a ULID has 128 bits.
    public static let ulid = Self.type(
        ConstraintType(
            "ulid", "The 26 characters of a ULID.", samples: ["01ARZ3NDEKTSV4RRFFQ69G5FAV"],
            regex: "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}"))

    /// Lower-case ASCII letters and digits in groups joined by single hyphens.
    public static let slug = Self.type(
        ConstraintType(
            "slug", "Lower-case words and digits joined by '-'.", samples: ["1", "a"],
            regex: "[a-z0-9]+(-[a-z0-9]+)*"))

    /// ASCII letters, one or more.
    public static let alpha = Self.type(
        ConstraintType("alpha", "ASCII letters.", samples: ["a", "true"], regex: "[A-Za-z]+"))

    /// A day of the Gregorian calendar, YYYY-MM-DD, of the years 0001 to 9999.
    public static let date = Self.type(
        ConstraintType("date", "A real day as YYYY-MM-DD.", samples: ["2000-01-01"], regex: day))

    /// The name of one file: not empty, `.` or `..`, and without a slash, a backslash, a colon or a control character. A
    /// segment may contain a slash, because `%2F` separates no segments.
    public static let filename = Self.type(
        ConstraintType(
            "filename", "The name of one file: without '/', '\\', ':' and control characters, and not '.' or '..'.",
            samples: ["a.txt", "1"], foreignNames: ["file", "path"],
            regex: "[^.\(barred)][^\(barred)]*|\\.[^.\(barred)][^\(barred)]*|\\.\\.[^\(barred)]+"))
}

/// The characters that no file's name has, in a class of a regex. A colon names a drive or a stream on some systems.
private let barred = "/\\\\:\u{0}-\u{1F}\u{7F}"

/// Decimal numerals with a value of at most `bound`, which is at least 10.
///
/// Either only zeros; or zeros and then, from the first other digit: fewer digits than the bound, or its first digits
/// and then a smaller one, or the bound. (If the shorter numerals could contain leading zeros, the construction would
/// need far more states.)
private func decimal(upTo bound: UInt64) -> String {
    let digits = Array(String(bound).utf8).map { Int($0) - 0x30 }
    var choices = ["[1-9][0-9]{0,\(digits.count - 2)}", String(bound)]
    var prefix = ""
    for (index, digit) in digits.enumerated() {
        let least = index == 0 ? 1 : 0
        if digit > least {
            choices.append("\(prefix)[\(least)-\(digit - 1)][0-9]{\(digits.count - index - 1)}")
        }
        prefix += String(digit)
    }
    return "(0+|0*(\(choices.joined(separator: "|"))))"
}

private var day: String {
    let year = "([0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)"
    let multipleOfFour = "(0[48]|[2468][048]|[13579][26])"  // two digits except 00
    let leapYear = "([0-9]{2}\(multipleOfFour)|\(multipleOfFour)00)"
    let longMonth = "(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
    let shortMonth = "(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    let february = "02-(0[1-9]|1[0-9]|2[0-8])"
    return "\(year)-(\(longMonth)|\(shortMonth)|\(february))|\(leapYear)-02-29"
}

extension ParameterConstraint {
    /// A regex with the same values, in the language of ``regex(_:)``. The values of a list are compared with case.
    package var regexText: String {
        switch self {
        case .type(let type): type.regexText
        case .oneOf(let values): values.map(Self.escaped).joined(separator: "|")
        case .regex(let text): text
        }
    }

    /// Returns a regex that matches only this text.
    package static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            let isPunctuation =
                scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F && scalar != "_" && scalar != "-"
                && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
            escaped.unicodeScalars.append(contentsOf: isPunctuation ? ["\\", scalar] : [scalar])
        }
    }
}
