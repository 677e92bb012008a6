import Foundation
import Testing
import WaybillManifest
import WaybillSyntax
import WaybillTools

@Suite("The results of fixes")
struct GoldenFixTests {
    @Test("Every fixed text is the golden one", arguments: FixCase.all)
    func texts(_ fixCase: FixCase) throws {
        let source = SourceFile(
            path: "\(fixCase.name).yaml", bytes: try #require(fixCase.bytes("\(fixCase.name).yaml")))
        let outcome = try FixInput([source]).fixed(fixCase.level)
        let actual = outcome.changes.first?.new ?? source.bytes
        try expectGolden(actual, at: FixCase.folder.appending(path: fixCase.output))
    }

    @Test("There are cases")
    func thereAreCases() {
        #expect(FixCase.all.count >= 10)
    }
}
