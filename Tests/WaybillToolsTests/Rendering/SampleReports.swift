import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// Reports for the hard cases of formats: escaping, places and counts.
enum SampleReports {
    static let named: [(name: String, report: LintReport)] = [("findings", problems), ("clean", clean)]

    static let clean = LintReport(
        diagnostics: [], sources: [SourceFile(path: "./Routes/a.yaml", bytes: Array("waybill: 1\n".utf8))], routes: 0)

    /// Diagnostics of every severity, with notes, an example request, suggestions and fixes, in texts of two planes,
    /// tabs and markup.
    static let problems: LintReport = {
        let shop = SourceFile(
            path: "Routes/shop, 50% & <more>.yaml",
            bytes: Array("waybill: 1\nroutes:\n  - url: \"🛒/日本\"\n    module: \"a]b\"\n\turl: [/x|y, /z]\n".utf8))
        let bytes = shop.bytes
        func span(_ text: String) -> SourceSpan {
            let range = bytes.firstRange(of: Array(text.utf8)) ?? 0..<0
            return SourceSpan(file: 0, start: range.lowerBound, end: range.upperBound)
        }
        let rename = Diagnostic.Fix(
            description: "write 'clock' instead", safe: true,
            edits: [.init(span: span("\"a]b\""), text: "clock\n"), .init(span: span("routes"), text: "")])
        let diagnostics = [
            Diagnostic(
                .shadowedRoute, at: span("🛒/日本"), "route '🛒' is unreachable: 100% goes to \"x\"",
                notes: [.init("'x' is here, with {priority} [20](1)", at: span("/x|y"))],
                witness: "shop://orders/`42`|a", witnessRemark: "goes to x", help: "give it a priority, or\nnarrow x"),
            Diagnostic(
                .undefinedName, at: span("\"a]b\""), "module '<script>a]b</script>' is not declared",
                suggestions: ["clock", "clack"], fixes: [rename]),
            Diagnostic(.undefinedName, at: span("\"a]b\""), "module '<script>a]b</script>' is not declared"),
            Diagnostic(.ambiguousScalar, at: span("日本\"\n    module"), "over two lines, \u{1B}[31m\u{FFFE}*not red*"),
            Diagnostic(.partlyShadowed, at: span("/z"), "'::error::' takes /z"),
            Diagnostic(.idlePriority, at: SourceSpan(file: 0, start: bytes.count, end: bytes.count), "nothing here"),
            Diagnostic(
                .unreadableFile, at: SourceSpan(file: 1, start: 0, end: 0), "'gone.yaml' does not exist; check the path"
            ),
        ]
        return LintReport(
            diagnostics: diagnostics, sources: [shop, .unreadable(path: "/gone.yaml"), clean.sources[0]], routes: 1)
    }()
}
