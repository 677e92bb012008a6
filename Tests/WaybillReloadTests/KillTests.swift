import Foundation
import Testing
import Waybill

@testable import WaybillReload

/// A service that `Scripts/kills.sh` kills at random moments, again and again. Each start finds invalid manifests.
@Suite(
    "Killed at any moment",
    .enabled(if: ProcessInfo.processInfo.environment["WAYBILL_KILLS"] != nil, "Scripts/kills.sh runs this"))
struct KillTests {
    @Test("After a kill at any moment, the last good set serves at the next start")
    func killed() async throws {
        let folder = try #require(ProcessInfo.processInfo.environment["WAYBILL_KILLS"])
        let (routes, file) = ("\(folder)/Routes/a.yaml", "\(folder)/last-good.json")
        let isFirst = !FileManager.default.fileExists(atPath: routes)
        try FileManager.default.createDirectory(atPath: "\(folder)/Routes", withIntermediateDirectories: true)
        try (isFirst ? text(0) : "waybill: 1\nroutes: [").write(toFile: routes, atomically: false, encoding: .utf8)
        var options = ReloadOptions()
        options.prefersPolling = true
        options.lastGoodFile = file
        let reloader = try await Reloader.starting(
            manifests: ["\(folder)/Routes"], policy: .lastGood, logger: RecordedLog().logger, options: options
        ) { compilation throws(ManifestErrors) in
            var registry = Registry()
            registry.handler("one") { _ in "one" }
            return try Router(compilation: compilation, registry: registry)
        }
        #expect(try await reloader.router.open("/route/7").destination as? String == "one")
        #expect(reloader.status.stale != isFirst)
        // The first start keeps a set before it may be killed.
        _ = await reloader.reload()
        try "ready\n".write(toFile: "\(folder)/ready", atomically: false, encoding: .utf8)
        for round in 1... {
            try text(round).write(toFile: routes, atomically: false, encoding: .utf8)
            _ = await reloader.reload()
        }
    }

    private func text(_ round: Int) -> String {
        manifest(routes: 200).replacing("handler: one", with: "handler: one, priority: \(round % 9)")
    }
}
