/// Reads the times of a log, in milliseconds since 1970.
///
/// Neighboring lines are of the same day, so the last day is kept.
struct LogClock {
    private var day = (first: UInt64(0), last: UInt64(0), start: Int64(0))

    /// Reads `10/Oct/2000:13:55:36 -0700`, also with a fraction, and without a zone as UTC.
    ///
    /// - Returns: The time, and the index after it.
    mutating func common(_ line: Span<UInt8>, at start: Int) -> (time: Int64, end: Int)? {
        guard start + 20 <= line.count, let day = dayStart(line, at: start),
            line.has(UInt8(ascii: ":"), at: start + 11),
            let seconds = Self.seconds(line, at: start + 12)
        else { return nil }
        var time = day + seconds * 1_000
        var index = start + 20
        if line.has(UInt8(ascii: "."), at: index) {
            guard let fraction = Self.milliseconds(line, at: index + 1) else { return nil }
            time += fraction.value
            index = fraction.end
        }
        guard line.has(.space, at: index) else { return (time, index) }
        guard let zone = Self.zone(line, at: index + 1) else { return nil }
        return (time - zone.minutes * 60_000, zone.end)
    }

    private mutating func dayStart(_ line: Span<UInt8>, at start: Int) -> Int64? {
        // Eleven bytes: `10/Oct/2000`.
        let first = line.eightBytes(at: start)
        let last = line.eightBytes(at: start + 3)
        if day.first == first, day.last == last { return day.start }
        guard let number = Self.pair(line, at: start), line.has(UInt8(ascii: "/"), at: start + 2),
            let month = Self.month(line, at: start + 3), line.has(UInt8(ascii: "/"), at: start + 6),
            let year = line.number(at: start + 7), year.end == start + 11,
            let days = Self.days(year.value, month, number)
        else { return nil }
        day = (first, last, days * 86_400_000)
        return day.start
    }

    private static let months: [[UInt8]] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].map { Array($0.utf8) }

    private static func month(_ line: Span<UInt8>, at start: Int) -> Int? {
        let name = line.extracting(start..<start + 3)
        for (index, month) in months.enumerated() where name.equals(month) { return index + 1 }
        return nil
    }

    /// Reads `2000-10-10T13:55:36.123Z`, also with a space for the `T`, with `+02:00` or `+0200`, or without a zone as
    /// UTC; and a day alone.
    static func internetTime(_ text: Span<UInt8>) -> Int64? {
        guard let year = text.number(at: 0), year.end == 4, text.has(UInt8(ascii: "-"), at: 4),
            let month = pair(text, at: 5), text.has(UInt8(ascii: "-"), at: 7), let day = pair(text, at: 8),
            let days = days(year.value, month, day)
        else { return nil }
        if text.count == 10 { return days * 86_400_000 }
        guard text.has(UInt8(ascii: "T"), at: 10) || text.has(UInt8(ascii: "t"), at: 10) || text.has(.space, at: 10),
            let seconds = seconds(text, at: 11)
        else { return nil }
        var time = days * 86_400_000 + seconds * 1_000
        var index = 19
        if text.has(UInt8(ascii: "."), at: index) || text.has(UInt8(ascii: ","), at: index) {
            guard let fraction = milliseconds(text, at: index + 1) else { return nil }
            time += fraction.value
            index = fraction.end
        }
        if index == text.count { return time }
        if text.has(UInt8(ascii: "Z"), at: index) || text.has(UInt8(ascii: "z"), at: index) {
            return index + 1 == text.count ? time : nil
        }
        guard let zone = zone(text, at: index), zone.end == text.count else { return nil }
        return time - zone.minutes * 60_000
    }

    /// Reads any form of time that JSON logs contain, seconds or smaller units since 1970 among them.
    mutating func anyTime(_ text: Span<UInt8>) -> Int64? {
        if text.has(UInt8(ascii: "/"), at: 2) {
            guard let found = common(text, at: 0), found.end == text.count else { return nil }
            return found.time
        }
        if let time = Self.internetTime(text) { return time }
        guard let number = Double(text.text), number.isFinite, abs(number) < 1e19 else { return nil }
        // Seconds until the year 5138, milliseconds, microseconds, nanoseconds.
        let scale = number < 1e11 ? 1_000.0 : number < 1e14 ? 1 : number < 1e17 ? 1e-3 : 1e-6
        return Int64((number * scale).rounded(.down))
    }

    // MARK: Parts

    private static func pair(_ text: Span<UInt8>, at index: Int) -> Int? {
        guard index + 2 <= text.count, text[index].isDigit, text[index + 1].isDigit else { return nil }
        return Int(text[index] - 0x30) * 10 + Int(text[index + 1] - 0x30)
    }

    /// Reads `13:55:36`. A leap second is allowed.
    private static func seconds(_ text: Span<UInt8>, at start: Int) -> Int64? {
        guard let hour = pair(text, at: start), text.has(UInt8(ascii: ":"), at: start + 2),
            let minute = pair(text, at: start + 3), text.has(UInt8(ascii: ":"), at: start + 5),
            let second = pair(text, at: start + 6), hour < 24, minute < 60, second < 61
        else { return nil }
        return Int64(hour * 3_600 + minute * 60 + second)
    }

    private static func milliseconds(_ text: Span<UInt8>, at start: Int) -> (value: Int64, end: Int)? {
        var value: Int64 = 0
        var unit: Int64 = 100
        var index = start
        while index < text.count, text[index].isDigit {
            value += Int64(text[index] - 0x30) * unit
            unit /= 10
            index += 1
        }
        return index > start ? (value, index) : nil
    }

    private static func zone(_ text: Span<UInt8>, at start: Int) -> (minutes: Int64, end: Int)? {
        let isNegative = text.has(UInt8(ascii: "-"), at: start)
        guard isNegative || text.has(UInt8(ascii: "+"), at: start), let hours = pair(text, at: start + 1) else {
            return nil
        }
        let next = text.has(UInt8(ascii: ":"), at: start + 3) ? start + 4 : start + 3
        guard let minutes = pair(text, at: next), hours < 24, minutes < 60 else { return nil }
        let offset = Int64(hours * 60 + minutes)
        return (isNegative ? -offset : offset, next + 2)
    }

    /// Returns the days since 1970 of a date of the Gregorian calendar; `nil` if there is no such date.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
        // Years begin with March, so that a leap day is the last one.
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return Int64(era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468)
    }

    /// Returns a time in the form of RFC 3339, in UTC. Milliseconds are left out if they are zero.
    static func text(_ time: Int64) -> String {
        func floor(_ value: Int64, _ unit: Int64) -> Int64 { value >= 0 ? value / unit : (value - unit + 1) / unit }
        func padded(_ value: Int64, _ width: Int) -> String {
            let text = "\(value)"
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let days = floor(time, 86_400_000)
        let rest = time - days * 86_400_000
        let shifted = days + 719_468
        let era = floor(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
        let date = "\(padded(year, 4))-\(padded(month < 10 ? month + 3 : month - 9, 2))-\(padded(day, 2))"
        let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { padded($0, 2) }
        let fraction = rest % 1_000 == 0 ? "" : ".\(padded(rest % 1_000, 3))"
        return "\(date)T\(clock.joined(separator: ":"))\(fraction)Z"
    }
}
