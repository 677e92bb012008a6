import ServiceLifecycle
import UnixSignals
import Waybill

/// The service: what leads to attempts.
extension Reloader {
    /// Follows the files and `SIGHUP` until it is cancelled or the service group shuts down.
    public func run() async throws {
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        await cancelWhenGracefulShutdown {
            await self.catchUp()
            await withDiscardingTaskGroup { group in
                group.addTask { await self.followWatcher() }
                group.addTask { await self.poll() }
                group.addTask {
                    for await _ in hangups { await self.reload(trigger: .sighup) }
                }
            }
        }
        record.finish()
    }

    /// What was edited between the router's first reading and the watch is found by reading once more.
    private func catchUp() async {
        _ = await turns.take { await attempt(.start) }
        record.noteWatching(watcher.watching)
        record.emit(.watching(watcher.watching.mode))
    }

    /// An attempt for a caller who waits: for writers five seconds, for files that may come back as long as they may take.
    func attemptPatiently(_ trigger: ReloadTrigger, _ demand: ReloadDemand) async -> ReloadAttempt {
        var isPatient = true
        for _ in 0..<100 {
            switch await attempt(trigger, demand, isPatient: isPatient, readsAll: trigger != .files) {
            case .success(let attempt): return attempt
            case .failure(.suspicion):
                isPatient = false
                guard (try? await clock.sleep(for: options.grace)) != nil else { return giveUp(trigger) }
            case .failure(.writing):
                guard (try? await clock.sleep(for: .milliseconds(50))) != nil else { return giveUp(trigger) }
            }
        }
        return giveUp(trigger)
    }

    /// Attempts whenever the files have come to rest.
    private func followWatcher() async {
        for await _ in watcher.wakeups {
            guard await isSettled(), watcher.mark() != lastSeen.mark else { continue }
            let watch = Stopwatch(clock)
            // What is empty, or gone, may be a file that is just being replaced.
            while case .failure(.suspicion) = await attemptInTurn(isPatient: watch.elapsed < options.grace) {
                guard await waitForChange(watch), await isSettled() else { break }
            }
        }
    }

    /// Waits until something changes, or what is suspicious has had its time. False where the service ends.
    private func waitForChange(_ watch: Stopwatch) async -> Bool {
        let seen = watcher.mark()
        while watch.elapsed < options.grace, watcher.mark() == seen {
            guard (try? await clock.sleep(for: .milliseconds(10))) != nil else { return false }
        }
        return true
    }

    private func attemptInTurn(
        isPatient: Bool, ignoringHolders: Bool = false, readsAll: Bool = false
    ) async -> Result<ReloadAttempt, Delay> {
        await turns.take {
            await attempt(.files, isPatient: isPatient, ignoringHolders: ignoringHolders, readsAll: readsAll)
        }
    }

    /// Waits for quiet. False while a file is being written: the end of that wakes us again.
    ///
    /// A set that never rests is read after half a second all the same; that read proves by itself whether it is whole.
    private func isSettled() async -> Bool {
        var seen = watcher.mark()
        for _ in 0..<10 where seen.openWrites == 0 {
            guard (try? await clock.sleep(for: options.quiet)) != nil else { return false }
            let now = watcher.mark()
            if now == seen { return true }
            seen = now
        }
        return seen.openWrites == 0
    }

    /// Reads the files now and then: the only way where there are no events, and the net under the events elsewhere.
    private func poll() async {
        var last: [SourceFile] = []
        for round in 1... {
            let isPolling = watcher.watching.mode == .poll
            record.noteWatching(watcher.watching)
            let interval = isPolling ? options.pollInterval : options.slowPollInterval
            guard (try? await clock.sleep(for: interval)) != nil else { return }
            watcher.tend()
            let files = filesNow(with: lastSeen.included)
            record.noteReplacedUnderMount(MountedFiles.replaced(among: files.map(\.path)))
            // What failed may succeed with the very same files: a missing folder has come, say.
            let retries = !record.isHealthy && (!isPolling || round.isMultiple(of: 10))
            let isSeen = lastSeen.files.map { Self.areSame($0, files) } ?? false
            if !isSeen || retries { await attempt(polled: files, isAsBefore: Self.areSame(files, last)) }
            last = files
        }
    }

    /// Without events a save may be between two of its writes: it has to stay as it is for a while.
    ///
    /// A file that stays the same for a whole round, while somebody holds it open, is as whole as it gets: a mapped file is
    /// held open for as long as it is mapped.
    private func attempt(polled files: [SourceFile], isAsBefore: Bool) async {
        guard (try? await clock.sleep(for: options.quiet)) != nil else { return }
        guard Self.areSame(filesNow(with: lastSeen.included), files) else { return }
        _ = await attemptInTurn(isPatient: !isAsBefore, ignoringHolders: isAsBefore, readsAll: true)
    }
}
