import WaybillManifest
package import WaybillReports
import WaybillRules
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

    /// Returns the unexercised units, each proposed test after all units that it exercises. In a list that does not fail,
    /// they are remarks.
    private func untestedText(_ coverage: RouteCoverage, _ renderer: TextRenderer) -> String {
        let groups = Dictionary(grouping: coverage.untested, by: \.proposal)
        var shown: Set<TestDraft?> = []
        let blocks = coverage.untested.compactMap { unit -> String? in
            guard unit.proposal == nil || shown.insert(unit.proposal).inserted else { return nil }
            let units = unit.proposal == nil ? [unit] : groups[unit.proposal, default: []]
            let lines = units.map { unit in
                var diagnostic = untestedDiagnostic(unit)
                if !isCoverageLow { diagnostic.severity = .info }
                if let requests = unit.requests { diagnostic.message += " (\(requests.grouped) requests)" }
                return renderer.headerLine(for: diagnostic) + "\n"
            }
            return lines.joined() + (unit.proposal.map { "    - \($0.inline.safeOnScreen)\n" } ?? "")
        }
        return blocks.joined()
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

    /// Returns JUnit's XML for Jenkins and GitLab: a suite for each file with tests, and one each for coverage and
    /// mutants if they have a required minimum.
    func junit(_ style: ReportStyle) -> String {
        let results = Dictionary(grouping: run.results, by: \.test.span.file)
        var suites = results.keys.sorted().map { file in
            let path = PortablePath.of(run.sources[file].path, below: style.folder)
            let results = results[file, default: []]
            let names = results.map(\.test.title.safeOnScreen).numbered
            return JUnitSuite(path, zip(results, names).map { testCase($0, $1, path) })
        }
        if failUnder != nil, let coverageLine {
            let untested = diagnostics.filter { $0.rule == .lowCoverage }
            let failure = isCoverageLow ? failure(.lowCoverage, coverageLine, untested) : nil
            suites.append(minimumSuite("coverage", "the required coverage", failure))
        }
        if let mutation, mutation.minimum != nil {
            let failure =
                mutation.isScoreLow ? failure(.survivingMutant, mutation.summaryLine, mutation.diagnostics) : nil
            suites.append(minimumSuite("mutants", "the required mutation score", failure))
        }
        return JUnitSuite.document("waybill test", suites)
    }

    private func testCase(_ result: RouteTestResult, _ name: String, _ path: String) -> XMLElement {
        let failures = RouteTestRun(sources: run.sources, results: [result]).diagnostics.map {
            failure($0.rule, $0.message.safeOnScreen, [$0])
        }
        return XMLElement("testcase", ["name": name, "classname": path], children: failures)
    }

    /// Returns a suite of one case: whether a required minimum is reached.
    private func minimumSuite(_ name: String, _ requirement: String, _ failure: XMLElement?) -> JUnitSuite {
        let minimumCase = XMLElement(
            "testcase", ["name": requirement, "classname": name],
            children: [failure].compactMap(\.self))
        return JUnitSuite(name, [minimumCase])
    }

    private func failure(_ rule: Rule, _ message: String, _ diagnostics: [Diagnostic]) -> XMLElement {
        XMLElement(
            "failure", ["type": rule.description, "message": message],
            text: TextRenderer(sources: run.sources, showsSecrets: true).render(diagnostics))
    }
}

extension MeasuredTestReport {
    /// Returns the report for an agent: failures, then what no test exercises, each proposed test once.
    package func agent(_ style: ReportStyle) -> AgentText {
        var found = diagnostics
        if !isCoverageLow, detail != .summary { found += coverage?.untested.map(untestedDiagnostic).asRemarks ?? [] }
        var proposals: Set<String> = []
        let once = found.mostSevereFirst.map { diagnostic in
            var diagnostic = diagnostic
            let isKnown = diagnostic.help.map { !proposals.insert($0).inserted } ?? false
            if isKnown, diagnostic.rule == .lowCoverage { diagnostic.help = "the test above" }
            return diagnostic
        }
        return AgentText(
            lines: once.agentLines(in: run.sources), summary: style.isQuiet ? [] : summaryLines,
            next: style.isQuiet ? nil : nextCommand(style.paths))
    }

    /// A failed request is explained, then coverage is measured, then the change is compared with the last commit.
    private func nextCommand(_ paths: [String]) -> ShellCommand? {
        if let test = run.failures.first?.test {
            let method = test.method.map { ["--method", $0.value] } ?? []
            let tags = test.tags.flatMap { ["--tag", $0.value] }
            return ShellCommand(["explain", test.open.value] + paths + method + tags)
        }
        if coverage == nil { return ShellCommand(["test"] + paths + ["--coverage"]) }
        return paths.count == 1 ? ShellCommand(["plan", "HEAD:\(paths[0])", paths[0]]) : nil
    }
}

extension [Diagnostic] {
    /// The diagnostics as remarks: in a list that does not fail they are no warnings.
    fileprivate var asRemarks: [Diagnostic] {
        map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.severity = .info
            return diagnostic
        }
    }
}
