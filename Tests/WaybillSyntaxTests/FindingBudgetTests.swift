import Testing
import WaybillSyntax

@Suite("The budget of diagnostics")
struct FindingBudgetTests {
    private static let errors = (0..<10_002).map { offset in
        Diagnostic(.yamlSyntax, at: SourceSpan(file: 0, start: offset, end: offset + 1), "error \(offset)")
    }

    @Test("After 10,000 errors of a file, one more says that the others are not reported")
    func leftOut() throws {
        let reported = Self.errors.withinBudgets()
        #expect(reported.count == 10_001)
        #expect(reported.map(\.tellsOfOthers) == Array(repeating: false, count: 10_000) + [true])
        let last = try #require(reported.last)
        #expect(last.message == "the file has more than 10000 errors; the others are not reported")
    }

    @Test("What is within the budget stays as it is, also the second time")
    func unchanged() {
        let reported = Self.errors.withinBudgets()
        #expect(reported.withinBudgets().map(\.message) == reported.map(\.message))
        #expect(!Self.errors.prefix(3).contains { $0.tellsOfOthers })
    }
}
