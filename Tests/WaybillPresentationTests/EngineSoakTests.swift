import EngineSoak
import Testing

@Suite("A soak of the engine alone", .timeLimit(.minutes(1)))
struct EngineSoakTests {
    @Test("A short run of Scripts/soak.sh engine: everything that eight tasks made is freed")
    func moment() async throws {
        let report = try await EngineSoak.run(for: .zero, steps: 200)
        #expect(report.made == report.freed && report.made > 0)
        #expect(report.steps == 1600 && report.generations > 1)
    }
}
