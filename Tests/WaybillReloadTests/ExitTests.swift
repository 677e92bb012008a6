import Foundation
import Testing
import Waybill
import WaybillReload

@Suite("Programs that end with an error")
struct ExitTests {
    @Test("Invalid manifests end a program with status 1, and standard error says what is wrong, without a backtrace")
    func manifests() async throws {
        let result = try #require(
            await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
                await WaybillService.exitOnError {
                    _ = try Router(manifests: "/nowhere/at/all", registry: Registry())
                }
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("/nowhere/at/all") && text.contains("error: "))
        #expect(!text.contains("Fatal error"))
    }

    @Test("A program whose body returns goes on")
    func success() async {
        await #expect(processExitsWith: .exitCode(7)) {
            await WaybillService.exitOnError {}
            exit(7)
        }
    }
}
