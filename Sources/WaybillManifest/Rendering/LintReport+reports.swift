extension LintReport {
    /// What `waybill check` prints for people: every finding, then a line that counts them.
    package func text(color: Bool, width: Int?, mostPerRule: Int? = 40) -> String {
        let renderer = TextRenderer(sources: sources, color: color, width: width)
        return renderer.render(diagnostics, mostPerRule: mostPerRule)
            + renderer.summaryLine(for: diagnostics, routes: routes, files: files) + "\n"
    }

    /// The machine contract of `waybill check --format json`.
    package var json: String {
        DiagnosticsReport(diagnostics, sources: sources, files: files, routes: routes).json()
    }
}
