import Foundation
import Testing
import WaybillManifest
import WaybillRules
import WaybillTools

@Suite("The tests of the reference service's manifests")
struct ReferenceRoutesTests {
    @Test("All pass, and cover everything that a request can exercise")
    func routes() throws {
        let root = GoldenFixtures.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let compilation = Compilation.compile(paths: [root.appending(path: "Routes").path(percentEncoded: false)])
        let report = try #require(MeasuredTestReport(compilation, coverage: .list, failUnder: 100))
        #expect(report.isPassed, "\(report.rendered(as: .text))")
        #expect(report.run.results.count >= 16)
    }
}
