import WaybillManifest
import WaybillReports
import WaybillSyntax

/// JUnit's XML for Jenkins and GitLab: a suite for each file, with a case for each diagnostic.
///
/// A file without problems is a suite of one passed case, which shows that it was checked. A diagnostic below
/// `--fail-on` passes too, with its text as output. A file that could not be read is an error.
struct JUnitRenderer {
    var style: ReportStyle

    func render(_ report: LintReport) -> String {
        let diagnostics = Dictionary(grouping: report.diagnostics, by: \.span.file)
        let suites = report.sources.indices.map { suite(report.sources[$0], diagnostics[$0] ?? [], in: report) }
        return JUnitSuite.document("waybill check", suites)
    }

    private func suite(_ source: SourceFile, _ diagnostics: [Diagnostic], in report: LintReport) -> JUnitSuite {
        let path = PortablePath.of(source.path, below: style.folder)
        let renderer = TextRenderer(sources: report.sources, showsSecrets: true)
        let cases = diagnostics.map { diagnostic in
            let place = source.position(at: diagnostic.span.start)
            return XMLElement(
                name: "testcase",
                attributes: ["name": "\(diagnostic.rule) \(place.line):\(place.column)", "classname": path],
                children: [outcome(of: diagnostic, text: renderer.render([diagnostic]))])
        }
        let passed = XMLElement(name: "testcase", attributes: ["name": "no problems", "classname": path])
        return JUnitSuite(name: path, cases: cases.isEmpty ? [passed] : cases)
    }

    private func outcome(of diagnostic: Diagnostic, text: String) -> XMLElement {
        guard diagnostic.severity >= style.failOn else {
            return XMLElement(name: "system-out", attributes: [:], text: text)
        }
        return XMLElement(
            name: diagnostic.rule.traits.contains(.losesFile) ? "error" : "failure",
            attributes: ["type": diagnostic.severity.rawValue, "message": diagnostic.message.safeOnScreen], text: text)
    }
}

/// A suite of JUnit's XML.
struct JUnitSuite {
    var name: String
    /// Elements `testcase`.
    var cases: [XMLElement]

    /// Returns the XML of a report. A case fails if it contains a `failure`, and is an error if it contains an `error`.
    static func document(_ name: String, _ suites: [JUnitSuite]) -> String {
        let children = suites.map { element("testsuite", $0.name, counting: $0.cases, children: $0.cases) }
        return element("testsuites", name, counting: suites.flatMap(\.cases), children: children).document
    }

    private static func element(
        _ kind: String, _ name: String, counting cases: [XMLElement], children: [XMLElement]
    ) -> XMLElement {
        XMLElement(
            name: kind,
            attributes: [
                "name": name, "tests": "\(cases.count)", "failures": "\(count(of: "failure", in: cases))",
                "errors": "\(count(of: "error", in: cases))",
            ], children: children)
    }

    private static func count(of outcome: String, in cases: [XMLElement]) -> Int {
        cases.count { $0.children.contains { $0.name == outcome } }
    }
}
