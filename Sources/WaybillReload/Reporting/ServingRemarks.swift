package import Waybill
import WaybillManifest
package import WaybillReports
import WaybillRules
import WaybillSyntax

/// The remarks about current manifests in log and status.
struct ServingRemarks {
    /// The warnings of compiling and of binding.
    var warnings: [Diagnostic]
    var sources: [SourceFile]
    /// The registered code that the manifests do not name.
    var unused: [String]

    /// - Parameter compilation: Manifests with the same meaning as the router's generation; `nil` for those from which
    ///   it was made.
    init(_ router: Router, reading compilation: Compilation? = nil) {
        warnings = compilation.map(router.warnings) ?? router.generation.warnings
        sources = compilation?.sources ?? router.generation.sources
        unused = router.unusedRegistrations
    }
}

/// Diagnostics without secrets, for the log and the status. A set may have any number of them, so both show the first
/// and the worst, and count the others.
package struct RedactedDiagnostics {
    /// Those of the status.
    package let entries: [DiagnosticsReport.Entry]
    /// How many more there are than ``entries``; `nil` if there are none.
    let omitted: Int?
    /// Those of the log.
    package let text: String
    /// For example `2 errors, 1 failed test, 1 warning`, or empty.
    package let counts: String

    /// The numbers of diagnostics in the log and in the status.
    private static let (logLimit, statusLimit) = (50, 100)
    /// The limits of their size in bytes. A diagnostic quotes the manifest, whose lines and names have any length.
    private static let (logBytes, statusBytes) = (1 << 18, 1 << 18)

    package init(_ diagnostics: [Diagnostic], in sources: [SourceFile]) {
        let worst = Self.worst(diagnostics)
        let shown = Array(worst.prefix(Self.statusLimit))
        let redaction = Redaction(of: shown, in: sources)
        let report = DiagnosticsReport(shown.map(redaction.redact), sources: sources, routes: 0)
        entries = Self.fitting(report.diagnostics)
        omitted = entries.count < diagnostics.count ? diagnostics.count - entries.count : nil
        let logged = Array(shown.prefix(Self.logLimit))
        let text = TextRenderer(sources: sources).render(logged).shortened(to: Self.logBytes)
        let others = diagnostics.count - logged.count
        self.text = others == 0 ? text : "\(text)\nand \(others) more; 'waybill check' shows all\n"
        counts = Self.counts(diagnostics)
    }

    private static func counts(_ diagnostics: [Diagnostic]) -> String {
        let words = diagnostics.map { $0.rule == .failedTest ? "failed test" : $0.severity.rawValue }
        let order = [Severity.error.rawValue, "failed test"] + [Severity.warning, .info, .hint].map(\.rawValue)
        return order.compactMap { word in
            let count = words.count { $0 == word }
            return count == 0 ? nil : counted(count, word)
        }.joined(separator: ", ")
    }

    /// Returns errors first, then warnings, in their order: what rejects a set is never among those that are only counted.
    private static func worst(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        guard diagnostics.count > logLimit else { return diagnostics }
        return [Severity.error, .warning, .info, .hint].flatMap { severity in
            diagnostics.filter { $0.severity == severity }
        }
    }

    /// Returns the first entries that fit into the status.
    private static func fitting(_ entries: [DiagnosticsReport.Entry]) -> [DiagnosticsReport.Entry] {
        var bytes = 0
        var fitting: [DiagnosticsReport.Entry] = []
        for entry in entries.map(\.shortened) {
            bytes += (try? JSONText.bytes(entry).count) ?? statusBytes
            guard bytes <= statusBytes else { break }
            fitting.append(entry)
        }
        return fitting
    }
}

extension DiagnosticsReport.Entry {
    /// The entry with texts and lists of a limited length. Fixes that are too long are left out, because half a fix is none.
    fileprivate var shortened: Self {
        var entry = self
        let limit = 2000
        entry.message = message.shortened(to: limit)
        entry.help = help?.shortened(to: limit)
        entry.witness = witness?.shortened(to: limit)
        entry.suggestions = suggestions.prefix(8).map { $0.shortened(to: limit) }
        entry.notes = Array(notes.prefix(8))
        for index in entry.notes.indices { entry.notes[index].message = notes[index].message.shortened(to: limit) }
        if fixes.flatMap(\.edits).reduce(0, { $0 + $1.text.utf8.count }) > 8 * limit { entry.fixes = [] }
        return entry
    }
}
