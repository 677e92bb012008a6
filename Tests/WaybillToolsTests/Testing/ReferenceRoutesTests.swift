import Foundation
import Testing
import WaybillManifest
import WaybillTools

@Suite("The tests of the reference service's manifests")
struct ReferenceRoutesTests {
    @Test("All pass, and try everything that a request can meet")
    func routes() throws {
        let root = GoldenFixtures.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let compilation = Compilation.compile(paths: [root.appending(path: "Routes").path(percentEncoded: false)])
        let report = try #require(MeasuredTestReport(compilation, coverage: .list, failUnder: 100))
        #expect(report.isPassed, "\(report.rendered(as: .text))")
        #expect(report.run.results.count >= 16)
    }
}
