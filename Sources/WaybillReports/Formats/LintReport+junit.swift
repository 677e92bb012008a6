import WaybillManifest
import WaybillSyntax

extension LintReport {
    /// Returns JUnit's XML for Jenkins and GitLab: a suite for each file, with a case for each diagnostic.
    ///
    /// A file without problems is a suite of one passed case, which shows that it was checked. A diagnostic below
    /// `--fail-on` passes too, with its text as output. A file that could not be read is an error.
    package func junit(_ style: ReportStyle) -> String {
        let found = Dictionary(grouping: diagnostics, by: \.span.file)
        let suites = sources.indices.map { index in
            let path = PortablePath.of(sources[index].path, below: style.folder)
            let problems = found[index, default: []]
            let cases = zip(problems, problems.map(Self.junitName).numbered).map { junitCase(for: $0, $1, path, style) }
            let passed = XMLElement("testcase", ["name": "no problems", "classname": path])
            return JUnitSuite(path, cases.isEmpty ? [passed] : cases)
        }
        return JUnitSuite.document("waybill check", suites)
    }

    /// Readers know a test by its name, so it must not change with the lines above.
    private static func junitName(of diagnostic: Diagnostic) -> String {
        // The messages about broken YAML say where something begins.
        diagnostic.rule == .yamlSyntax
            ? diagnostic.rule.description : "\(diagnostic.rule): \(diagnostic.message.safeOnScreen)"
    }

    private func junitCase(
        for diagnostic: Diagnostic, _ name: String, _ path: String, _ style: ReportStyle
    ) -> XMLElement {
        XMLElement(
            "testcase", ["name": name, "classname": path], children: [junitOutcome(of: diagnostic, style)])
    }

    private func junitOutcome(of diagnostic: Diagnostic, _ style: ReportStyle) -> XMLElement {
        let text = TextRenderer(sources: sources, showsSecrets: true).render([diagnostic])
        guard diagnostic.severity >= style.failOn else { return XMLElement("system-out", text: text) }
        return XMLElement(
            diagnostic.rule.traits.contains(.losesFile) ? "error" : "failure",
            ["type": diagnostic.severity.rawValue, "message": diagnostic.message.safeOnScreen], text: text)
    }
}

extension [String] {
    /// The names, with a number after each that is not the first of its kind: `a`, `b`, `a (2)`.
    package var numbered: [String] {
        var counts: [String: Int] = [:]
        return map { name in
            counts[name, default: 0] += 1
            return counts[name] == 1 ? name : "\(name) (\(counts[name, default: 1]))"
        }
    }
}

/// A suite of JUnit's XML.
package struct JUnitSuite {
    private let name: String
    private let cases: [XMLElement]

    /// - Parameter cases: Elements `testcase`.
    package init(_ name: String, _ cases: [XMLElement]) {
        self.name = name
        self.cases = cases
    }

    /// Returns the XML of a report. A case fails if it contains a `failure`, and is an error if it contains an `error`.
    package static func document(_ name: String, _ suites: [JUnitSuite]) -> String {
        let children = suites.map { element("testsuite", $0.name, counting: $0.cases, children: $0.cases) }
        return element("testsuites", name, counting: suites.flatMap(\.cases), children: children).document
    }

    private static func element(
        _ kind: String, _ name: String, counting cases: [XMLElement], children: [XMLElement]
    ) -> XMLElement {
        func count(_ outcome: String) -> Int { cases.count { $0.children.contains { $0.name == outcome } } }
        return XMLElement(
            kind,
            [
                "name": name, "tests": "\(cases.count)", "failures": "\(count("failure"))",
                "errors": "\(count("error"))",
            ], children: children)
    }
}
