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
