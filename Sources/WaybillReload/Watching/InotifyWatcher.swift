#if os(Linux)
    import Dispatch
    import Synchronization

    /// Watches a manifest set by inotify: its folders, the folders of links on the way to it, and the folder that
    /// contains it.
    final class InotifyWatcher: ChangeWatcher {
        private let wake: @Sendable () -> Void
        private let paths: [String]
        let inotify: Inotify
        private nonisolated(unsafe) let source: any DispatchSourceRead  // Dispatch sources may be used from any thread
        private let state: Mutex<State>

        private struct State {
            var plan: WatchPlan
            var planCount = 0
            var folders: [CInt: String] = [:]
            var ledger = WriteLedger()
            /// The watched paths outside of the set's own.
            var followed: [String] = []
            /// The reason why a folder could not be watched, or events could not be read.
            var failure: String?
            /// Whether reading failed. From then on the descriptor's number may belong to another file.
            var isOver = false
        }

        /// Starts watching. No later change is missed.
        /// - Parameter wake: Called after each event that concerns the set.
        init(paths: [String], wake: @escaping @Sendable () -> Void = {}) throws(WatchFailure) {
            self.paths = paths
            self.wake = wake
            inotify = try Inotify()
            state = Mutex(State(plan: WatchPlan(paths: [])))
            let inotify = inotify
            let queue = DispatchQueue(label: "waybill.inotify")
            let source = DispatchSource.makeReadSource(fileDescriptor: inotify.descriptor, queue: queue)
            unsafe self.source = source  // set once, before any other thread has the watcher
            source.setCancelHandler { inotify.closeDescriptor() }
            source.setEventHandler { [weak self] in self?.drain() }
            state.withLock { rewatch(&$0) }
            source.activate()
        }

        deinit {
            unsafe source.cancel()  // may be called from any thread
        }

        var watching: Watching {
            let (failure, isOver) = state.withLock { ($0.failure, $0.isOver) }
            return failure.map { Watching(mode: isOver ? .poll : .degraded, reason: $0) } ?? Watching(mode: .inotify)
        }

        func mark() -> WriteLedger.Mark {
            drain()
            return state.withLock { $0.ledger.mark }
        }

        func follow(_ paths: [String]) {
            state.withLock { state in
                guard state.followed != paths else { return }
                state.followed = paths
                state.ledger.recordChange()
                rewatch(&state)
            }
        }

        func replan() {
            let isChanged = state.withLock { state in
                let before = state.folders
                rewatch(&state)
                if state.folders != before { state.ledger.recordChange() }
                return state.folders != before
            }
            if isChanged { wake() }
        }

        func openPaths() -> [String] {
            state.withLock { $0.ledger.openPaths }
        }

        func endWrite(of path: String) {
            state.withLock { $0.ledger.endWrite(of: path) }
        }

        /// The number of walks of the tree.
        var planCount: Int { state.withLock { $0.planCount } }

        /// Reads all events up to now, for the dispatch source, and for a reload that must not miss one.
        private func drain() {
            let changed = state.withLock { state in
                guard !state.isOver else { return false }
                let before = state.ledger.mark
                do throws(WatchFailure) {
                    take(try inotify.readEvents(), &state)
                } catch {
                    state.failure = error.name
                    state.isOver = true
                    unsafe source.cancel()  // may be called from any thread
                }
                return state.ledger.mark != before
            }
            if changed { wake() }
        }

        /// Records the events, and plans once for all of them.
        private func take(_ events: [Inotify.RawEvent], _ state: inout State) {
            var isPlanChanged = false
            for raw in events {
                if raw.isOverflow {
                    state.ledger.recordLoss()
                    isPlanChanged = true
                }
                guard let folder = state.folders[raw.watch] else { continue }
                if raw.endsWatch { state.folders[raw.watch] = nil }
                guard let event = raw.event(in: folder), state.plan.concerns(event) else { continue }
                state.ledger.record(event)
                isPlanChanged = isPlanChanged || state.plan.isChanged(by: event)
            }
            if isPlanChanged { rewatch(&state) }
        }

        /// Plans again, and watches each folder before listing it, so that no new file is missed.
        private func rewatch(_ state: inout State) {
            guard !state.isOver else { return }
            var folders: [CInt: String] = [:]
            var failure: String?
            let plan = WatchPlan(paths: paths, included: state.followed) { folder in
                do throws(WatchFailure) {
                    folders[try inotify.add(folder)] = folder
                } catch {
                    // A folder that was just removed is not a failure, because its parent reports that.
                    if error.name != "ENOENT", error.name != "ENOTDIR" { failure = error.name }
                }
            }
            for watch in state.folders.keys where folders[watch] == nil { inotify.remove(watch) }
            state.failure = failure
            state.folders = folders
            state.plan = plan
            state.planCount += 1
            state.ledger.forget { plan.folders[$0] != nil }
        }
    }
#endif
