import WaybillManifest
import WaybillReports
import WaybillSyntax

extension MeasuredTestReport {
    /// Returns the report as text.
    func text(_ style: ReportStyle) -> String {
        let renderer = TextRenderer(sources: run.sources, color: style.color, width: style.width, showsSecrets: true)
        var blocks: [String] = []
        let failures = tests.failuresText(renderer)
        if !failures.isEmpty { blocks.append(failures) }
        if let coverage {
            if detail == .lines { blocks.append(LineCoverage(self).listing) }
            if detail != .summary || isCoverageLow { blocks.append(untestedText(coverage, renderer)) }
            blocks.append(table(coverage))
        }
        if let mutation { blocks.append(mutation.text(renderer)) }
        if !style.isQuiet { blocks.append(summaryLines.map { $0 + "\n" }.joined()) }
        return blocks.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Returns the unexercised units. In a list that does not fail, they are remarks.
    private func untestedText(_ coverage: RouteCoverage, _ renderer: TextRenderer) -> String {
        let lines = coverage.untested.map { unit in
            var diagnostic = untestedDiagnostic(unit)
            if !isCoverageLow { diagnostic.severity = .info }
            let offer = unit.proposal.map { "    - \($0.inline.safeOnScreen)\n" } ?? ""
            return renderer.headerLine(for: diagnostic) + "\n" + offer
        }
        return lines.joined()
    }

    private func table(_ coverage: RouteCoverage) -> String {
        let rows = CoverageUnit.Kind.allCases.compactMap { kind -> [String]? in
            let share = coverage.share(of: kind)
            return share.total == 0 ? nil : [kind.rawValue, "\(share.covered)", "\(share.total)", share.percentage]
        }
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { String(repeating: " ", count: widths[$0] - row[$0].count) }
            return "\(row[0])\(cells[0])  \(cells[1])\(row[1]) of \(cells[2])\(row[2])  \(cells[3])\(row[3]) %\n"
        }.joined()
    }
}
