import Dispatch
import Foundation
import Testing
import Waybill
import WaybillSyntax
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

    @Test("A slow read of the executable blocks neither readiness nor the status; only a caller of its digest waits")
    func slowExecutable() async throws {
        let (entered, gate) = (Event(), DispatchSemaphore(value: 0))
        let service = try ReloadingService(
            good,
            readBuild: {
                entered.happen()
                gate.wait()
                return "digest"
            })
        let endpoint = ReloadEndpoint(service.reloader, access: .loopback)
        async let status = endpoint.answer(.init(method: "GET", path: "/_waybill/status", isFromLoopback: true))
        await entered.wait()
        #expect(await endpoint.answer(.init(method: "GET", path: "/_waybill/ready"))?.status == 200)
        #expect(service.reloader.status.build == nil)
        gate.signal()
        #expect(String(decoding: try #require(await status).body, as: UTF8.self).contains(#""build":"digest""#))
        #expect(service.reloader.status.build == "digest")
    }

    #if os(Linux)
        @Test("A reload works on threads of a low priority, so that requests go first")
        func priority() async throws {
            let service = try ReloadingService.polling(
                good, register: { $0.handler("noting", configuration: Noting.self) { _, _ in "noted" } })
            let text = good + "  - { url: /noting, handler: noting, with: { n: 1 } }\n"
            try service.folder.write(text, to: "Routes/a.yaml")
            #expect(await service.reloader.reload().result == .published)
            let noted = try #require(Noting.noted.value)
            #expect(noted.niceness > niceness && noted.isSpread)
        }
    #endif
}

#if os(Linux)
    /// Of the current thread.
    private var niceness: CInt { getpriority(CInt(PRIO_PROCESS.rawValue), 0) }

    /// Notes where it is decoded.
    private struct Noting: Decodable, Sendable {
        static let noted = Shared<(niceness: CInt, isSpread: Bool)?>(nil)

        init(from decoder: any Decoder) throws {
            let noted = (niceness, Concurrently.hasLowPriority)
            Self.noted.change { $0 = noted }
        }
    }
#endif
