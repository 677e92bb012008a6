#if os(Linux)
    import Foundation
    import Testing
    import WaybillTestSupport

    @testable import WaybillReload

    /// Tests with real files and the real kernel. Nothing here waits, because `mark()` takes in all events up to now.
    @Suite("Watching by inotify", .timeLimit(.minutes(1)))
    struct InotifyWatcherTests {
        private static let queueLimit = "/proc/sys/fs/inotify/max_queued_events"
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.makeFolder("Routes")
            try folder.write("waybill: 1\n", to: "Routes/a.yaml")
        }

        private func watcher(_ names: String...) throws -> InotifyWatcher {
            try InotifyWatcher(paths: (names.isEmpty ? ["Routes"] : names).map(folder.path))
        }

        /// Whether `change` is seen; then waits until no file is open for writing.
        private func sees(_ watcher: InotifyWatcher, _ change: () throws -> Void) async throws -> Bool {
            let before = watcher.mark()
            try change()
            let isSeen = watcher.mark().changes > before.changes
            try await eventually { watcher.mark().openWrites == 0 }
            return isSeen
        }

        @Test("Saves of every kind are detected")
        func saves() async throws {
            let watcher = try watcher()
            #expect(try await sees(watcher) { try folder.write("waybill: 1 # 2\n", to: "Routes/a.yaml") })
            #expect(try await sees(watcher) { try folder.write("waybill: 1\n", to: "Routes/new.yml") })
            try folder.write("waybill: 1 # 3\n", to: "aside")
            #expect(try await sees(watcher) { try folder.rename("aside", to: "Routes/a.yaml") })
            try folder.write("waybill: 1 # 4\n", to: "aside")
            #expect(try await sees(watcher) { try folder.rename("aside", to: "Routes/a.yaml") })
            #expect(try await sees(watcher) { try folder.remove("Routes/a.yaml") })
        }

        @Test("A file that is held open counts as being written until it is closed")
        func heldOpen() async throws {
            let watcher = try watcher()
            let writer = try folder.openForWriting("Routes/a.yaml")
            try writer.write(contentsOf: Data("waybill: 1\n".utf8))
            #expect(watcher.mark().openWrites == 1)
            #expect(watcher.openPaths() == [folder.path("Routes/a.yaml")])
            let before = watcher.mark()
            try writer.close()
            try await eventually { watcher.mark().openWrites == 0 }
            #expect(watcher.mark().changes > before.changes)
        }

        @Test("Other files, and temporary files of editors, are ignored")
        func otherFiles() async throws {
            let watcher = try watcher()
            #expect(try await !sees(watcher) { try folder.write("x", to: "Routes/notes.txt") })
            #expect(try await !sees(watcher) { try folder.write("x", to: "Routes/.a.yaml.swp") })
            #expect(try await !sees(watcher) { try folder.write("x", to: "beside.yaml") })
        }

        @Test("What the configuration excludes is not watched, until the configuration changes")
        func exclusion() async throws {
            try folder.write("exclude: [Routes/drafts, \"Routes/*.tmp.yaml\"]\n", to: ".waybill.yaml")
            try folder.makeFolder("Routes/drafts")
            let watcher = try watcher()
            #expect(try await !sees(watcher) { try folder.write("x", to: "Routes/drafts/b.yaml") })
            #expect(try await !sees(watcher) { try folder.write("x", to: "Routes/a.tmp.yaml") })
            #expect(try await !sees(watcher) { try folder.remove("Routes/drafts/b.yaml") })
            #expect(try await sees(watcher) { try folder.write("waybill: 1\n", to: "Routes/b.yaml") })
            #expect(try await sees(watcher) { try folder.write("rules: {}\n", to: ".waybill.yaml") })
            #expect(try await sees(watcher) { try folder.write("waybill: 1\n", to: "Routes/drafts/b.yaml") })
        }

        @Test("A configuration that appears is followed")
        func newExclusion() async throws {
            let watcher = try watcher()
            #expect(
                try await sees(watcher) { try folder.write("exclude: Routes/a.yaml\n", to: "Routes/.waybill.yaml") })
        }

        @Test("New folders are watched at any depth")
        func newFolders() async throws {
            let watcher = try watcher()
            #expect(try await sees(watcher) { try folder.makeFolder("Routes/shop/orders") })
            #expect(try await sees(watcher) { try folder.write("waybill: 1\n", to: "Routes/shop/orders/b.yaml") })
        }

        @Test("Files that are created and removed cause no walk of the tree, one by one or many at once")
        func manyFiles() async throws {
            let watcher = try watcher()
            let plans = watcher.planCount
            for number in 0..<400 {
                try folder.write("waybill: 1\n", to: "Routes/\(number).yaml")
                if number.isMultiple(of: 2) { _ = watcher.mark() }
            }
            for number in 0..<100 { try folder.rename("Routes/\(number).yaml", to: "Routes/new-\(number).yaml") }
            for number in 100..<200 { try folder.remove("Routes/\(number).yaml") }
            #expect(watcher.mark().changes > 1000)
            #expect(watcher.planCount == plans)
        }

        @Test("Folders that appear together make few plans, and all of them are watched")
        func manyFolders() async throws {
            // The watcher's thread is busy with waking, so that the events of all folders are read at once.
            let (gate, entered) = (DispatchSemaphore(value: 0), Event())
            let watcher = try InotifyWatcher(paths: [folder.path("Routes")]) {
                entered.happen()
                gate.wait()
                gate.signal()
            }
            try folder.makeFolder("Routes/first")
            await entered.wait()
            let plans = watcher.planCount
            for number in 0..<200 { try folder.makeFolder("Routes/\(number)/deep") }
            gate.signal()
            _ = watcher.mark()
            #expect(watcher.planCount == plans + 1)
            #expect(try await sees(watcher) { try folder.write("waybill: 1\n", to: "Routes/199/deep/b.yaml") })
        }

        @Test("A folder that is replaced is watched at its old name")
        func replacedFolder() async throws {
            let watcher = try watcher()
            try folder.makeFolder("Routes.new")
            #expect(
                try await sees(watcher) {
                    try folder.rename("Routes", to: "Routes.old")
                    try folder.rename("Routes.new", to: "Routes")
                })
            #expect(try await sees(watcher) { try folder.write("waybill: 1\n", to: "Routes/a.yaml") })
            #expect(try await !sees(watcher) { try folder.write("waybill: 1\n", to: "Routes.old/a.yaml") })
        }

        @Test("A replaced parent folder is detected by planning again, and its content is watched")
        func replacedAbove() async throws {
            try folder.makeFolder("up/mid/Routes")
            let watcher = try watcher("up/mid/Routes")
            #expect(try await !sees(watcher) { watcher.replan() })
            try folder.rename("up", to: "old")
            try folder.makeFolder("up/mid/Routes")
            #expect(try await sees(watcher) { watcher.replan() })
            #expect(try await sees(watcher) { try folder.write("waybill: 1\n", to: "up/mid/Routes/a.yaml") })
            #expect(try await !sees(watcher) { try folder.write("waybill: 1\n", to: "old/mid/Routes/a.yaml") })
        }

        @Test("A folder that does not exist yet is detected when it is created")
        func missingFolder() async throws {
            let watcher = try watcher("Later")
            #expect(try await sees(watcher) { try folder.makeFolder("Later") })
            #expect(try await sees(watcher) { try folder.write("waybill: 1\n", to: "Later/a.yaml") })
        }

        @Test("The swap of a ConfigMap's link is detected, and the new files are watched")
        func configMap() async throws {
            try folder.makeFolder("conf/..1")
            try folder.write("waybill: 1\n", to: "conf/..1/a.yaml")
            try folder.link("conf/..data", to: "..1")
            try folder.link("conf/a.yaml", to: "..data/a.yaml")
            let watcher = try watcher("conf")
            try folder.makeFolder("conf/..2")
            try folder.write("waybill: 1 # 2\n", to: "conf/..2/a.yaml")
            try folder.link("conf/..data_tmp", to: "..2")
            #expect(try await sees(watcher) { try folder.rename("conf/..data_tmp", to: "conf/..data") })
            #expect(try await sees(watcher) { try folder.write("waybill: 1 # 3\n", to: "conf/..2/a.yaml") })
            #expect(try await !sees(watcher) { try folder.write("waybill: 1 # 4\n", to: "conf/..1/a.yaml") })
        }

        @Test("A link on the way to the set may be swapped, as deployments do")
        func deploymentLink() async throws {
            for release in ["1", "2"] {
                try folder.makeFolder("releases/\(release)/Routes")
                try folder.write("waybill: 1\n", to: "releases/\(release)/Routes/a.yaml")
            }
            try folder.link("current", to: "releases/1")
            let watcher = try watcher("current/Routes")
            try folder.link("next", to: "releases/2")
            #expect(try await sees(watcher) { try folder.rename("next", to: "current") })
            #expect(try await sees(watcher) { try folder.write("waybill: 1 # 2\n", to: "releases/2/Routes/a.yaml") })
        }

        @Test("A single file is watched through its folder, and its neighbors are not")
        func singleFile() async throws {
            let watcher = try watcher("Routes/a.yaml")
            #expect(try await !sees(watcher) { try folder.write("waybill: 1\n", to: "Routes/b.yaml") })
            try folder.write("waybill: 1 # 2\n", to: "aside")
            #expect(try await sees(watcher) { try folder.rename("aside", to: "Routes/a.yaml") })
        }

        @Test("Files that are included from other folders are watched once they are known")
        func includedFile() async throws {
            try folder.write("waybill: 1\n", to: "beside.yaml")
            let watcher = try watcher()
            #expect(try await !sees(watcher) { try folder.write("waybill: 1 # 2\n", to: "beside.yaml") })
            // Changes from before the watch began have to be read again.
            #expect(try await sees(watcher) { watcher.follow([folder.path("beside.yaml")]) })
            #expect(try await !sees(watcher) { watcher.follow([folder.path("beside.yaml")]) })
            #expect(try await sees(watcher) { try folder.write("waybill: 1 # 3\n", to: "beside.yaml") })
        }

        @Test(
            "A queue overflow is reported",
            .enabled(if: (try? String(contentsOfFile: queueLimit, encoding: .utf8)) == "16384\n"))
        func overflow() throws {
            // This watcher is never read, so the kernel's queue fills up. Two names alternate, because the kernel
            // merges equal events.
            try folder.write("waybill: 1\n", to: "Routes/b.yaml")
            let inotify = try Inotify()
            defer { inotify.closeDescriptor() }
            _ = try inotify.add(folder.path("Routes"))
            for index in 0..<16_500 {
                let path = folder.path("Routes/\(index.isMultiple(of: 2) ? "a" : "b").yaml")
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            }
            #expect(try inotify.readEvents().contains(where: \.isOverflow))
        }

        @Test(
            "A watcher counts a queue overflow as a change, forgets writers, and watches what it missed",
            .enabled(if: (try? String(contentsOfFile: queueLimit, encoding: .utf8)) == "16384\n"))
        func survivesOverflow() async throws {
            try folder.write("waybill: 1\n", to: "Routes/b.yaml")
            // The first callback blocks the queue, so that the events are not read.
            let (gate, entered, isFirst) = (DispatchSemaphore(value: 0), Event(), Shared(true))
            let watcher = try InotifyWatcher(paths: [folder.path("Routes")]) {
                guard
                    isFirst.change({ isFirst in
                        defer { isFirst = false }
                        return isFirst
                    })
                else { return }
                entered.happen()
                gate.wait()
            }
            let writer = try folder.openForWriting("Routes/a.yaml")
            try writer.write(contentsOf: Data("# half".utf8))
            await entered.wait()
            for index in 0..<16_500 {
                // The path is read before the call returns.
                unsafe chmod(folder.path("Routes/\(index.isMultiple(of: 2) ? "a" : "b").yaml"), 0o644)
            }
            try writer.close()
            try folder.makeFolder("Routes/late")
            gate.signal()
            #expect(watcher.mark().openWrites == 0)
            #expect(try await sees(watcher) { try folder.write("waybill: 1\n", to: "Routes/late/c.yaml") })
        }
    }

    @Suite("Open writers", .timeLimit(.minutes(1)))
    struct OpenWritersTests {
        @Test("The kernel reports whether a process is writing")
        func writers() async throws {
            let folder = try TemporaryFolder()
            try folder.write("x", to: "a.yaml")
            #expect(OpenWriters.state(of: folder.path("a.yaml")) == .gone)
            let writer = try folder.openForWriting("a.yaml")
            #expect(OpenWriters.state(of: folder.path("a.yaml")) == .present)
            try writer.close()
            // A child that another test starts may hold the file for a moment.
            try await eventually { OpenWriters.state(of: folder.path("a.yaml")) == .gone }
            #expect(OpenWriters.state(of: folder.path("missing.yaml")) == .gone)
        }

        @Test("A second hard link is complete from the start; a pipe is never being filled")
        func filling() throws {
            let folder = try TemporaryFolder()
            try folder.write("x", to: "a.yaml")
            #expect(OpenWriters.isBeingFilled(folder.path("a.yaml")))
            try FileManager.default.linkItem(atPath: folder.path("a.yaml"), toPath: folder.path("b.yaml"))
            #expect(!OpenWriters.isBeingFilled(folder.path("b.yaml")))
            // The path is read before the call returns.
            #expect(unsafe mkfifo(folder.path("pipe.yaml"), 0o600) == 0)
            #expect(!OpenWriters.isBeingFilled(folder.path("pipe.yaml")))
        }
    }
#endif
