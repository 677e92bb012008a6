import Testing

@testable import WaybillManifest
@testable import WaybillReports
@testable import WaybillRules
@testable import WaybillSyntax
@testable import WaybillTools

@Suite("The problems that a change touches")
struct ChangedLinesTests {
    @Test("Added, changed and removed lines of several files")
    func hunks() {
        let diff = """
            diff --git a/Routes/a.yaml b/Routes/a.yaml
            index 1..2 100644
            --- a/Routes/a.yaml
            +++ b/Routes/a.yaml
            @@ -3 +3,2 @@ routes:
            -  - url: /a
            +  - url: /b
            +    handler: b
            @@ -9,2 +10,0 @@
            ---- a/fake
            -+++ b/fake
            diff --git a/Routes/gone.yaml b/Routes/gone.yaml
            deleted file mode 100644
            --- a/Routes/gone.yaml
            +++ /dev/null
            @@ -1 +0,0 @@
            -waybill: 1
            diff --git a/Routes/new.yaml b/Routes/new.yaml
            new file mode 100644
            --- /dev/null
            +++ b/Routes/new.yaml
            @@ -0,0 +1,2 @@
            +@@ -1,9 +1,9 @@
            +++ b/other.yaml
            \\ No newline at end of file

            """
        let changed = ChangedLines(diff: diff)
        #expect(changed.lines == ["Routes/a.yaml": [3...4, 10...11], "Routes/new.yaml": [1...2]])
    }

    @Test("Renamed files, and names with blanks, quotes and other letters")
    func names() {
        let diff = """
            diff --git a/old.yaml b/same.yaml
            similarity index 100%
            rename from old.yaml
            rename to same.yaml
            diff --git a/before.yaml b/after.yaml
            similarity index 90%
            rename from before.yaml
            rename to after.yaml
            --- a/before.yaml
            +++ b/after.yaml
            @@ -1 +1 @@
            -a
            +b
            diff --git a/a b.yaml b/a b.yaml
            --- a/a b.yaml\t
            +++ b/a b.yaml\t
            @@ -0,0 +7 @@
            +x
            diff --git "a/\\303\\244 \\"q\\".yaml" "b/\\303\\244 \\"q\\".yaml"
            --- "a/\\303\\244 \\"q\\".yaml"
            +++ "b/\\303\\244 \\"q\\".yaml"
            @@ -2,0 +3 @@
            +x

            """
        let changed = ChangedLines(diff: diff, newFiles: ["fresh.yaml"])
        #expect(Set(changed.lines.keys) == ["after.yaml", "a b.yaml", "ä \"q\".yaml", "fresh.yaml"])
        #expect(changed.lines["a b.yaml"] == [7...7])
        #expect(changed.lines["fresh.yaml"] == [1...Int.max])
    }

    @Test(
        "Lines with carriage returns, and texts that are not diffs",
        arguments: [
            (
                "diff --git a/x b/x\n--- a/x\r\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+b\r\n@@ -5 +5 @@\n-c\r\n+d\r\n",
                [1...1, 5...5]
            ),
            ("+++ b/x\n@@ -1 +x @@\n@@\n@@ -1 +99999999999999999999 @@\n@@ +1 -1 @@", []),
        ])
    func strange(_ diff: String, _ lines: [ClosedRange<Int>]) {
        #expect(ChangedLines(diff: diff).lines["x"] ?? [] == lines)
    }

    private static let text = """
        waybill: 1
        routes:
          - id: orders.show
            url: /orders/:id
            handler: showOrder
          - id: orders.any
            url: /orders/**
            priority: 20
            handler: anyOrder
          - url: /:box/new
            handler: newMail
          - url: /mail/:id
            handler: showMail
          # waybill:allow P006 -- not needed
          - url: /plain
            handler: plain

        """

    private static func lint(_ lines: ClosedRange<Int>, allowing: Bool = true) -> LintReport {
        let comment = allowing ? "# waybill:allow P003 -- why" : "#"
        let text = Self.text.replacing("waybill: 1\n", with: "waybill: 1 \(comment)\n")
        let fixed =
            allowing
            ? text.replacing("  - id: orders.show", with: "  - id: orders.show # waybill:allow P003 -- w") : text
        let count = lines.count
        let diff = "+++ b/manifest.yaml\n@@ -0,0 +\(lines.lowerBound),\(count) @@\n"
        return Compilation.compile(text: fixed).lint(options: LintOptions(change: ChangedLines(diff: diff)))
    }

    @Test(
        "A problem is shown if a line of its entry changed, or of one that its notes point to",
        arguments: [
            (11...11, ["P005"]), (13...13, ["P005"]), (12...12, ["P005"]), (16...16, []), (14...14, ["G001"]),
            (2...2, []),
            (1...1, ["G001"]), (1...16, ["G001", "P005", "G001"]),
        ])
    func entries(_ lines: ClosedRange<Int>, _ rules: [String]) {
        let report = Self.lint(lines)
        #expect(report.diagnostics.map(\.rule.id) == rules)
        #expect(report.hidden.untouched == 3 - rules.count)
    }

    @Test("Errors of the loader are always shown")
    func refused() {
        let report = Self.lint(16...16, allowing: false)
        #expect(report.diagnostics.map(\.rule.id) == ["P003"])
        #expect(report.hidden.untouched == 1)
    }

    @Test("Removed lines touch the lines around them")
    func removed() {
        let diff = "+++ b/manifest.yaml\n@@ -9 +8,0 @@\n-gone\n"
        let report = Compilation.compile(text: Self.text).lint(options: LintOptions(change: ChangedLines(diff: diff)))
        #expect(report.diagnostics.map(\.rule.id) == ["P003"])
    }

    @Test(
        "A name or a section that appears twice is reported in the file that the change touches, whatever its name",
        arguments: [
            ("routes: [{ id: one, url: /a, handler: h }]", "routes: [{ id: one, url: /b, handler: h }]"),
            ("modules: { one: { factory: f } }", "modules: { one: { factory: g } }"),
            ("fallback: { handler: h }", "fallback: { handler: g }"),
        ])
    func duplicates(first: String, second: String) {
        let sources = [("a.yaml", first), ("b.yaml", second)].map { path, text in
            SourceFile(path: path, bytes: Array("waybill: 1\n\(text)\n".utf8))
        }
        for path in ["a.yaml", "b.yaml"] {
            let change = ChangedLines(diff: "", newFiles: [path])
            let report = Compilation.compile(files: ManifestFiles(sources: sources))
                .lint(options: LintOptions(change: change))
            let found = report.diagnostics.filter { [.duplicateID, .repeatedSection].contains($0.rule) }
            #expect(found.map { report.sources[$0.span.file].path } == [path])
            #expect(found.first?.notes.first.map { report.sources[$0.span.file].path } != path)
        }
    }
}
