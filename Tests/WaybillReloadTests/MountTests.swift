import WaybillRules

#if os(Linux)
    import Foundation
    import Testing
    import Waybill
    import WaybillManifest
    import WaybillTestSupport

    @testable import WaybillReload

    /// Tests that need their own mounts and limits: `Scripts/mounts.sh` runs them in a namespace.
    @Suite(
        "Mounts", .serialized, .timeLimit(.minutes(1)),
        .enabled(if: ProcessInfo.processInfo.environment["WAYBILL_MOUNTS"] == "1", "Scripts/mounts.sh runs these"))
    struct MountTests {
        private func run(_ command: String...) throws {
            let run = try ProgramRun(["/usr/bin/env"] + command)
            #expect(run.end.status == 0, "\(command)")
        }

        private func service(_ clock: any Clock<Duration> = ContinuousClock(), set: String = "Routes") throws
            -> ReloadingService
        {
            try ReloadingService(manifest(routes: 40), set: set, clock: clock)
        }

        /// Lets the poll run, and the debounce time after it.
        private func round(_ clock: ManualClock) async {
            await clock.sleepers(1)
            clock.advance(by: ReloadOptions().fallbackPollInterval)
            await clock.sleepers(1)
            clock.advance(by: ReloadOptions().debounce)
        }

        @Test("On a full disk the beginning of a file is rejected, and the status reports no success")
        func fullDisk() async throws {
            let service = try service()
            let path = service.path("Routes")
            try run("mount", "-t", "tmpfs", "-o", "size=16k", "none", path)
            defer { try? run("umount", "-l", path) }
            let text =
                manifest(routes: 40) + "# \(String(repeating: "x", count: 60_000))\n"
                + manifest(routes: 1).dropFirst(18)
            #expect(throws: (any Error).self) { try Data(text.utf8).write(to: URL(filePath: service.path())) }
            try Data(repeating: UInt8(ascii: "#"), count: 4096).write(to: URL(filePath: service.path()))
            #expect(await service.reloader.reload().result == .failed)
            #expect(service.router.generation.set.routes.count == 40)
            #expect(!service.reloader.status.healthy)
            try service.folder.write(manifest(routes: 41), to: "Routes/a.yaml")
            #expect(await service.reloader.reload().result == .published)
        }

        @Test("A file system that is unmounted leaves the current generation, and is read when it is back")
        func unmounted() async throws {
            let clock = ManualClock()
            let service = try service(clock)
            let path = service.path("Routes")
            try run("mount", "-t", "tmpfs", "none", path)
            try service.folder.write(manifest(routes: 40), to: "Routes/a.yaml")
            try await withReloader(service) { service, attempts in
                try run("umount", "-l", path)
                try service.folder.remove("Routes/a.yaml")
                #expect(service.router.generation.set.routes.count == 40)
                try run("mount", "-t", "tmpfs", "none", path)
                try service.folder.write(manifest(routes: 42), to: "Routes/a.yaml")
                while service.router.generation.set.routes.count == 40 {
                    await round(clock)
                }
                #expect(service.router.generation.set.routes.count == 42)
                try run("umount", "-l", path)
            }
        }

        @Test("A file system that is mounted over the folder is read by the poll, and watched from then on")
        func mountedOver() async throws {
            let clock = ManualClock()
            let service = try service(clock)
            let path = service.path("Routes")
            try await withReloader(service) { service, attempts in
                try run("mount", "-t", "tmpfs", "none", path)
                try service.folder.write(manifest(routes: 41), to: "Routes/a.yaml")
                while service.router.generation.set.routes.count == 40 {
                    await round(clock)
                }
                #expect(service.reloader.status.watch == .inotify)
                try service.folder.save(manifest(routes: 42), to: "Routes/a.yaml")
                while service.router.generation.set.routes.count == 41 {
                    _ = try await attempts.next(endingDebounceOf: clock)
                }
                try run("umount", "-l", path)
            }
        }

        @Test("A single mounted file that is replaced outside is reported")
        func mountedFile() async throws {
            let clock = ManualClock()
            let service = try service(clock)
            try service.folder.write(manifest(routes: 40), to: "outside")
            try run("mount", "--bind", service.path("outside"), service.path())
            defer { try? run("umount", "-l", service.path()) }
            try service.folder.save(manifest(routes: 44), to: "outside")
            try await withReloader(service) { service, _ in
                while service.reloader.status.replacedUnderMount.isEmpty {
                    await round(clock)
                }
                #expect(service.reloader.status.replacedUnderMount == [service.path()])
                #expect(service.router.generation.set.routes.count == 40)
            }
        }

        @Test("A change of the lower file of an overlay is not visible, and nothing new is reported")
        func overlay() async throws {
            let folder = try TemporaryFolder()
            for name in ["lower", "upper", "work", "Routes"] { try folder.makeFolder(name) }
            try folder.write(manifest(routes: 40), to: "lower/a.yaml")
            let options = ["lowerdir=lower", "upperdir=upper", "workdir=work"].map { option in
                option.replacing("=", with: "=\(folder.path)/")
            }
            let path = folder.path("Routes")
            try run("mount", "-t", "overlay", "none", "-o", options.joined(separator: ","), path)
            defer { try? run("umount", "-l", path) }
            var registry = Registry()
            registry.handler("one") { _ in "one" }
            let reloader = Reloader(
                router: try Router(compilation: .compile(paths: [path]), registry: registry), manifests: [path],
                logger: RecordedLog().logger)
            // After the copy-up, the lower file is no longer visible.
            try folder.write(manifest(routes: 41), to: "Routes/a.yaml")
            #expect(await reloader.reload().result == .published)
            try folder.write(manifest(routes: 43), to: "lower/a.yaml")
            #expect(await reloader.reload().result == .unchanged)
            #expect(reloader.status.routes == 41)
        }

        @Test(
            "Limits of the kernel are reported by their names, and the service starts",
            arguments: [("instances", "EMFILE"), ("watches", "ENOSPC")])
        func limits(limit: String, reason: String) async throws {
            // This folder belongs to the namespace; nothing else may be changed.
            let map = try String(contentsOfFile: "/proc/self/uid_map", encoding: .utf8)
            try #require(!map.contains("4294967295"))
            let file = "/proc/sys/user/max_inotify_\(limit)"
            let before = try String(contentsOfFile: file, encoding: .utf8)
            try run("sh", "-c", "echo 0 > \(file)")
            defer { try? run("sh", "-c", "echo \(before.trimmingCharacters(in: .whitespacesAndNewlines)) > \(file)") }
            let service = try service()
            #expect(service.reloader.status.watch == .poll)
            #expect(service.reloader.status.watchReason == reason)
            try service.folder.write(manifest(routes: 41), to: "Routes/a.yaml")
            #expect(await service.reloader.reload().result == .published)
        }
    }
#endif
