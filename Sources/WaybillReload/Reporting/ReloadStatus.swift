import Waybill
import WaybillManifest
public import WaybillReports
import WaybillRules

/// The current generation of a service, and the result of the last attempt to change it.
///
/// As JSON, it is the answer of the status endpoint. It never contains values under `with:`. It is a value type, safe
/// to use from any thread. Its lists and texts are limited, so its JSON has less than a mebibyte, whatever the manifests have.
public struct ReloadStatus: Sendable, Codable {
    /// The number of the current generation. It only grows.
    public var generation: Int
    /// The digest of its manifests.
    public var digest: String
    /// How many routes it has.
    public var routes: Int
    /// How many generations run opens: the current one, and earlier ones that still have opens.
    public var generationsLive: Int
    /// Whether the current generation is that of the manifests on disk: false from a failed attempt until one
    /// succeeds.
    public var healthy: Bool
    /// Whether requests can be answered: there are routes, or the set may be empty. False once the service was asked to
    /// end, so that load balancers choose others.
    public var ready: Bool
    /// Whether the current generation was stored by an earlier run, because the manifests were rejected at the start.
    public var stale: Bool
    /// How changes of the files are detected.
    public var watch: WatchMode
    /// Why the system sends no events or only some: `EMFILE`, `ENOSPC`, or `unreported-change`.
    public var watchReason: String?
    /// Files that were replaced under a bind mount, at most 50. The service still sees the old files.
    public var replacedUnderMount: [String]
    /// Files that a process has open for writing, at most 50. The set is read when they are closed, or 10 seconds after
    /// their last change.
    public var writers: [String]
    /// Since when the set waits for ``writers``: ISO 8601, in UTC, with milliseconds. `nil` if it does not wait.
    public var pendingSince: String?
    /// The running canary; `nil` if there is none.
    public var canary: CanaryStatus?
    /// The digests of sets that were withdrawn, as canaries or by rollbacks, the last one last. They are rejected until
    /// somebody publishes them on purpose.
    public var withdrawn: [String] = []
    /// Modules with a lifecycle that ended before they were shut down, by their ids, with the reason in words.
    public var failedModules: [String: String] = [:]
    /// The SHA-256 of the running executable, for comparison with a registry file; `nil` if it cannot be read, or
    /// has not been read yet: a reloader reads it when it runs.
    public var build: String?
    /// How up to date the service is with the store of its manifests; `nil`, and absent in JSON, if they are files.
    public var source: SourceStatus?
    /// The last attempt, whatever its result.
    public var lastAttempt: ReloadAttempt
    /// The last attempt that published a generation.
    public var lastSuccess: ReloadAttempt
}

/// How up to date a service is with the source of its manifests. Being ready to answer requests is another question.
public struct SourceStatus: Sendable, Hashable, Codable {
    /// The name of the source.
    public var source: String
    /// The name of this instance.
    public var instance: String
    /// Whether the source answers, so that ``wanted`` is what it wants now.
    public var fresh: Bool
    /// Why it is not fresh, or why ``wanted`` does not serve.
    public var reason: String?
    /// How many seconds ago the source answered last; `nil` if it never has.
    public var age: Double?
    /// The revision of the source at its last answer.
    public var revision: Int64?
    /// The set that this instance should serve; `nil` if none is known.
    public var wanted: String?
    /// The set that it serves; `nil` if the source has not published it.
    public var serving: String?

    package init(source: String, instance: String, fresh: Bool = false) {
        (self.source, self.instance, self.fresh) = (source, instance, fresh)
    }

    /// Whether the wanted set serves, as far as the source answers.
    public var isCurrent: Bool { fresh && wanted != nil && wanted == serving }
}

/// A candidate generation that runs a share of the opens, and how it does so far.
public struct CanaryStatus: Sendable, Codable {
    /// The number of the candidate generation.
    public var generation: Int
    /// The digest of its manifests.
    public var digest: String
    /// The share of the opens that run on it, from 0 to 1.
    public var share: Double
    /// How many seconds the canary lasts.
    public var window: Double
    /// When it began: ISO 8601, in UTC, with milliseconds.
    public var since: String
    /// The opens on the candidate.
    public var candidate: Opens
    /// The opens on the current generation since then.
    public var current: Opens

    /// How many opens ran on a generation, and how many of them failed.
    public struct Opens: Sendable, Codable {
        public var opens: Int
        public var failures: Int
    }
}

/// A canary that runs, with its terms.
struct RunningCanary: Sendable {
    let run: CanaryRun
    let share: Double
    let window: Duration
    let since: String

    var status: CanaryStatus {
        let counts = run.counts
        return CanaryStatus(
            generation: run.generation.number, digest: run.generation.digest, share: share,
            window: window / .seconds(1), since: since, candidate: .init(counts.candidate),
            current: .init(counts.current))
    }

    /// For example `10% of the opens for 60 s`.
    var terms: String { "\(plain(share * 100))% of the opens for \(plain(window / .seconds(1))) s" }

    private func plain(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}

extension CanaryStatus.Opens {
    fileprivate init(_ count: CanaryRun.Count) {
        self.init(opens: count.opens, failures: count.failures)
    }
}

/// One attempt to publish the manifests on disk.
public struct ReloadAttempt: Sendable, Codable {
    /// Counts from 1, the start.
    public var number: Int
    /// What caused the attempt.
    public var trigger: ReloadTrigger
    /// Whether it published a generation, changed nothing, or failed.
    public var result: ReloadResult
    /// Why it failed, as one word for programs.
    public var reason: ReloadFailure?
    /// Why it failed, in words, if the diagnostics do not say it.
    public var message: String?
    /// When it ended: ISO 8601, in UTC, with milliseconds.
    public var at: String
    /// How long it took, by a monotonic clock.
    public var seconds: Double
    /// The current generation since then.
    public var generation: Int
    /// The digest of its manifests.
    public var digest: String
    /// The output of `waybill check --format json` for the same files, with the problems of binding: at most 100, and
    /// 256 KiB. If there are more, errors come first.
    public var diagnostics: [DiagnosticsReport.Entry]
    /// How many further diagnostics there are; `nil`, and absent in JSON, if there are none.
    public var diagnosticsOmitted: Int?
}

/// The trigger of an attempt.
public enum ReloadTrigger: String, Sendable, Hashable, Codable, CaseIterable {
    /// The start of the service.
    case start
    /// A change of the files.
    case files
    /// The signal `SIGHUP`.
    case sighup
    /// A call of the reloader, or a request to the endpoint.
    case api
    /// A change of the configuration from which the values of variables come.
    case configuration
    /// A new set in the store of the manifests.
    case store
    /// A rollback to a kept set.
    case rollback
}

/// The result of an attempt.
public enum ReloadResult: String, Sendable, Hashable, Codable, CaseIterable {
    /// A new generation was published.
    case published
    /// The manifests mean the same as the current generation.
    case unchanged
    /// The set was rejected; the last good generation stays current.
    case failed
}

/// Why an attempt failed.
public enum ReloadFailure: String, Sendable, Hashable, Codable, CaseIterable {
    /// The current generation is not the one that the caller expects.
    case precondition
    /// A file is being written, or the service has ended.
    case busy
    /// A file or a folder cannot be read.
    case unreadable
    /// A file is empty.
    case empty
    /// The manifests have errors.
    case invalid
    /// Tests of the manifests fail.
    case untested
    /// More routes would be removed than the ``RemovalLimit`` allows.
    case tooManyRemovals = "too-many-removals"
    /// Requests would lose an interceptor that ran for them (R003).
    case lostInterceptor = "lost-interceptor"
    /// The set breaks a policy of `.waybill.yaml` that the current generation keeps, or that file has errors.
    case policy
    /// The registered code does not fit the manifests.
    case unbound
    /// A shared module could not be made, or not in time.
    case unprepared
    /// The candidate generation failed more often than the current one, or a rollback ended its canary.
    case canary
    /// The set was withdrawn before, as a candidate or by a rollback, and still means the same.
    case withdrawn
    /// No kept set has the digest of the rollback.
    case notKept = "not-kept"
}

/// An event of a reloader for its listeners.
public enum ReloadEvent: Sendable {
    /// The files are watched. No later change is missed.
    case watching(WatchMode)
    /// An attempt has ended, with any result.
    case attempted(ReloadAttempt)
    /// A share of the opens runs on a candidate generation of this number.
    case canary(Int)
}
