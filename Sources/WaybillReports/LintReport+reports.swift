import WaybillManifest
import WaybillRules

extension LintReport {
    /// Returns the text output of `waybill check`: every diagnostic, then a summary line.
    ///
    /// - Parameter isQuiet: Whether the summary is left out.
    package func text(color: Bool, width: Int?, isQuiet: Bool = false) -> String {
        let renderer = TextRenderer(sources: sources, color: color, width: width, showsSecrets: true)
        return renderer.render(diagnostics, maximumPerRule: maximumPerRule) + (isQuiet ? "" : summaryLine + "\n")
    }

    /// `2 errors, 1 warning in 3 files, 12 routes; not shown: 1 suppressed`
    package var summaryLine: String {
        TextRenderer(sources: sources).summaryLine(for: diagnostics, routes: routes, files: files) + hidden.clause
    }

    /// The JSON of `waybill check --format json`.
    package var json: String { contract.json() }

    package var contract: DiagnosticsReport { DiagnosticsReport(self) }
}

extension LintReport.Hidden {
    /// `; not shown: 2 suppressed, 1 in the baseline`, or nothing.
    package var clause: String {
        let parts = [(allowed, "suppressed"), (inBaseline, "in the baseline"), (untouched, "on unchanged lines")]
        let counts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return counts.isEmpty ? "" : "; not shown: \(counts.joined(separator: ", "))"
    }
}
