#if os(Linux)
    import Dispatch
    import Synchronization

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Watches a manifest set by inotify: its folders, those of the links on the way to it, and the folder that holds it.
    final class InotifyWatcher: ChangeWatcher {
        private let wake: @Sendable () -> Void
        private let paths: [String]
        let inotify: Inotify
        private nonisolated(unsafe) let source: any DispatchSourceRead  // Dispatch sources may be used from any thread
        private let state: Mutex<State>

        private struct State {
            var plan: WatchPlan
            var folders: [CInt: String] = [:]
            var ledger = WriteLedger()
            /// What lies outside the paths, and is watched besides.
            var followed: [String] = []
            var failure: String?
            /// Whether reading failed, once and for all: the descriptor's number may be another's from then on.
            var isOver = false
        }

        /// Starts watching: everything that happens from here on is seen.
        /// - Parameter wake: Called whenever something that concerns the set has happened.
        init(paths: [String], wake: @escaping @Sendable () -> Void = {}) throws(WatchFailure) {
            self.paths = paths
            self.wake = wake
            inotify = try Inotify()
            state = Mutex(State(plan: WatchPlan(paths: [])))
            let inotify = inotify
            unsafe source = DispatchSource.makeReadSource(
                fileDescriptor: inotify.descriptor, queue: DispatchQueue(label: "waybill.inotify"))
            unsafe source.setCancelHandler { inotify.closeDescriptor() }
            unsafe source.setEventHandler { [weak self] in self?.drain() }
            state.withLock { rewatch(&$0) }
            unsafe source.activate()
        }

        deinit {
            unsafe source.cancel()
        }

        var watching: Watching {
            let failure = state.withLock { $0.failure }
            return failure.map { Watching(mode: .poll, reason: $0) } ?? Watching(mode: .inotify)
        }

        func mark() -> WriteLedger.Mark {
            drain()
            return state.withLock { $0.ledger.mark }
        }

        func follow(_ paths: [String]) {
            state.withLock { state in
                guard state.followed != paths else { return }
                state.followed = paths
                state.ledger.noteChange()
                rewatch(&state)
            }
        }

        func openPaths() -> [String] {
            state.withLock { $0.ledger.openPaths }
        }

        func reviewOpenWrites() {
            let changed = state.withLock { state in
                let before = state.ledger.mark
                state.ledger.reviewOpenWrites { OpenWriters.state(of: $0) }
                return state.ledger.mark != before
            }
            if changed { wake() }
        }

        /// Takes in all events up to now, whoever asks: the dispatch source, or a reload that wants to be sure.
        private func drain() {
            let changed = state.withLock { state in
                guard !state.isOver else { return false }
                let before = state.ledger.mark
                do throws(WatchFailure) {
                    for event in try inotify.readEvents() { take(event, &state) }
                } catch {
                    state.failure = error.name
                    state.isOver = true
                    unsafe source.cancel()
                }
                return state.ledger.mark != before
            }
            if changed { wake() }
        }

        private func take(_ raw: Inotify.RawEvent, _ state: inout State) {
            if raw.isOverflow {
                state.ledger.noteLoss()
                return rewatch(&state)
            }
            guard let folder = state.folders[raw.watch] else { return }
            if raw.endsWatch { state.folders[raw.watch] = nil }
            guard let event = raw.event(in: folder), state.plan.concerns(event) else { return }
            state.ledger.note(event)
            if event.changesTree { rewatch(&state) }
        }

        /// Plans and watches until the plan holds: what appears between looking and watching is found by looking again.
        private func rewatch(_ state: inout State) {
            guard !state.isOver else { return }
            for _ in 0..<5 {
                let plan = WatchPlan(paths: paths + state.followed)
                let isSame = plan == state.plan && !state.folders.isEmpty
                watch(plan, &state)
                if isSame { return }
            }
        }

        private func watch(_ plan: WatchPlan, _ state: inout State) {
            var folders: [CInt: String] = [:]
            for folder in plan.folders.keys {
                do throws(WatchFailure) {
                    folders[try inotify.add(folder)] = folder
                } catch {
                    // A folder that has just gone is no failure: its parent reports that.
                    if error.name != "ENOENT", error.name != "ENOTDIR" { state.failure = error.name }
                }
            }
            for watch in state.folders.keys where folders[watch] == nil { inotify.remove(watch) }
            state.folders = folders
            state.plan = plan
            state.ledger.forget { plan.folders[$0] != nil }
        }
    }
#endif
