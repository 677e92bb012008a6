import Foundation
import Testing
import WaybillManifest

/// The exact text of every format, in `Tests/Fixtures/formats`. To take a changed one, delete its file, and run twice.
@Suite("Formats, to the letter")
struct FormatGoldenTests {
    static let folder = GoldenFixtures.folder.deletingLastPathComponent().appending(path: "formats")

    @Test("A report in a format is the golden text", arguments: ReportFormat.allCases)
    func golden(_ format: ReportFormat) throws {
        for (name, report) in SampleReports.named {
            let actual = report.rendered(as: format, style: ReportStyle(folder: "/work"))
            let file = Self.folder.appending(path: "\(name).\(format.fileName)")
            guard let data = try? Data(contentsOf: file) else {
                try Data(actual.utf8).write(to: file)
                Issue.record("\(file.lastPathComponent) did not exist and is written now: read it, and run again")
                continue
            }
            let expected = String(decoding: data, as: UTF8.self)
            guard expected != actual else { continue }
            let diff = goldenDiff(expected: expected, actual: actual)
            Issue.record("\(file.lastPathComponent) is stale; delete it and run to take the new output:\n\(diff)")
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
}

extension ReportFormat {
    var fileName: String {
        switch self {
        case .json, .jsonl: rawValue
        case .sarif, .gitlab: "\(rawValue).json"
        case .junit, .checkstyle: "\(rawValue).xml"
        case .markdown: "md"
        case .text, .compact, .github: "\(rawValue).txt"
        }
    }
}
