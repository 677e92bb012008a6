import Testing
import WaybillOracle

@testable import WaybillTable

@Suite("Constraints to dates")
struct ConstraintDateTests {
    private let automaton: Automaton

    init() throws {
        automaton = try Automaton(.date, caseSensitive: true)
    }

    @Test("every day of the years 1896 to 2104 matches, and no day that those years did not have")
    func everyDay() {
        var count = 0
        for year in 1896...2104 {
            for (month, day) in (0...13).flatMap({ month in (0...32).map { (month, $0) } }) {
                let text = spelling(year, month, day)
                let matches = automaton.matches(text)
                if matches != isDay(year, month, day) { Issue.record("\(text) should be \(!matches)") }
                if matches { count += 1 }
            }
        }
        #expect(count == 209 * 365 + 51)  // every fourth year of 1896 ... 2104 is a leap year, except 1900 and 2100
    }

    @Test("29 February is a day of leap years alone, from 0001 to 9999")
    func everyLeapDay() {
        for year in 0...9999 {
            let isLeapYear = year > 0 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            #expect(automaton.matches(spelling(year, 2, 29)) == isLeapYear)
            #expect(automaton.matches(spelling(year, 2, 28)) == (year > 0))
            #expect(!automaton.matches(spelling(year, 2, 30)))
        }
    }

    @Test("similar texts of another form do not match")
    func nearMisses() {
        var generator = SplitMix(seed: 8)
        for _ in 0..<10_000 {
            let date = spelling(generator.int(1...9999), generator.int(1...12), generator.int(1...31))
            expectAgreement(
                of: automaton, with: isDate, on: [date, generator.mutation(of: date, over: "0123456789-/. é")])
        }
        for text in ["", "2024-1-01", "20240101", "2024-01-01T", "+2024-01-01", "2024-01", "02024-01-01", "２024-01-01"]
        {
            #expect(!automaton.matches(text))
        }
    }

    @Test("the layout is valid")
    func invariants() {
        #expect(automaton._checkInvariants() == [])
    }

    private func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D else { return false }
        let fields = [0..<4, 5..<7, 8..<10].map { Array(bytes[$0]) }
        guard fields.joined().allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        let numbers = fields.map { $0.reduce(0) { $0 * 10 + Int($1) - 0x30 } }
        return isDay(numbers[0], numbers[1], numbers[2])
    }

    private func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        guard year >= 1, (1...12).contains(month), day >= 1 else { return false }
        let isLeapYear = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return day <= lengths[month - 1]
    }

    private func spelling(_ year: Int, _ month: Int, _ day: Int) -> String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
