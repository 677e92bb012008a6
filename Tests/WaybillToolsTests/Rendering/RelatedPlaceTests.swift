import Testing
import WaybillManifest
import WaybillRules
import WaybillTools

@Suite("Related places")
struct RelatedPlaceTests {
    private static let report = Compilation.compile(
        text: """
            waybill: 1
            routes:
              - { id: a, url: /a, handler: x }
              - { id: a, url: /b, handler: y }
            """, path: "Routes/a.yaml"
    ).lint()

    @Test("Every format that shows more than a line of a diagnostic names them", arguments: ReportFormat.allCases)
    func named(_ format: ReportFormat) {
        let text = Self.report.rendered(as: format)
        guard format != .compact else { return }
        #expect(text.contains("it is first declared here"), "\(text)")
    }

    @Test(
        "Formats without room for them give their places",
        arguments: [
            (ReportFormat.github, "%0ARoutes/a.yaml:3:11: note: it is first declared here"),
            (.gitlab, "\\nRoutes/a.yaml:3:11: note: it is first declared here"),
            (.checkstyle, "&#10;Routes/a.yaml:3:11: note: it is first declared here"),
            (.markdown, "<br>Routes/a.yaml:3:11: note: it is first declared here"),
        ])
    func placed(_ format: ReportFormat, line: String) {
        let text = Self.report.rendered(as: format).replacing("\\/", with: "/")
        #expect(text.contains(line), "\(text)")
    }
}
