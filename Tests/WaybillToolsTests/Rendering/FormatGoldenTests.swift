import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillTools

/// The exact text of every format, in `Tests/Fixtures/formats`. To accept a changed one, delete its file, and run
/// twice.
@Suite("Formats, to the letter")
struct FormatGoldenTests {
    static let folder = GoldenFixtures.folder.deletingLastPathComponent().appending(path: "formats")

    @Test("A report in a format is the golden text", arguments: ReportFormat.allCases)
    func golden(_ format: ReportFormat) throws {
        for (name, report) in SampleReports.named {
            let actual = report.rendered(as: format, style: ReportStyle(folder: "/work"))
            try expectGolden(actual.utf8, at: Self.folder.appending(path: "\(name).\(format.fileName)"))
        }
    }

    @Test("Every golden text has its format")
    func orphans() throws {
        let names = Set(
            SampleReports.named.flatMap { sample in
                ReportFormat.allCases.map { "\(sample.name).\($0.fileName)" }
            })
        let present = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
        #expect(Set(present.filter { $0.hasPrefix("findings.") || $0.hasPrefix("clean.") }) == names)
    }

    @Test("The documentation explains every format for programs, in the order of --help")
    func documented() throws {
        let page = Self.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/WaybillTools/WaybillTools.docc/ReadingCheckOutput.md")
        let rows = try String(contentsOf: page, encoding: .utf8).matches(of: /\n\| `(\w+)` \|/).map { String($0.1) }
        #expect(rows == ReportFormat.allCases.filter { $0 != .text }.map(\.rawValue))
    }
}

extension ReportFormat {
    var fileName: String {
        switch self {
        case .json, .jsonl: rawValue
        case .sarif, .gitlab, .rdjson: "\(rawValue).json"
        case .junit, .checkstyle: "\(rawValue).xml"
        case .markdown: "md"
        case .text, .compact, .github, .agent: "\(rawValue).txt"
        }
    }
}
