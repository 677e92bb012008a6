import Foundation
import Testing
import WaybillManifest

@Suite("The manifest reference")
struct RuleCatalogueDocTests {
    /// The real place of the page: tests may be built through links.
    private static let page: URL =
        URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/WaybillManifest/WaybillManifest.docc/Manifest.md")

    @Test("Its table of rules is the catalogue, row by row")
    func table() throws {
        let text = String(decoding: try Data(contentsOf: Self.page), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let heading = try #require(lines.firstIndex(of: "## Rules"))
        let header = try #require(lines[heading...].firstIndex(of: "| id | name | severity | what it demands |"))
        let actual = Array(lines[(header + 2)...].prefix { $0.hasPrefix("|") })
        let expected = Rule.all.map { rule in
            "| \(rule.id) | `\(rule.name)` | \(rule.severity.rawValue) | \(rule.summary) |"
        }
        let missing = expected.filter { !actual.contains($0) }
        let surplus = actual.filter { !expected.contains($0) }
        #expect(missing.isEmpty, "write into the table:\n\(missing.joined(separator: "\n"))")
        #expect(surplus.isEmpty, "take out of the table:\n\(surplus.joined(separator: "\n"))")
        let isInOrder = actual == actual.sorted() && actual.count == Set(actual).count
        #expect(isInOrder, "rows stand in the order of ids, each once")
    }
}
