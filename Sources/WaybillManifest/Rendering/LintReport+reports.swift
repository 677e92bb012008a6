extension LintReport {
    /// What `waybill check` prints for people: every finding, then a line that counts them.
    package func text(color: Bool, width: Int?, mostPerRule: Int? = 40) -> String {
        let renderer = TextRenderer(sources: sources, color: color, width: width)
        return renderer.render(diagnostics, mostPerRule: mostPerRule) + summaryLine + "\n"
    }

    /// The machine contract of `waybill check --format json`.
    package var json: String { contract.json() }

    var contract: DiagnosticsReport { DiagnosticsReport(diagnostics, sources: sources, routes: routes) }

    /// `2 errors, 1 warning in 3 files, 12 routes`
    var summaryLine: String { TextRenderer(sources: sources).summaryLine(for: diagnostics, routes: routes) }
}
