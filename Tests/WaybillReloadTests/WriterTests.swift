#if os(Linux)
    import Foundation
    import MetricsTestKit
    import Testing
    import Waybill
    import WaybillSyntax
    import WaybillTestSupport

    @testable import WaybillReload

    /// The poll never runs here, so that only events and the wait for writers count.
    @Suite("Files that are open for writing", .timeLimit(.minutes(1)))
    struct WriterTests {
        private let clock = ManualClock()
        private let service: ReloadingService

        init() throws {
            var options = ReloadOptions()
            options.fallbackPollInterval = .seconds(3600)
            service = try ReloadingService(good, options: options, clock: clock)
        }

        /// Ends the debounce time. The poll sleeps too.
        private func settle() async {
            await clock.sleepers(2)
            clock.advance(by: .milliseconds(50))
        }

        @Test(
            "A folder or a file of which only the time changes delays nothing",
            arguments: ["Routes/parts", "Routes/a.yaml"])
        func touched(name: String) async throws {
            try await withReloader(service) { service, attempts in
                let path = service.path(name)
                let times = [timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
                // UTIME_OMIT keeps the time of access, so that the change is reported as a modification. The call keeps
                // neither pointer.
                #expect(unsafe utimensat(AT_FDCWD, path, times, 0) == 0)
                #expect(try await attempts.next(endingDebounceOf: clock).result == .unchanged)
                try service.folder.save(better, to: "Routes/a.yaml")
                #expect(try await attempts.next(endingDebounceOf: clock).result == .published)
                #expect(service.reloader.status.writers == [])
            }
        }

        @Test(
            "A file that stays open is read ten seconds after its last change; until then status, log and gauge report it"
        )
        func staysOpen() async throws {
            try await withReloader(service) { service, attempts in
                let writer = try service.folder.openForWriting("Routes/a.yaml")
                try writer.write(contentsOf: Data(good.utf8))
                try writer.write(contentsOf: Data("# half".utf8))
                while service.reloader.status.writers.isEmpty { await settle() }
                #expect(service.reloader.status.writers == [service.path()])
                #expect(service.reloader.status.pendingSince != nil)
                #expect(service.reloader.status.healthy)
                #expect(try service.metrics.expectGauge("waybill_config_writers").lastValue == 1)
                await clock.sleepers(2)
                clock.advance(by: .seconds(9))
                await clock.sleepers(2)
                try writer.write(contentsOf: Data("\n  - { url: /two, handler: two }\n".utf8))
                // The write restarts the first debounce time.
                for _ in 0..<2 { await settle() }
                for _ in 0..<3 {
                    await clock.sleepers(2)
                    clock.advance(by: .seconds(3))
                }
                await clock.sleepers(2)
                #expect(service.reloader.status.writers == [service.path()])
                #expect(try await service.answer("/two") == nil)
                clock.advance(by: .seconds(3))
                #expect(try await attempts.next().result == .published)
                #expect(try await service.answer("/two") == "two")
                #expect(service.reloader.status.writers == [])
                #expect(service.reloader.status.pendingSince == nil)
                #expect(service.log.warnings.filter { $0.contains("still open for writing") }.count == 1)
                #expect(try service.metrics.expectGauge("waybill_config_writers").lastValue == 0)
                try writer.close()
            }
        }

        @Test("A file that is linked into place, and never closed there, is read", arguments: ["unnamed", "hard link"])
        func linked(kind: String) async throws {
            try service.folder.write(manifest(("/two", "two")), to: "outside")
            try await withReloader(service) { service, attempts in
                let path = service.path("Routes/b.yaml")
                if kind == "unnamed" {
                    // The paths are read before each call returns.
                    let file = unsafe open(service.path("Routes"), O_WRONLY | 0o20_200_000 | O_CLOEXEC, 0o644)
                    let bytes = Array(manifest(("/two", "two")).utf8)
                    #expect(unsafe write(file, bytes, bytes.count) == bytes.count)
                    let name = "/proc/self/fd/\(file)"
                    #expect(unsafe linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0)
                    close(file)
                } else {
                    try FileManager.default.linkItem(atPath: service.path("outside"), toPath: path)
                }
                #expect(try await attempts.next(endingDebounceOf: clock).result == .published)
                #expect(try await service.answer("/two") == "two")
            }
        }

        @Test("If the kernel cannot report writers, only a file with new bytes is waited for")
        func unknownWriter() {
            var pending = PendingWrites()
            let read = SourceFile(path: "Routes/a.yaml", bytes: [1])
            let same = SourceFile(path: "/r/Routes/a.yaml", bytes: [1])
            let other = SourceFile(path: "/r/Routes/b.yaml", bytes: [1])
            #expect(pending.waiting(for: [same, other], lastRead: [read], clock) == [other.path])
            clock.advance(by: .seconds(9))
            let changed = SourceFile(path: other.path, bytes: [2])
            #expect(pending.waiting(for: [changed], lastRead: [read], clock) == [other.path])
            clock.advance(by: .seconds(9))
            #expect(pending.waiting(for: [changed], lastRead: [read], clock) == [other.path])
            clock.advance(by: .seconds(1))
            #expect(pending.waiting(for: [changed], lastRead: [read], clock) == [])
        }
    }
#endif
