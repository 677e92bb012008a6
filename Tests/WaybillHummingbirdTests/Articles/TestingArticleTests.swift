import Testing
import WaybillTestSupport

@Suite("WaybillTesting.md")
struct TestingArticleTests {
    @Test("Its Swift is the code that the package Examples compiles and runs, word for word")
    func swift() throws {
        let shown = try Article("Sources/WaybillTesting/WaybillTesting.docc/WaybillTesting.md").blocks.map(\.code)
        let parts = try Article.parts(of: "Examples/Tests/TestingExamples/TestingExample.swift").map(\.code)
        #expect(Set(shown) == Set(parts))
    }
}
