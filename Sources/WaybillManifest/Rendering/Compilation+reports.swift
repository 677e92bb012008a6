extension Compilation {
    /// Whether all that stands for a manifest could be read.
    package var isReadable: Bool { !diagnostics.contains { $0.rule == .unreadableFile } }

    /// What `waybill check` prints for people: every diagnostic, then a line that counts them.
    package func text(color: Bool, width: Int?, mostPerRule: Int? = 40) -> String {
        let renderer = TextRenderer(sources: sources, color: color, width: width)
        return renderer.render(diagnostics, mostPerRule: mostPerRule)
            + renderer.summaryLine(for: diagnostics, routes: set.routes.count) + "\n"
    }

    /// The machine contract of `waybill check --format json`.
    package var json: String {
        DiagnosticsReport(diagnostics, sources: sources, routes: set.routes.count).json()
    }
}
