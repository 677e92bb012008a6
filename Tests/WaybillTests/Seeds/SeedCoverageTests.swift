import Foundation
import Testing

@Suite("Every feature of the seeds has a test or a reason")
struct SeedCoverageTests {
    @Test("each row names tests that there are, cases that there are, or a reason")
    func complete() throws {
        #expect(SeedCoverage.rows.count == 316)
        #expect(try SeedCoverage.read().problems == [])
    }

    @Test("the page is the one that the file makes; delete it to have it written anew")
    func page() throws {
        let markdown = try SeedCoverage.read().markdown
        guard let page = try? String(contentsOf: SeedCoverage.page, encoding: .utf8) else {
            try Data(markdown.utf8).write(to: SeedCoverage.page)
            Issue.record("SeedCoverage.md was written: read it and run the tests again")
            return
        }
        #expect(page == markdown, "SeedCoverage.md is stale: delete it and run the tests twice")
    }

    @Test("a row without either, an unknown row and a test that is not there are found out")
    func problems() {
        let text = "A1 test there\nA2 test gone\nA3 reason none\nA4 case errors/none\nQ99 test there\nA5 nonsense x"
        let coverage = SeedCoverage(text: text, suites: ["there": "Suite"])
        #expect(
            coverage.problems.prefix(4) == [
                "A2: there is no test 'gone'", "A4: there is no case 'errors/none'", "'Q99 test there' is no row",
                "A5: there is no nonsense 'x'",
            ])
        #expect(coverage.problems.count == 4 + 314)
        #expect(coverage.entries["A1"] == ["Suite: there"])
    }
}
