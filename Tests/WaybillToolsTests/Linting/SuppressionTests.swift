import Testing
import WaybillReports

@testable import WaybillManifest
@testable import WaybillRules
@testable import WaybillSyntax
@testable import WaybillTools

@Suite("Comments that suppress diagnostics")
struct SuppressionTests {
    private static func shadowed(_ comment: String) -> String {
        """
        waybill: 1
        routes:
          \(comment)
          - id: orders.show
            url: /orders/:id
            handler: showOrder
          - id: orders.any
            url: /orders/**
            priority: 20
            handler: anyOrder

        """
    }

    private static let inNovember = LintOptions(today: CalendarDay(year: 2026, month: 11, day: 21))

    @Test("The loader gets a table if a comment suppresses the error")
    func loads() {
        let refused = Compilation.compile(text: Self.shadowed("# nothing"))
        let allowed = Compilation.compile(text: Self.shadowed("# waybill:allow P003 -- asked for by name"))
        #expect(refused.table == nil)
        #expect(allowed.table != nil && allowed.diagnostics == [])
        #expect(allowed.suppressed.map(\.rule.id) == ["P003"])
        #expect(allowed.digest == refused.digest)
        #expect(allowed.lint().hidden.allowed == 1)
    }

    @Test("The first thousand comments of a file are read, and one diagnostic reports the next", arguments: [0, 1, 3])
    func limit(_ more: Int) throws {
        let scalar = "modules: { m: { type: '\n # waybill:allow P003 -- not a comment' } }\n"
        let comments = Array(repeating: "# waybill:allow P999 -- no such rule\n", count: 1_000 + more)
        let file = SourceFile(path: "a.yaml", bytes: Array(([scalar] + comments).joined().utf8))
        let diagnostics = SuppressionReader(file, index: 0, document: YAMLReader.read(file, index: 0).node?.document)
            .diagnostics
        let reported = diagnostics.filter { $0.message.contains("comments for the linter") }
        #expect(diagnostics.count - reported.count == 1_000)
        #expect(reported.count == min(more, 1))
        // The scalar has two lines.
        #expect(reported.allSatisfy { file.position(at: $0.span.start).line == 1_003 })
    }

    private static let reason = "waybill:allow P012 -- meant"

    @Test(
        "An item begins with its dash, in any column of its keys",
        arguments: [
            "  # \(reason)\n  -\n    url: /A/b\n", "  - # \(reason)\n    url: /A/b\n",
            "  -\n    # \(reason)\n    url: /A/b\n", "  # \(reason)\n  - # any\n\n    # more\n    url: /A/b\n",
            "  # \(reason)\n  - &a # 'any'\n    url: /A/b\n", "  - &a # \(reason)\n    url: /A/b\n",
        ])
    func loneDash(_ item: String) throws {
        let text = "waybill: 1\nroutes:\n  - { url: /a/b, handler: h }\n\(item)    handler: h\n"
        let report = Compilation.compile(text: text).lint()
        #expect(report.hidden.allowed == 1)
        #expect(!report.diagnostics.contains { ["P012", "G001"].contains($0.rule.id) })
        let laidOut = try #require(formatted(text))
        #expect(Compilation.compile(text: laidOut).lint().hidden.allowed == 1)
    }

    @Test("A comment in the first line applies after a byte order mark")
    func byteOrderMark() {
        let text = Self.shadowed("# nothing")
        let suppressing = "\u{FEFF}# waybill:allow-file P003 -- asked for by name\n" + text
        #expect(Compilation.compile(text: suppressing).lint().hidden.allowed == 1)
        let misspelt = Compilation.compile(text: "\u{FEFF}# waybill:alow P003 -- why\n" + text).lint()
        #expect(misspelt.diagnostics.contains { $0.rule.id == "G001" })
    }

    @Test(
        "A comment without a reason, or for another rule or place, suppresses nothing",
        arguments: [
            "# waybill:allow P003", "# waybill:allow P003 --", "# waybill:allow P003 -- until 2027-01",
            "# waybill:allow P004 -- another rule", "# waybill:allow P3 -- no rule", "# see waybill:allow P003 -- why",
            "#waybill: allow P003 -- why",
        ])
    func refuses(_ comment: String) {
        #expect(Compilation.compile(text: Self.shadowed(comment)).table == nil)
    }

    @Test(
        "The last day still counts, and a month lasts until its end",
        arguments: [
            ("2026-11", true), ("2026-11-21", true), ("2027-01", true), ("2026-11-20", false), ("2026-10", false),
            ("2025-12", false),
        ])
    func ending(_ until: String, _ holds: Bool) {
        let compilation = Compilation.compile(text: Self.shadowed("# waybill:allow P003 -- for now until \(until)"))
        let report = compilation.lint(options: Self.inNovember)
        #expect(compilation.table != nil, "a service is not refused its manifests because a day is over")
        #expect(report.diagnostics.map(\.rule.id) == (holds ? [] : ["G001", "P003"]))
        #expect(report.diagnostics.last?.notes.last?.message == (holds ? nil : "it was suppressed until \(until)"))
    }

    @Test(
        "Invalid dates", arguments: ["2026-13", "2026-00", "2026-02-29", "2026-1", "26-01", "2026-01-", "2026"])
    func noDates(_ text: String) {
        #expect(CalendarDay(lastOf: text) == nil)
    }

    @Test(
        "A month ends with its last day",
        arguments: [("2026-02", 28), ("2028-02", 29), ("2026-04", 30), ("2026-12", 31)])
    func lastDays(_ month: String, _ day: Int) {
        #expect(CalendarDay(lastOf: month)?.day == day)
    }

    @Test(
        "Its fix removes it, and nothing else",
        arguments: [
            ("a: 1 # waybill:allow P005 -- r\nb: 2\n", "a: 1\nb: 2\n"),
            ("a: 1\n  # waybill:allow P005 -- r\nb: 2", "a: 1\nb: 2"),
            ("a: 1\r\n# waybill:allow P005 -- r\r\nb: 2\r\n", "a: 1\r\nb: 2\r\n"),
        ])
    func removal(_ before: String, _ after: String) throws {
        let file = SourceFile(path: "x.yaml", bytes: Array(before.utf8))
        let use = SuppressionUse([], in: [file], files: [0])
        let diagnostic = try #require(use.diagnostics(of: [file]) { _ in true }.first)
        #expect(diagnostic.fixes[0].safe)
        #expect(Self.apply(diagnostic.fixes[0], to: before) == after)
    }

    @Test("Of several rules only the used ones stay")
    func constraint() throws {
        let text = Self.shadowed("# waybill:allow P005, P003, P006 -- why")
        let diagnostic = try #require(Compilation.compile(text: text).lint().diagnostics.first)
        #expect(diagnostic.message == "unused suppression: there is no P005 or P006 problem here")
        #expect(Self.apply(diagnostic.fixes[0], to: text) == Self.shadowed("# waybill:allow P003 -- why"))
    }

    @Test("If the set has errors, unused comments are not reported")
    func incomplete() {
        let text = Self.shadowed("# waybill:allow P005 -- why") + "unknown: key\n"
        #expect(!Compilation.compile(text: text).lint().diagnostics.contains { $0.rule.id == "G001" })
    }

    @Test(
        "A suppression never changes the digest, and never hides an error that is not suppressible",
        arguments: GoldenFixtures.broken)
    func digest(_ golden: GoldenCase) {
        let files = golden.files()
        let ids = Rule.all.map(\.id).joined(separator: ", ")
        let suppressing = files.map { file in
            let comment = file.byteOrderMarkLength == 0 ? "# waybill:allow-file \(ids) -- all of it\n" : ""
            return SourceFile(path: file.path, bytes: Array(comment.utf8) + file.bytes)
        }
        let (plain, allowed) = (
            Compilation.compile(files: ManifestFiles(sources: files)),
            Compilation.compile(files: ManifestFiles(sources: suppressing))
        )
        #expect(allowed.digest == plain.digest)
        let commented = Set(allowed.sources.indices.filter { allowed.sources[$0].byteOrderMarkLength == 0 })
        let isHidden = { (diagnostic: Diagnostic) in
            (diagnostic.rule.isSuppressible || diagnostic.severity < .error) && commented.contains(diagnostic.span.file)
        }
        let hasHead = plain.sources.allSatisfy { !$0.bytes.isEmpty }
        let expected = (plain.diagnostics + plain.suppressed).filter { !isHidden($0) }
        if hasHead { #expect(allowed.diagnostics.count == expected.count) }
    }

    private static func apply(_ fix: Diagnostic.Fix, to text: String) -> String {
        var bytes = Array(text.utf8)
        for edit in fix.edits.sorted(by: { $0.span.start > $1.span.start }) {
            bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.text.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
