import WaybillManifest
import WaybillSyntax

extension MeasuredTestReport {
    /// Returns JUnit's XML for Jenkins and GitLab: a suite for each file with tests, and one each for coverage and
    /// mutants if they have a required minimum.
    func junit(_ style: ReportStyle) -> String {
        let results = Dictionary(grouping: run.results, by: \.test.span.file)
        var suites = results.keys.sorted().map { file in
            let path = PortablePath.of(run.sources[file].path, below: style.folder)
            return JUnitSuite(name: path, cases: results[file, default: []].map { testCase($0, path) })
        }
        if let failUnder, coverage != nil {
            suites.append(JUnitSuite(name: "coverage", cases: [coverageCase(failUnder)]))
        }
        if let mutation, mutation.minimum != nil {
            suites.append(JUnitSuite(name: "mutants", cases: [mutationCase(mutation)]))
        }
        return JUnitSuite.document("waybill test", suites)
    }

    private func testCase(_ result: RouteTestResult, _ path: String) -> XMLElement {
        let line = run.sources[result.test.span.file].position(at: result.test.span.start).line
        let failures = RouteTestRun(sources: run.sources, results: [result]).diagnostics.map(failure)
        return XMLElement(
            name: "testcase",
            attributes: ["name": "\(result.test.title.safeOnScreen) (line \(line))", "classname": path],
            children: failures)
    }

    private func failure(_ diagnostic: Diagnostic) -> XMLElement {
        XMLElement(
            name: "failure", attributes: ["type": diagnostic.rule.title, "message": diagnostic.message.safeOnScreen],
            text: TextRenderer(sources: run.sources, showsSecrets: true).render([diagnostic]))
    }

    private func coverageCase(_ failUnder: Double) -> XMLElement {
        let untested = diagnostics.filter { $0.rule == .lowCoverage }
        let failure = XMLElement(
            name: "failure", attributes: ["type": Rule.lowCoverage.title, "message": coverageLine ?? ""],
            text: TextRenderer(sources: run.sources, showsSecrets: true).render(untested))
        return XMLElement(
            name: "testcase", attributes: ["name": "the required coverage", "classname": "coverage"],
            children: isCoverageLow ? [failure] : [])
    }

    private func mutationCase(_ mutation: MutationReport) -> XMLElement {
        let failure = XMLElement(
            name: "failure",
            attributes: ["type": Rule.survivingMutant.title, "message": mutation.summaryLine],
            text: TextRenderer(sources: run.sources, showsSecrets: true).render(mutation.diagnostics))
        return XMLElement(
            name: "testcase", attributes: ["name": "the required mutation score", "classname": "mutants"],
            children: mutation.isScoreLow ? [failure] : [])
    }
}
