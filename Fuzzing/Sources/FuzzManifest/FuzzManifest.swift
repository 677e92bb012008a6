import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// Random bytes as a manifest are read, decoded, checked, compiled and reported in every format without a trap.
/// Diagnostics are inside the file, a set without errors has a table, and a second run gives the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzManifest(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let files = ManifestFiles(sources: [SourceFile(path: "a/fuzz.yaml", bytes: bytes)])
    let compilation = Compilation.compile(files: files)
    let report = compilation.lint()
    expect(compilation.hasErrors == (compilation.table == nil), "a table, and errors too, or neither")
    for diagnostic in report.diagnostics {
        let edits = diagnostic.fixes.flatMap(\.edits).map(\.span)
        for span in [diagnostic.span] + diagnostic.notes.map(\.span) + edits {
            expect(span.file == 0, "a span of no file")
            expect(0 <= span.start && span.start <= span.end && span.end <= count, "a span outside of the file")
        }
        expect(!diagnostic.message.isEmpty, "a diagnostic without a message")
    }
    let texts = reports(report)
    let again = Compilation.compile(files: files)
    expect(again.digest == compilation.digest, "another digest of the same text")
    expect(reports(again.lint()) == texts, "another report on the same text")
    return 0
}

private func reports(_ report: LintReport) -> [String] {
    let narrow = report.rendered(as: .text, style: ReportStyle(color: true, width: 30))
    return ReportFormat.allCases.map { report.rendered(as: $0) } + [narrow]
}

private func expect(_ condition: Bool, _ message: String) {
    if !condition { fatalError(message) }
}
