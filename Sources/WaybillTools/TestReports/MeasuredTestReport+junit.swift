import WaybillManifest
import WaybillRules
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

    private func testCase(_ result: RouteTestResult, _ path: String) -> XMLElement {
        let line = run.sources[result.test.span.file].position(at: result.test.span.start).line
        let failures = RouteTestRun(sources: run.sources, results: [result]).diagnostics.map {
            failure($0.rule, $0.message.safeOnScreen, [$0])
        }
        return XMLElement(
            name: "testcase",
            attributes: ["name": "\(result.test.title.safeOnScreen) (line \(line))", "classname": path],
            children: failures)
    }

    /// Returns a suite of one case: whether a required minimum is reached.
    private func minimumSuite(_ name: String, _ requirement: String, _ failure: XMLElement?) -> JUnitSuite {
        let minimumCase = XMLElement(
            name: "testcase", attributes: ["name": requirement, "classname": name],
            children: [failure].compactMap(\.self))
        return JUnitSuite(name: name, cases: [minimumCase])
    }

    private func failure(_ rule: Rule, _ message: String, _ diagnostics: [Diagnostic]) -> XMLElement {
        XMLElement(
            name: "failure", attributes: ["type": rule.description, "message": message],
            text: TextRenderer(sources: run.sources, showsSecrets: true).render(diagnostics))
    }
}
