import Dispatch
import Foundation
import Testing
import Waybill
import WaybillTestSupport

@testable import WaybillReload

@Suite("The threads of a reload", .timeLimit(.minutes(1)))
struct ReloadThreadTests {
    /// A watcher whose file system hangs until a test releases it.
    private final class HangingWatcher: ChangeWatcher {
        let entered = Event()
        let gate = DispatchSemaphore(value: 0)

        var watching: Watching { Watching(mode: .inotify) }
        func openPaths() -> [String] { [] }
        func replan() {}
        func endWrite(of path: String) {}
        func follow(_ paths: [String]) {}

        func mark() -> WriteLedger.Mark {
            entered.happen()
            gate.wait()
            gate.signal()
            return WriteLedger.Mark()
        }
    }

    @Test("Reloads whose files hang block neither a thread that serves, nor the status")
    func hangingFiles() async throws {
        let watchers = (0..<ProcessInfo.processInfo.activeProcessorCount + 2).map { _ in HangingWatcher() }
        let services = try watchers.map { watcher in
            try ReloadingService(good, makeWatcher: { (_, _) throws(WatchFailure) in watcher })
        }
        let reloads = services.map { $0.reloader.requestReload() }
        for watcher in watchers { await watcher.entered.wait() }
        for service in services {
            #expect(service.reloader.status.healthy)
            #expect(try await service.answer("/one") == "one")
        }
        for watcher in watchers { watcher.gate.signal() }
        for reload in reloads { #expect(await reload.value.result == .unchanged) }
    }
}
