import Foundation
import Testing

@Suite("Every feature of the seeds, and every fault of a reload, has a test or a reason")
struct CoverageTests {
    @Test("each row names existing tests, existing cases, or a reason")
    func complete() throws {
        #expect(Coverage.List.seeds.rows.count == 316)
        #expect(Coverage.List.faults.rows.count == 116)
        #expect(try Coverage.read(.seeds).problems == [])
        #expect(try Coverage.read(.faults).problems == [])
    }

    @Test("the page is generated from the file; delete it to have it written again")
    func page() throws {
        for list in [Coverage.List.seeds, .faults] {
            let markdown = try Coverage.read(list).markdown
            guard let page = try? String(contentsOf: list.pageURL, encoding: .utf8) else {
                try Data(markdown.utf8).write(to: list.pageURL)
                Issue.record("\(list.pageName) was written: read it and run the tests again")
                continue
            }
            #expect(page == markdown, "\(list.pageName) is stale: delete it and run the tests twice")
        }
    }

    @Test("a row without either, an unknown row and a missing test are reported")
    func problems() {
        let text = "A1 test there\nA2 test gone\nA3 reason none\nA4 case errors/none\nQ99 test there\nA5 nonsense x"
        let coverage = Coverage(.seeds, text: text, suites: ["there": "Suite"])
        #expect(
            coverage.problems.prefix(4) == [
                "A2: there is no test 'gone'", "A4: there is no case 'errors/none'", "'Q99 test there' is no row",
                "A5: there is no nonsense 'x'",
            ])
        #expect(coverage.problems.count == 4 + 314)
        #expect(coverage.entries["A1"] == ["Suite: there"])
    }

    @Test("a fault has a description")
    func subjects() {
        let coverage = Coverage(
            .faults, text: "A1 about torn\nA1 test there\nA2 test there", suites: ["there": "Suite"])
        #expect(coverage.problems.contains("A2 does not say what it is about"))
        #expect(!coverage.problems.contains("A1 does not say what it is about"))
        #expect(coverage.markdown.contains("| A1 | torn | Suite: there |"))
    }
}
