public import Waybill

/// The truth about a service's routes: what serves, and how the last attempt to change it went.
///
/// As JSON it is what a status endpoint answers with. Values under `with:` never stand in it.
public struct ReloadStatus: Sendable, Codable {
    /// The number of the generation that serves. Only ever rises.
    public var generation: Int
    /// The digest of its table.
    public var digest: String
    /// How many routes it has.
    public var routes: Int
    /// How many generations serve opens: the last one, and those before it that are not done.
    public var generationsLive: Int
    /// Whether the manifests as they are on disk are what serves: false from a failed attempt until a sound one.
    public var healthy: Bool
    /// Whether requests can be answered: there are routes, or there may be none.
    public var ready: Bool
    /// Whether what serves was kept from an earlier run, because the manifests were bad at the start.
    public var stale: Bool
    public var watch: WatchMode
    /// Why `watch` is no better: `EMFILE`, `ENOSPC`.
    public var watchReason: String?
    /// Files whose name leads to another file now than the one that is seen here: they were replaced under a bind mount.
    public var replacedUnderMount: [String]
    public var lastAttempt: ReloadAttempt
    /// The last attempt that published a generation.
    public var lastSuccess: ReloadAttempt
}

/// One attempt to bring the manifests as they are on disk into service.
public struct ReloadAttempt: Sendable, Codable {
    /// Counts from 1, the start.
    public var number: Int
    public var trigger: ReloadTrigger
    public var result: ReloadResult
    /// Why it failed, in one word for programs.
    public var reason: ReloadFailure?
    /// Why it failed, in words, where the diagnostics do not say it.
    public var message: String?
    /// When it ended: ISO 8601, in UTC, with milliseconds.
    public var at: String
    /// How long it took, by a clock that nobody sets.
    public var seconds: Double
    /// The generation that serves since.
    public var generation: Int
    /// The digest of its table.
    public var digest: String
    /// What `waybill check --format json` says about the same files.
    public var diagnostics: [DiagnosticsReport.Finding]
}

/// What asked for an attempt.
public enum ReloadTrigger: String, Sendable, Hashable, Codable, CaseIterable {
    case start, files, sighup, api
}

public enum ReloadResult: String, Sendable, Hashable, Codable, CaseIterable {
    /// A new generation serves.
    case published
    /// The manifests mean what serves already.
    case unchanged
    /// The manifests are broken; the last good generation serves on.
    case failed
}

/// Why an attempt failed.
public enum ReloadFailure: String, Sendable, Hashable, Codable, CaseIterable {
    /// Something else serves than the caller demanded.
    case precondition
    /// A file is being written.
    case busy
    /// A file or a folder cannot be read.
    case unreadable
    /// A file is empty.
    case empty
    /// The manifests have errors.
    case invalid
    /// Tests of the manifests fail.
    case untested
    /// Too many routes are gone.
    case shrunk
    /// The registered code does not fit the manifests.
    case unbound
    /// A shared module could not be made, or not in time.
    case unprepared
    /// It failed more often on trial than what serves.
    case trial
    /// It failed on trial before, and means the same still.
    case quarantined
}

/// What a reloader tells those who listen.
public enum ReloadEvent: Sendable {
    /// From here on no change goes unseen.
    case watching(WatchMode)
    case attempted(ReloadAttempt)
    /// A generation of this number serves a share of the opens.
    case trying(Int)
}
