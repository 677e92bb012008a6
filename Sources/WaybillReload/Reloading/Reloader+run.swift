import ServiceLifecycle
import UnixSignals
import Waybill
import WaybillManifest
import WaybillSyntax

/// The service, which starts attempts.
extension Reloader {
    /// Follows the files and `SIGHUP` until it is cancelled or the service group shuts down.
    /// - Throws: Nothing. An attempt that fails is recorded in ``status``.
    public func run() async throws {
        let signals = hangups == nil ? await UnixSignalsSequence(trapping: .sighup) : nil
        await cancelWhenGracefulShutdown {
            await withTaskCancellationHandler {
                await self.follow(signals)
            } onCancel: {
                // Attempts for callers would delay those that wait for their turn.
                Task { await self.cancelReloads() }
            }
        }
        record.finish()
    }

    private func follow(_ signals: UnixSignalsSequence?) async {
        // The service does not wait for it, not even at its end.
        Task { await identifyBuild() }
        await catchUp()
        await withDiscardingTaskGroup { group in
            if let source = self.source {
                group.addTask { await self.follow(source) }
            } else {
                group.addTask { await self.followWatcher() }
                group.addTask { await self.poll() }
            }
            if let signals {
                if Signals.takeEarlyHangup() { group.addTask { await self.reloadAtHangup() } }
                group.addTask { await self.reload(at: signals) }
            }
            if let hangups = self.hangups { group.addTask { await self.reload(at: hangups) } }
            group.addTask { await self.followVariables() }
        }
    }

    /// Makes an attempt whenever values of variables have changed since the last one. Manifests that are saved at the same time
    /// are part of it.
    private func followVariables() async {
        await variables.follow {
            guard (try? await self.clock.sleep(for: self.options.debounce)) != nil else { return }
            // In turn, because a running attempt may have taken values that changed back.
            guard await self.turns.take({ !self.cache.isSame(in: self.variables.snapshot()) }) else { return }
            await self.reload(trigger: .configuration)
        }
    }

    /// Makes an attempt for each new set of a source.
    private func follow(_ source: any ManifestSource) async {
        await source.follow {
            self.status
        } changed: {
            await self.reload(trigger: .store)
        }
    }

    private func reload(at hangups: some AsyncSequence<some Sendable, Never> & Sendable) async {
        for await _ in hangups { await reloadAtHangup() }
    }

    private func reloadAtHangup() async {
        let isTold = options.serviceManager?.tellReloading() == true
        let attempt = await reload(trigger: .sighup)
        let reason = attempt.reason.map { "reload rejected (\($0.rawValue)); " } ?? ""
        if isTold { options.serviceManager?.tellReady("\(reason)generation \(attempt.generation) is live") }
    }

    /// Reads again, to find edits between the router's first reading and the start of the watch.
    private func catchUp() async {
        repeat {
            guard case .failure(.suspicion) = await turns.take({ await attempt(.start) }) else { break }
        } while await waitForSuspects()
        let watching = source == nil ? watcher.watching : Watching(mode: .store)
        record.record(watching)
        record.report(.watching(watching.mode))
    }

    /// An attempt for a caller: waits up to five seconds for writers, and for files that may be replaced.
    func attemptPatiently(_ trigger: ReloadTrigger, _ precondition: ReloadPrecondition) async -> ReloadAttempt {
        let watch = Stopwatch(clock)
        var pauses = 0
        while pauses < 100 {
            switch await attempt(trigger, precondition, readsAll: trigger != .files) {
            case .success(let attempt): return attempt
            case .failure(.suspicion):
                guard watch.elapsed < .seconds(5), await waitForSuspects() else {
                    return giveUp(trigger, after: watch)
                }
            case .failure(.writing):
                pauses += 1
                guard (try? await clock.sleep(for: .milliseconds(50))) != nil else {
                    return giveUp(trigger, after: watch)
                }
            }
        }
        return giveUp(trigger, after: watch)
    }

    /// Waits until an empty or missing file is complete, or the grace period is over. Returns false if the service ends.
    private func waitForSuspects() async -> Bool {
        guard let complete = await suspects.completed(within: options.replaceGracePeriod, clock) else { return false }
        suspects.renew(complete, clock)
        return true
    }

    /// Makes an attempt whenever the files have stopped changing.
    private func followWatcher() async {
        for await _ in watcher.wakeups {
            record.record(watcher.watching)
            guard await isSettled(), watcher.mark() != lastSeen.mark else { continue }
            while case .failure(let delay) = await attemptInTurn() {
                if delay == .suspicion { guard await waitForSuspects() else { return } }
                guard await isSettled() else { return }
            }
        }
    }

    private func attemptInTurn(readsAll: Bool = false) async -> Result<ReloadAttempt, Delay> {
        await turns.take { await attempt(.files, readsAll: readsAll) }
    }

    /// Waits for the end of the debounce time. Returns false if the service ends.
    ///
    /// A set that never stops changing is read at the limit; that reading itself proves whether it is complete.
    private func isSettled() async -> Bool {
        let watch = Stopwatch(clock)
        var seen = watcher.mark()
        repeat {
            guard (try? await clock.sleep(for: options.debounce)) != nil else { return false }
            let now = watcher.mark()
            if now == seen { return true }
            seen = now
        } while watch.elapsed < options.debounceLimit
        return true
    }

    /// Polls the files: the only way if there are no events, and the fallback if there are.
    private func poll() async {
        for round in 1... {
            let isPolling = watcher.watching.mode != .inotify
            let interval = isPolling ? options.pollInterval : options.fallbackPollInterval
            guard (try? await clock.sleep(for: interval)) != nil else { return }
            watcher.maintain()
            record.record(watcher.watching)
            let files = filesNow(with: lastSeen.included)
            // The replacement of a file that is mounted alone is not visible here, and no event reports it.
            record.recordReplacedUnderMount(files.map(\.path).filter { FileSystem.linkCount(of: $0) == 0 })
            // An attempt may succeed with the same files, for example because a missing folder exists now.
            let retries = !record.isHealthy && (!isPolling || round.isMultiple(of: 10))
            if retries || !isSeen(files) {
                await attempt(polled: files, retries: retries)
            }
        }
    }

    /// Without events a save may be between two of its writes: the files must stay the same for a while.
    private func attempt(polled files: [SourceFile], retries: Bool) async {
        guard (try? await clock.sleep(for: options.debounce)) != nil else { return }
        guard filesNow(with: lastSeen.included).areSame(as: files) else { return }
        if !isSeen(files) {
            if watcher.mark() == lastSeen.mark { watcher.recordUnreported() }
            record.record(watcher.watching)
        } else if !retries {
            // An event was faster.
            return
        }
        while case .failure(.suspicion) = await attemptInTurn(readsAll: true), await waitForSuspects() {}
    }

    /// Whether the last attempt has read these files.
    private func isSeen(_ files: [SourceFile]) -> Bool {
        lastSeen.mark != nil && (lastSeen.files ?? []).areSame(as: files)
    }
}
