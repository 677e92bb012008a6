import Foundation
import Testing
import WaybillManifest

@Suite("What fixes make of manifests")
struct GoldenFixTests {
    @Test("Every fixed text is the golden one", arguments: FixCase.all)
    func texts(_ fixCase: FixCase) throws {
        let source = SourceFile(
            path: "\(fixCase.name).yaml", bytes: try #require(fixCase.bytes("\(fixCase.name).yaml")))
        let outcome = try FixInput([source]).fixed(fixCase.level)
        let actual = outcome.changes.first?.new ?? source.bytes
        guard let expected = fixCase.bytes(fixCase.output) else {
            try Data(actual).write(to: FixCase.folder.appending(path: fixCase.output))
            Issue.record("\(fixCase.output) did not exist and is written now: read it, and run the test again")
            return
        }
        guard expected != actual else { return }
        let texts = (String(decoding: expected, as: UTF8.self), String(decoding: actual, as: UTF8.self))
        Issue.record("\(fixCase.output) is another now:\n\(goldenDiff(expected: texts.0, actual: texts.1))")
    }

    @Test("There are cases")
    func thereAreCases() {
        #expect(FixCase.all.count >= 10)
    }
}
