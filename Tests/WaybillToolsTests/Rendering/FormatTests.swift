import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Properties of every report in a format; `Scripts/check.sh formats` validates them against the published schemas.
@Suite("Formats, whatever the report")
struct FormatTests {
    private static let reports =
        SampleReports.named.map(\.report) + (GoldenFixtures.broken + GoldenFixtures.sound).map { $0.compilation.lint() }

    private static let many: LintReport = {
        let place = SourceSpan(file: 0, start: 0, end: 1)
        let diagnostics = (0..<6000).map { number in
            Diagnostic(number == 5999 ? .unknownTag : .idlePriority, at: place, "finding \(number)")
        }
        return LintReport(
            diagnostics: diagnostics, sources: [SourceFile(path: "a.yaml", bytes: Array("a".utf8))], routes: 0)
    }()

    @Test("No line of the corpus' diagnostics is wider than the screen, except single words", arguments: [40, 60, 120])
    func fits(width: Int) {
        for golden in GoldenFixtures.broken {
            let lines = golden.compilation.lint().text(color: false, width: width).split(separator: "\n").dropLast()
            for line in lines where line.utf8.allSatisfy({ $0 < 0x80 }) {
                let longest = line.split(separator: " ").map(\.count).max() ?? 0
                #expect(line.count <= max(width, longest + 8), "\(golden.path): \(line)")
            }
        }
    }

    @Test("Equal reports are equal texts that end with a line end", arguments: ReportFormat.allCases)
    func deterministic(_ format: ReportFormat) {
        for report in Self.reports {
            let text = report.rendered(as: format)
            #expect(text == report.rendered(as: format))
            #expect(text.isEmpty || text.hasSuffix("\n"))
        }
    }

    @Test("Every line of JSON Lines is an object with one diagnostic, and the last is the summary")
    func jsonLines() throws {
        for report in Self.reports {
            let lines = report.rendered(as: .jsonl).split(separator: "\n")
            let objects = try lines.map { try #require(Self.json(String($0)) as? [String: Any]) }
            #expect(objects.count == report.diagnostics.count + 1)
            #expect(objects.dropLast().allSatisfy { $0["id"] is String })
            let whole = try #require(Self.json(report.rendered(as: .json)) as? [String: Any])
            #expect(objects.last?["summary"] as? [String: Int] == whole["summary"] as? [String: Int])
            #expect(objects.dropLast().map { $0 as NSDictionary } == whole["diagnostics"] as? [NSDictionary])
        }
    }

    @Test("SARIF's places are in the file, its rules are found, and no snippet is empty")
    func sarif() throws {
        for report in Self.reports {
            let run = try #require(Self.run(report))
            let results = try #require(run["results"] as? [[String: Any]])
            #expect(results.count == report.diagnostics.count)
            let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
            let rules = try #require(driver?["rules"] as? [[String: Any]])
            for (result, diagnostic) in zip(results, report.diagnostics) {
                #expect(rules[result["ruleIndex"] as? Int ?? -1]["id"] as? String == diagnostic.rule.id)
                let places = [result["locations"], result["relatedLocations"]].flatMap { $0 as? [[String: Any]] ?? [] }
                #expect(places.count == 1 + diagnostic.notes.count)
                for place in places { try Self.checkRegion(of: place) }
            }
        }
    }

    private static func checkRegion(of place: [String: Any]) throws {
        let physical = try #require(place["physicalLocation"] as? [String: Any])
        let region = try #require(physical["region"] as? [String: Any])
        let numbers = ["startLine", "startColumn", "endLine", "endColumn"].map { region[$0] as? Int ?? 0 }
        #expect(numbers.allSatisfy { $0 >= 1 })
        #expect((numbers[0], numbers[1]) <= (numbers[2], numbers[3]))
        if let snippet = region["snippet"] as? [String: String] { #expect(snippet["text"]?.isEmpty == false) }
        let uri = try #require((physical["artifactLocation"] as? [String: Any])?["uri"] as? String)
        #expect(URL(string: uri) != nil && !uri.contains(" "))
    }

    @Test("SARIF's rules have an example and a fix, within the limits of its readers")
    func sarifHelp() throws {
        let diagnostics = Rule.all.map { Diagnostic($0, at: SourceSpan(file: 0, start: 0, end: 1), "it is broken") }
        let source = SourceFile(path: "a.yaml", bytes: Array("waybill: 1\n".utf8))
        let run = try #require(Self.run(LintReport(diagnostics: diagnostics, sources: [source], routes: 0)))
        let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
        let rules = try #require(driver?["rules"] as? [[String: Any]])
        #expect(rules.count == Rule.all.count)
        for (entry, described) in zip(RuleCatalog.entries, rules) {
            let rule = entry.rule
            let texts = ["shortDescription", "fullDescription"].map {
                (described[$0] as? [String: String])?["text"] ?? ""
            }
            #expect(texts == [entry.summary, entry.explanation])
            // GitHub truncates at that length.
            #expect(texts.allSatisfy { $0.count <= 1024 }, "\(rule.id)")
            let help = try #require(described["help"] as? [String: String])
            for text in [help["text"] ?? "", help["markdown"] ?? ""] {
                #expect(text.contains(entry.example.fixed[0].path), "\(rule.id)")
            }
            #expect(help["markdown"]?.contains("```") == true, "\(rule.id)")
            #expect(help["markdown"]?.contains("### How to fix it") == true, "\(rule.id)")
        }
    }

    @Test("SARIF keeps the 5,000 most severe problems, and says so")
    func sarifLimit() throws {
        let run = try #require(Self.run(Self.many))
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count == 5000)
        #expect((results.last?["message"] as? [String: String])?["text"] == "finding 5999")
        let invocation = (run["invocations"] as? [[String: Any]])?.first
        let notifications = invocation?["toolExecutionNotifications"] as? [[String: Any]]
        #expect(notifications?.count == 1)
        #expect(Self.run(SampleReports.problems)?.description.contains("Notifications") == false)
    }

    @Test("SARIF offers no fix of text that is in no column")
    func sarifByteOrderMark() throws {
        let run = try #require(Self.run(Compilation.compile(text: "\u{FEFF}waybill: 1\nroutes: []\n").lint()))
        let results = try #require(run["results"] as? [[String: Any]])
        let mark = try #require(results.first { $0["ruleId"] as? String == "Y010" })
        #expect(mark["fixes"] == nil)
    }

    @Test("Fingerprints are unique, and do not change when lines are inserted above")
    func fingerprints() throws {
        for text in ["waybill: 1\nroutes:\n  - { url: /a, modul: b }\n  - { url: /a, modul: b }\n"] {
            let before = Self.fingerprints(Compilation.compile(text: text).lint())
            let after = Self.fingerprints(Compilation.compile(text: "# more\n\n" + text).lint())
            #expect(before.count >= 2)
            #expect(before == after)
            #expect(Set(before).count == before.count)
        }
        #expect(Set(Self.fingerprints(Self.many)).count == 5000)
    }

    @Test("XML of any text can be read back", arguments: [ReportFormat.junit, .checkstyle])
    func xml(_ format: ReportFormat) throws {
        let everything = String(String.UnicodeScalarView((1..<0x3000).compactMap(Unicode.Scalar.init)))
        let place = SourceSpan(file: 0, start: 0, end: 0)
        let wild = LintReport(
            diagnostics: [Diagnostic(.unknownTag, at: place, everything, help: "\u{FFFE}]]>\0")],
            sources: [SourceFile(path: everything, bytes: Array(everything.utf8))], routes: 0)
        for report in Self.reports + [wild] {
            let reader = CountingXMLReader(report.rendered(as: format))
            #expect(reader.isWellFormed)
            let diagnostics = report.diagnostics.count
            if format == .checkstyle { #expect(reader.counts["error"] ?? 0 == diagnostics) }
            if format == .junit {
                let outcomes = ["failure", "error", "system-out"].reduce(0) { $0 + (reader.counts[$1] ?? 0) }
                #expect(outcomes == diagnostics)
                #expect(reader.counts["testsuite"] == report.sources.count)
            }
        }
    }

    @Test("A diagnostic as a workflow command is one line that reads back unchanged")
    func github() throws {
        for report in Self.reports {
            let lines = report.rendered(as: .github).split(separator: "\n")
            #expect(lines.count == report.diagnostics.count + 1)
            #expect(lines.last?.hasPrefix("::") == false)
            let headers = report.rendered(as: .compact).split(separator: "\n")
            for (line, header) in zip(lines, headers) {
                let command = try #require(line.wholeMatch(of: #/::(error|warning|notice) ([^:]*)::(.*)/#))
                let properties = command.2.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
                #expect(properties.allSatisfy { $0.count == 2 })
                #expect(String(properties.last?.last ?? "").wholeMatch(of: #/[A-Z]\d{3} [a-z0-9-]+/#) != nil)
                let message = command.3.replacing("%0A", with: "\n").replacing("%0D", with: "\r").replacing(
                    "%25", with: "%")
                #expect(message.split(separator: "\n").first ?? "" == header)
            }
        }
    }

    @Test("GitLab's fingerprints are unique, its paths relative, its severities known")
    func gitlab() throws {
        for report in Self.reports {
            let issues = try #require(Self.json(report.rendered(as: .gitlab)) as? [[String: Any]])
            #expect(issues.count == report.diagnostics.count)
            #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == issues.count)
            for issue in issues {
                #expect(["info", "minor", "major", "blocker"].contains(issue["severity"] as? String))
            }
        }
    }

    @Test("reviewdog's places are the marked bytes, and each suggestion is a whole fix")
    func rdjson() throws {
        for report in Self.reports {
            let result = try #require(Self.json(report.rendered(as: .rdjson)) as? [String: Any])
            let entries = try #require(result["diagnostics"] as? [[String: Any]])
            #expect(entries.count == report.diagnostics.count)
            for (entry, diagnostic) in zip(entries, report.diagnostics) {
                #expect((entry["code"] as? [String: String])?["value"] == diagnostic.rule.id)
                #expect(["ERROR", "WARNING", "INFO"].contains(entry["severity"] as? String))
                #expect((entry["related_locations"] as? [Any] ?? []).count == diagnostic.notes.count)
                let suggestions = entry["suggestions"] as? [[String: Any]] ?? []
                let texts = diagnostic.fixes.filter { $0.edits.count == 1 }.map { $0.edits[0].text }
                #expect(suggestions.allSatisfy { texts.contains($0["text"] as? String ?? "") })
                let source = report.sources[diagnostic.span.file]
                guard let range = (entry["location"] as? [String: Any])?["range"] as? [String: [String: Int]] else {
                    #expect(!source.isReadable)
                    continue
                }
                let ends = ["start", "end"].map { Self.offset(of: range[$0] ?? [:], in: source) }
                let (start, end) = (diagnostic.span.start, max(diagnostic.span.start, diagnostic.span.end))
                #expect(ends == [start, end].map { max($0, source.byteOrderMarkLength) })
            }
        }
    }

    /// The byte at a line and a column that count bytes, after a byte order mark.
    private static func offset(of place: [String: Int], in source: SourceFile) -> Int {
        source.byteRange(ofLine: place["line"] ?? 0).lowerBound + (place["column"] ?? 0) - 1
    }

    @Test("A table in Markdown has a row of four cells for each diagnostic, without markup")
    func markdown() {
        for report in Self.reports {
            let rows = report.rendered(as: .markdown).split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
            #expect(rows.count == min(200, report.diagnostics.count))
            for row in rows {
                let bars = row.replacing(#/\\./#, with: "").count { $0 == "|" }
                #expect(bars == 5, "\(row)")
                #expect(row.replacing("<br>", with: "").contains("<") == false || row.contains("`"), "\(row)")
            }
        }
        #expect(Self.many.rendered(as: .markdown).hasSuffix("\nand 5800 more\n"))
    }

    private static func fingerprints(_ report: LintReport) -> [String] {
        let results = run(report)?["results"] as? [[String: Any]] ?? []
        return results.compactMap { ($0["partialFingerprints"] as? [String: String])?["waybillFinding/v1"] }
    }

    private static func run(_ report: LintReport) -> [String: Any]? {
        let log = json(report.rendered(as: .sarif)) as? [String: Any]
        return (log?["runs"] as? [[String: Any]])?.first
    }

    private static func json(_ text: String) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }
}

/// Counts the elements of a document while parsing it.
private final class CountingXMLReader: NSObject, XMLParserDelegate {
    private(set) var counts: [String: Int] = [:]
    private(set) var isWellFormed = false

    init(_ text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        isWellFormed = parser.parse()
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        counts[name, default: 0] += 1
    }
}
