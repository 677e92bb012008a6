#if os(Linux)
    import Foundation
    import Synchronization
    import Testing
    import Waybill
    import WaybillRules
    import WaybillSyntax
    import WaybillTestSupport

    @testable import WaybillReload

    @Suite("Watches that fail", .serialized, .timeLimit(.minutes(1)))
    struct WatchFaultTests {
        /// A watcher that sees nothing, and claims that it sees everything.
        private static let blind: MakeWatcher = { (_, _) throws(WatchFailure) in ScriptedWatcher() }

        /// Lets the poll run, and the debounce time after it.
        private func round(_ clock: ManualClock, _ options: ReloadOptions = ReloadOptions()) async {
            await clock.sleepers(1)
            clock.advance(by: options.fallbackPollInterval)
            await clock.sleepers(1)
            clock.advance(by: options.debounce)
        }

        @Test("A change without an event is found by the fallback poll")
        func silence() async throws {
            let clock = ManualClock()
            let service = try ReloadingService(good, clock: clock, makeWatcher: Self.blind)
            try await withReloader(service) { service, attempts in
                #expect(service.reloader.status.watch == .inotify)
                try service.folder.save(better, to: "Routes/a.yaml")
                await round(clock)
                #expect(try await attempts.next().result == .published)
                #expect(try await service.answer("/two") == "two")
                #expect(service.reloader.status.watch == .degraded)
                #expect(service.reloader.status.watchReason == "unreported-change")
                #expect(service.log.warnings.filter { $0.contains("unreported-change") }.count == 1)
            }
        }

        @Test("Events that return after a silence end the report about it")
        func eventsAgain() async throws {
            let clock = ManualClock()
            let service = try ReloadingService(good, set: "Routes/a.yaml", clock: clock)
            try FileManager.default.linkItem(atPath: service.path(), toPath: service.path("outside"))
            try await withReloader(service) { service, attempts in
                // A write to another name of the same file is not reported in the watched folder.
                try service.folder.write(better, to: "outside")
                await round(clock)
                #expect(try await attempts.next().result == .published)
                #expect(service.reloader.status.watch == .degraded)
                try service.folder.save(good, to: "Routes/a.yaml")
                // Time moves only after the event: else the poll could find the change before it.
                #expect(try await attempts.next(endingDebounceOf: clock).result == .published)
                #expect(service.reloader.status.watch == .inotify)
            }
        }

        @Test("After a folder far above was replaced, the reload that reads the new tree also watches it")
        func replacedFarAbove() async throws {
            let clock = ManualClock()
            let folder = try TemporaryFolder()
            for name in ["old", "new"] { try folder.makeFolder("\(name)/middle/Routes") }
            try folder.write(good, to: "old/middle/Routes/a.yaml")
            try folder.write(better, to: "new/middle/Routes/a.yaml")
            try folder.rename("old", to: "top")
            var registry = Registry()
            for name in ["one", "two"] { registry.handler(name) { _ in name } }
            let paths = [folder.path("top/middle/Routes")]
            let router = try Router(compilation: .compile(paths: paths), registry: registry)
            let reloader = Reloader(
                Reloader.Start(router: router), manifests: paths, variables: VariableSource([:]),
                logger: RecordedLog().logger,
                options: ReloadOptions(), metrics: nil, clock: clock, hangups: AsyncStream<Void> { _ in })
            var attempts = Attempts(reloader.events)
            let running = Task { try await reloader.run() }
            await attempts.untilWatching()
            try folder.rename("top", to: "gone")
            try folder.rename("new", to: "top")
            #expect(await reloader.reload().result == .published)
            _ = try await attempts.next()
            // The poll does not come, because the clock moves only after an event.
            try folder.save(manifest(("/one", "two"), ("/two", "two")), to: "top/middle/Routes/a.yaml")
            #expect(try await attempts.next(endingDebounceOf: clock).result == .published)
            running.cancel()
            try await running.value
        }

        @Test("A replaced parent folder is read by the poll, and watched from then on")
        func replacedAbove() async throws {
            let clock = ManualClock()
            let service = try ReloadingService(good, others: ["parts/a.yaml": good], set: "Routes/parts", clock: clock)
            let (path, old) = (service.folder.path, service.folder.path + ".old")
            defer { try? FileManager.default.removeItem(atPath: old) }
            try await withReloader(service) { service, attempts in
                try FileManager.default.moveItem(atPath: path, toPath: old)
                try service.folder.makeFolder("Routes/parts")
                try service.folder.write(better, to: "Routes/parts/a.yaml")
                await clock.sleepers(1)
                clock.advance(by: .seconds(10))
                while try await service.answer("/two") == nil {
                    await clock.sleepers(1)
                    clock.advance(by: .milliseconds(50))
                }
                #expect(try await attempts.next().result == .published)
                #expect(service.reloader.status.watch == .inotify)
                try service.folder.save(good, to: "Routes/parts/a.yaml")
                while try await service.answer("/two") != nil {
                    _ = try await attempts.next(endingDebounceOf: clock)
                }
            }
        }

        @Test("A mapped file that stays mapped is read when it has not changed for a round")
        func mapped() async throws {
            let clock = ManualClock()
            let service = try ReloadingService(better, clock: clock, makeWatcher: Self.blind)
            try await withReloader(service) { service, attempts in
                let descriptor = unsafe open(service.path(), O_RDWR | O_CLOEXEC)  // a plain call; closed below
                let length = better.utf8.count
                let map = try unsafe #require(
                    mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0))  // unmapped below
                defer {
                    unsafe munmap(map, length)  // mapped above
                    close(descriptor)
                }
                let changed = Array(better.replacing("/two", with: "/dos").utf8)
                unsafe map.copyMemory(from: changed, byteCount: length)  // as long as the map
                unsafe msync(map, length, MS_SYNC)  // mapped above
                await round(clock)
                await round(clock)
                #expect(try await attempts.next().result == .published)
                #expect(try await service.answer("/dos") == "two")
            }
        }

        @Test(
            "Without inotify instances or watches the service starts, reports why it polls, and watches when it can",
            arguments: ["EMFILE", "ENOSPC"])
        func exhausted(reason: String) async throws {
            let clock = ManualClock()
            let tries = Mutex(0)
            let service = try ReloadingService(
                good, clock: clock,
                makeWatcher: { (_, _) throws(WatchFailure) in
                    let number = tries.withLock { tries in
                        tries += 1
                        return tries
                    }
                    if number < 3 { throw WatchFailure(name: reason) }
                    return ScriptedWatcher()
                })
            try await withReloader(service) { service, attempts in
                #expect(service.reloader.status.watch == .poll)
                #expect(service.reloader.status.watchReason == reason)
                #expect(service.log.warnings.filter { $0.contains(reason) }.count == 1)
                try service.folder.save(better, to: "Routes/a.yaml")
                await clock.sleepers(1)
                clock.advance(by: .seconds(1))
                await clock.sleepers(1)
                clock.advance(by: .milliseconds(50))
                #expect(try await attempts.next().result == .published)
                // Retries become rarer, and the third one succeeds.
                while service.reloader.status.watch == .poll {
                    await clock.sleepers(1)
                    clock.advance(by: .seconds(1))
                }
                #expect(service.reloader.status.watchReason == nil)
            }
        }

        @Test("A broken watch is started again, and counts as a change")
        func brokenWatch() async throws {
            let folder = try TemporaryFolder()
            try folder.write(good, to: "a.yaml")
            let made = Mutex<[InotifyWatcher]>([])
            var watcher = SupervisedWatcher(paths: [folder.path]) { (paths, wake) throws(WatchFailure) in
                let watcher = try InotifyWatcher(paths: paths, wake: wake)
                made.withLock { $0.append(watcher) }
                return watcher
            }
            let before = watcher.mark()
            // Another object has the number now, and cannot be read.
            let root = unsafe open("/", O_RDONLY | O_CLOEXEC)  // a plain call; closed below
            dup2(root, made.withLock { $0[0].inotify.descriptor })
            close(root)
            _ = watcher.mark()
            #expect(watcher.watching == Watching(mode: .poll, reason: "errno \(EISDIR)"))
            watcher.maintain()
            #expect(watcher.watching == Watching(mode: .inotify))
            let after = watcher.mark()
            #expect(after.changes > before.changes)
            try folder.save(better, to: "a.yaml")
            #expect(watcher.mark().changes > after.changes)
        }

        @Test("A child process does not inherit the watch")
        func closedInChildren() throws {
            let inotify = try Inotify()
            defer { inotify.closeDescriptor() }
            #expect(fcntl(inotify.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        }

        @Test("In a chain of links each one may be swapped")
        func chain() async throws {
            let folder = try TemporaryFolder()
            for number in ["1", "2"] {
                try folder.makeFolder("sets/\(number)")
                try folder.write(good, to: "sets/\(number)/a.yaml")
            }
            try folder.makeFolder("deep")
            try folder.link("deep/middle", to: "../sets/1")
            try folder.link("first", to: "deep/middle")
            try folder.link("Routes", to: "first")
            let watcher = try InotifyWatcher(paths: [folder.path("Routes")])
            let before = watcher.mark()
            try folder.link("deep/next", to: "../sets/2")
            try folder.rename("deep/next", to: "deep/middle")
            let swapped = watcher.mark()
            #expect(swapped.changes > before.changes)
            try folder.save(better, to: "sets/2/a.yaml")
            #expect(watcher.mark().changes > swapped.changes)
        }

        @Test("Files that an include finds by wildcards may appear and disappear, also after a failed attempt")
        func includes() async throws {
            let service = try ReloadingService(
                good + "include: [parts/*.yaml]\n", others: ["parts/b.yaml": manifest(("/two", "two"))],
                set: "Routes/a.yaml")
            try await withReloader(service) { service, attempts in
                try service.folder.save(manifest(("/three", "three")), to: "Routes/parts/c.yaml")
                #expect(try await attempts.next().result == .published)
                #expect(try await service.answer("/three") == "three")
                try service.folder.remove("Routes/parts/c.yaml")
                while try await service.answer("/three") != nil { _ = try await attempts.next() }
                try service.folder.makeFolder("Routes/more")
                try service.folder.save(broken, to: "Routes/more/d.yaml")
                try service.folder.save(good + "include: [parts/*.yaml, more/*.yaml]\n", to: "Routes/a.yaml")
                while try await attempts.next().result != .failed {}
                try service.folder.save(manifest(("/three", "three")), to: "Routes/more/d.yaml")
                while try await service.answer("/three") == nil { _ = try await attempts.next() }
            }
        }

        @Test("A file without a name was replaced outside its bind mount: that is logged once")
        func namelessFile() async throws {
            let clock = ManualClock()
            let service = try ReloadingService.polling(good, clock: clock)
            try service.folder.write(manifest(("/two", "two")), to: "mounted")
            let file = try FileHandle(forReadingFrom: URL(filePath: service.path("mounted")))
            try service.folder.remove("mounted")
            try service.folder.link("Routes/b.yaml", to: "/proc/self/fd/\(file.fileDescriptor)")
            try await withReloader(service) { service, _ in
                for _ in 0..<3 {
                    await clock.sleepers(1)
                    clock.advance(by: .seconds(1))
                }
                await clock.sleepers(1)
                #expect(service.reloader.status.replacedUnderMount == [service.path("Routes/b.yaml")])
                #expect(service.log.warnings.filter { $0.contains("outside its bind mount") }.count == 1)
            }
        }

        @Test(
            "Other bytes are detected by polling, whatever the file's times and numbers",
            arguments: ["same size and time", "another file of the same name", "1970", "2100", "the same bytes"])
        func times(case name: String) async throws {
            let service = try ReloadingService.polling(better)
            let path = service.path()
            let before = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            let text = name == "the same bytes" ? better : better.replacing("/two", with: "/dos")
            if name == "another file of the same name" { try service.folder.remove("Routes/a.yaml") }
            try service.folder.write(text, to: "Routes/a.yaml")
            let times = ["1970": Date(timeIntervalSince1970: 0), "2100": Date(timeIntervalSince1970: 4_102_444_800)]
            let time = try #require(times[name] ?? before)
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
            let files = await service.reloader.filesNow(with: [])
            let first = await service.reloader.reload()
            #expect(first.result == (name == "the same bytes" ? .unchanged : .published))
            let seen = try #require(await service.reloader.lastSeen.files)
            #expect(seen.areSame(as: files))
        }
    }
#endif
