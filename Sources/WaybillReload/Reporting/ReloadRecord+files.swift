import Logging
import Synchronization

/// What is reported about the files, between attempts.
extension ReloadRecord {
    /// Logs once that the system gives no events or not all, and once that it does again.
    func record(_ watching: Watching) {
        let logged = state.withLock { state in
            defer { state.loggedReason = watching.reason }
            state.status.watch = watching.mode
            state.status.watchReason = watching.reason
            return state.loggedReason
        }
        metrics.record(watching)
        guard watching.reason != logged else { return }
        switch (watching.mode, watching.reason) {
        case (.degraded, let reason?):
            logger.warning("some file events are missing (\(reason)); the manifests are polled too")
        case (_, let reason?):
            logger.warning("file events are not available (\(reason)); the manifests are polled instead")
        case (_, nil): logger.info("file events are available again")
        }
    }

    /// Logs once for each file that it was replaced under a mount.
    func recordReplacedUnderMount(_ paths: [String]) {
        let logged = state.withLock { state in
            defer { state.status.replacedUnderMount = paths }
            return state.status.replacedUnderMount
        }
        for path in paths where !logged.contains(path) {
            logger.warning(
                "'\(path)' was replaced outside its bind mount, and the new file is not visible; mount its folder instead",
                metadata: ["file": "\(path)"])
        }
    }

    /// Records the files that a set waits for. Logs it once if it takes longer than a save does.
    func recordWriters(_ paths: [String], since elapsed: Duration = .zero) {
        let shouldLog = state.withLock { state in
            let isLong = !paths.isEmpty && elapsed >= .seconds(1)
            defer { state.hasLoggedWriters = !paths.isEmpty && (state.hasLoggedWriters || isLong) }
            state.status.pendingSince = paths.isEmpty ? nil : state.status.pendingSince ?? timestamp()
            state.status.writers = paths
            return isLong && !state.hasLoggedWriters
        }
        metrics.recordWriters(paths.count)
        if shouldLog {
            let names = paths.prefix(Self.fileLimit).map { "'\($0)'" }.joined(separator: ", ")
            let others = paths.count > Self.fileLimit ? " and \(paths.count - Self.fileLimit) more" : ""
            logger.warning("the reload waits for files that are still open for writing: \(names)\(others)")
        }
    }

    /// Logs that the last good set could not be stored.
    func recordUnsaved(_ error: any Error, at path: String) {
        logger.warning(
            "the last good manifests could not be stored in '\(path)': \(error)", metadata: ["file": "\(path)"])
    }
}
