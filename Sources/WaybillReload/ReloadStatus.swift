public import Waybill

/// The truth about a service's routes: what serves, and how the last attempt to change it went.
///
/// As JSON it is what a status endpoint answers with.
public struct ReloadStatus: Sendable, Codable {
    /// The number of the generation that serves. Only ever rises.
    public var generation: Int
    /// The digest of its table.
    public var digest: String
    /// Whether the manifests as they are on disk are what serves: false from a failed attempt until a sound one.
    public var healthy: Bool
    public var watch: WatchMode
    /// Why `watch` is no better: `EMFILE`, `ENOSPC`.
    public var watchReason: String?
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
    /// When it ended: ISO 8601, in UTC, with milliseconds.
    public var at: String
    /// The generation that serves since.
    public var generation: Int
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

/// What a reloader tells those who listen.
public enum ReloadEvent: Sendable {
    /// From here on no change goes unseen.
    case watching(WatchMode)
    case attempted(ReloadAttempt)
}
