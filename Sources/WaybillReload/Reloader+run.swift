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
        _ = attempt(.start)
        record.noteWatching(watcher.watching)
        record.emit(.watching(watcher.watching.mode))
    }

    /// Attempts whenever the files have come to rest.
    private func followWatcher() async {
        for await _ in watcher.wakeups {
            guard await isSettled(), watcher.mark() != lastSeen.mark else { continue }
            _ = attempt(.files)
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
        for round in 1... {
            let isPolling = watcher.watching.mode == .poll
            record.noteWatching(watcher.watching)
            let interval = isPolling ? options.pollInterval : options.slowPollInterval
            guard (try? await clock.sleep(for: interval)) != nil else { return }
            watcher.reviewOpenWrites()
            // What failed may succeed with the very same files: a missing folder has come, say.
            let retries = !record.isHealthy && (!isPolling || round.isMultiple(of: 10))
            let now = fingerprintNow()
            guard now != lastSeen.fingerprint || retries else { continue }
            // Without events a save may be between two of its writes: it has to stay as it is for a while.
            guard (try? await clock.sleep(for: options.quiet)) != nil else { return }
            if fingerprintNow() == now { _ = attempt(.files) }
        }
    }
}
