/// A day of the calendar, without a time and a time zone.
public struct CalendarDay: Sendable, Hashable, Comparable {
    public var year: Int
    public var month: Int
    public var day: Int

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }
}

extension CalendarDay {
    /// Creates the last day of a month (`2027-01`), or a day (`2027-01-31`); `nil` if it does not exist.
    package init?(lastOf text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil }
        guard numbers.count == parts.count, (2...3).contains(parts.count), parts[0].utf8.count == 4,
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }), (1...12).contains(numbers[1])
        else { return nil }
        let length = Self.length(ofMonth: numbers[1], in: numbers[0])
        let day = parts.count == 3 ? numbers[2] : length
        guard (1...length).contains(day) else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: day)
    }

    /// Returns the month or day at the end of a reason, as written, even if it is not a date; `nil` if the reason does not
    /// end with `until` and a number.
    package static func written(atEndOf words: [String]) -> String? {
        guard let last = words.last, words.dropLast().last == "until", last.first?.isWholeNumber == true else {
            return nil
        }
        return last
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
