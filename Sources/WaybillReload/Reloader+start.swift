public import Logging
public import Metrics
public import Waybill

/// What becomes of a service that is started with bad manifests. The raw values are words for command lines.
public enum StartPolicy: String, Sendable, Hashable, CaseIterable {
    /// It does not start.
    case fail
    /// It serves nothing, and is not ready, until the manifests are good.
    case wait
    /// It serves the last good set that an earlier run has kept, and says that it is stale; without one, it does not start.
    case lastGood = "last-good"
    /// The same; without one, it waits.
    case lastGoodOrWait = "last-good-or-wait"

    /// Whether it needs ``ReloadOptions/lastGoodFile``.
    public var takesLastGood: Bool { self == .lastGood || self == .lastGoodOrWait }
    fileprivate var waits: Bool { self == .wait || self == .lastGoodOrWait }
}

extension Reloader {
    /// What a reloader begins with.
    struct Start: Sendable {
        var router: Router
        /// What is wrong with the manifests as they are.
        var refusal: Refusal?
        /// Whether the last good set of an earlier run serves.
        var isStale = false
    }

    /// Makes a router of the manifests, and the reloader that keeps it up to date.
    ///
    /// - Parameters:
    ///   - policy: What becomes of a start with bad manifests.
    ///   - router: Makes the router of compiled manifests.
    /// - Throws: Everything that is wrong with the manifests, where the policy has no other way.
    public static func starting(
        manifests paths: [String], environment: [String: String] = [:], policy: StartPolicy = .fail, logger: Logger,
        options: ReloadOptions = ReloadOptions(), metrics: (any MetricsFactory)? = nil,
        clock: any Clock<Duration> = ContinuousClock(), router: (Compilation) throws(ManifestErrors) -> Router
    ) throws(ManifestErrors) -> Reloader {
        let start: Start
        do throws(ManifestErrors) {
            start = Start(
                router: try router(
                    options.tested(
                        .compile(files: options.read(paths), environment: environment, purpose: .load))))
        } catch {
            let refusal = Refusal(error.diagnostics, error.sources)
            let kept = policy.takesLastGood ? options.keptSet(environment) : nil
            if let kept, let router = try? router(kept) {
                start = Start(router: router, refusal: refusal, isStale: true)
            } else if policy.waits {
                start = Start(router: try router(.compile(text: "waybill: 1\n")), refusal: refusal)
            } else {
                throw error
            }
        }
        return Reloader(
            start, manifests: paths, environment: environment, logger: logger, options: options, metrics: metrics,
            clock: clock)
    }
}

extension ReloadOptions {
    /// The last good set of an earlier run, if there is one.
    fileprivate func keptSet(_ environment: [String: String]) -> Compilation? {
        let kept = lastGoodFile.flatMap { LastGoodFile(path: $0).load() }
        return kept.map { .compile(files: $0.manifests, environment: environment, purpose: .load) }
    }
}
