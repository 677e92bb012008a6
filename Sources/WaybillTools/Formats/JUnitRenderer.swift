import WaybillManifest
import WaybillSyntax

/// JUnit's XML as Jenkins and GitLab read it: a suite for each file, in it a case for each finding.
///
/// A file about which there is nothing to say is a suite of one case that passes, so that it is seen to be checked. What
/// is milder than `--fail-on` passes too, with its text as output; what could not be read is an error.
struct JUnitRenderer {
    var style: ReportStyle

    func render(_ report: LintReport) -> String {
        let findings = Dictionary(grouping: report.diagnostics, by: \.span.file)
        let suites = report.sources.indices.map { suite(report.sources[$0], findings[$0] ?? [], in: report) }
        let (failures, errors) = count(report.diagnostics)
        let tests = report.sources.indices.reduce(0) { $0 + max(1, findings[$1]?.count ?? 0) }
        return XMLElement(
            name: "testsuites",
            attributes: [
                "name": "waybill check", "tests": "\(tests)", "failures": "\(failures)", "errors": "\(errors)",
            ], children: suites
        ).document
    }

    private func suite(_ source: SourceFile, _ findings: [Diagnostic], in report: LintReport) -> XMLElement {
        let path = PortablePath.of(source.path, below: style.folder)
        let renderer = TextRenderer(sources: report.sources, showsSecrets: true)
        let cases = findings.map { finding in
            let place = source.position(at: finding.span.start)
            return XMLElement(
                name: "testcase",
                attributes: ["name": "\(finding.rule.title) \(place.line):\(place.column)", "classname": path],
                children: [outcome(of: finding, text: renderer.render([finding]))])
        }
        let passed = XMLElement(name: "testcase", attributes: ["name": "no problems", "classname": path])
        let (failures, errors) = count(findings)
        return XMLElement(
            name: "testsuite",
            attributes: [
                "name": path, "tests": "\(max(1, findings.count))", "failures": "\(failures)", "errors": "\(errors)",
            ], children: cases.isEmpty ? [passed] : cases)
    }

    private func outcome(of finding: Diagnostic, text: String) -> XMLElement {
        guard finding.severity >= style.failOn else {
            return XMLElement(name: "system-out", attributes: [:], text: text)
        }
        return XMLElement(
            name: finding.rule == .unreadableFile ? "error" : "failure",
            attributes: ["type": finding.severity.rawValue, "message": finding.message.safeOnScreen], text: text)
    }

    private func count(_ findings: [Diagnostic]) -> (failures: Int, errors: Int) {
        let failing = findings.filter { $0.severity >= style.failOn }
        let errors = failing.count { $0.rule == .unreadableFile }
        return (failing.count - errors, errors)
    }
}
