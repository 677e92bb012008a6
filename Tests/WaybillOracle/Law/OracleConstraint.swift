import WaybillTable

/// Law 4: a constraint, and a plain Swift predicate of what it accepts.
struct OracleConstraint: Sendable {
    var constraint: ParameterConstraint
    var accepts: @Sendable (_ value: String, _ caseSensitive: Bool) -> Bool

    /// Small languages that overlap often.
    static let all: [OracleConstraint] = [
        .init(constraint: .int) { value, _ in isInteger(value) && Int64(value) != nil },
        .init(constraint: .uint) { value, _ in isAll(value, "0123456789") && UInt64(value) != nil },
        .init(constraint: .hex) { value, _ in isAll(value, "0123456789abcdefABCDEF") },
        .init(constraint: .uuid) { value, _ in isUUID(value) },
        .init(constraint: .slug) { value, _ in isSlug(value) },
        .init(constraint: .alpha) { value, _ in isAll(value.lowercased(), "abcdefghijklmnopqrstuvwxyz") },
        .init(constraint: .date) { value, _ in isDate(value) },
        .init(constraint: .oneOf(["a", "ab", "é", "B"])) { value, caseSensitive in
            ["a", "ab", "é", "B"].contains {
                OracleText.isSame(Array($0.utf8), Array(value.utf8), caseSensitive: caseSensitive)
            }
        },
        .init(constraint: .regex("[ab]+")) { value, _ in isAll(value, "ab") },
        .init(constraint: .regex("\\d{1,2}")) { value, _ in isAll(value, "0123456789") && value.utf8.count <= 2 },
        .init(constraint: .regex("a.?")) { value, _ in
            value.unicodeScalars.first == "a" && value.unicodeScalars.count <= 2
        },
        .init(constraint: .regex("\\.|a")) { value, _ in value == "." || value == "a" },
        .init(constraint: .regex("\\.")) { value, _ in value == "." },
        .init(constraint: .regex("(a|b-)*1?")) { value, _ in
            value.replacing("b-", with: "a").replacing(/1$/, with: "").unicodeScalars.allSatisfy { $0 == "a" }
        },
        .init(constraint: .ulid) { value, _ in isULID(value) },
        .init(constraint: .filename) { value, _ in
            !["", ".", ".."].contains(value)
                && value.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && $0 != "\u{7F}" && !"/\\:".unicodeScalars.contains($0)
                }
        },
    ]

    static let int = 0
    static let uuid = 3
    static let slug = 4

    private static func isAll(_ value: String, _ alphabet: String) -> Bool {
        !value.isEmpty && value.unicodeScalars.allSatisfy(alphabet.unicodeScalars.contains)
    }

    private static func isInteger(_ value: String) -> Bool {
        isAll(value.hasPrefix("+") || value.hasPrefix("-") ? String(value.dropFirst()) : value, "0123456789")
    }

    private static func isUUID(_ value: String) -> Bool {
        let groups = value.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { isAll($0, "0123456789abcdefABCDEF") }
    }

    private static func isULID(_ value: String) -> Bool {
        value.utf8.count == 26 && isAll(String(value.prefix(1)), "01234567")
            && isAll(value, "0123456789abcdefghjkmnpqrstvwxyzABCDEFGHJKMNPQRSTVWXYZ")
    }

    private static func isSlug(_ value: String) -> Bool {
        value.split(separator: "-", omittingEmptySubsequences: false)
            .allSatisfy { isAll(String($0), "abcdefghijklmnopqrstuvwxyz0123456789") }
    }

    private static func isDate(_ value: String) -> Bool {
        let parts = value.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ isAll($0, "0123456789") }) else { return false }
        let numbers = parts.compactMap { Int($0) }
        guard numbers[0] >= 1, (1...12).contains(numbers[1]) else { return false }
        let isLeap = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[numbers[1] - 1]).contains(numbers[2])
    }
}

/// Law 5: which constraints are parts of which, found by trying words that tell any two of them apart.
extension OracleConstraint {
    /// Whether each value that one accepts is one that the other accepts. Both are indices into ``all``.
    ///
    /// - Parameter hasDots: Whether `.` and `..` are values: they are no segments of a path.
    static func isPart(_ one: Int, of other: Int, caseSensitive: Bool, hasDots: Bool) -> Bool {
        let accepted = accepted[caseSensitive ? 1 : 0]
        return accepted[one].subtracting(accepted[other]).allSatisfy { !hasDots && [".", ".."].contains(words[$0]) }
    }

    /// By case sensitivity and constraint: the words that it accepts, as indices.
    private static let accepted: [[Set<Int>]] = [false, true].map { caseSensitive in
        all.map { constraint in Set(words.indices.filter { constraint.accepts(words[$0], caseSensitive) }) }
    }

    private static let words: [String] = {
        let letters = ["a", "b", "B", "g", "G", "1", "9", "-", ".", "+", "/", "é", "É"]
        let pairs = letters.flatMap { first in letters.map { first + $0 } }
        let triples = pairs.flatMap { pair in letters.map { pair + $0 } }
        let uuid = "123e4567-e89b-12d3-a456-42661417400a"
        return letters + pairs + triples + [
            uuid, uuid.uppercased(), "2024-02-29", "01arz3ndektsv4rrffq69g5fav", "01ARZ3NDEKTSV4RRFFQ69G5FAV",
            "9223372036854775808", "18446744073709551615", "18446744073709551616",
        ]
    }()
}
