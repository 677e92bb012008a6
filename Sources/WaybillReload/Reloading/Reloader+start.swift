public import Logging
public import Metrics
public import Waybill
import WaybillManifest
public import WaybillRules
import WaybillSyntax

/// The behavior of a service whose manifests are invalid at the start. The raw values are for command lines.
public enum StartPolicy: String, Sendable, Hashable, CaseIterable {
    /// It does not start.
    case fail
    /// It has no routes, and is not ready, until the manifests are valid.
    case wait
    /// It serves the last good set that an earlier run has stored, and reports that it is stale. Without such a set, it
    /// does not start.
    case lastGood = "last-good"
    /// The same, but without such a set it waits.
    case lastGoodOrWait = "last-good-or-wait"

    /// Whether it requires ``ReloadOptions/lastGoodFile``.
    public var takesLastGood: Bool { self == .lastGood || self == .lastGoodOrWait }
    fileprivate var waits: Bool { self == .wait || self == .lastGoodOrWait }
}

extension Reloader {
    /// The state with which a reloader starts.
    struct Start: Sendable {
        var router: Router
        /// Why the manifests on disk were rejected.
        var refusal: Refusal?
        /// Whether the router has the last good set of an earlier run.
        var isStale = false

        /// Whether the router has no routes, because it waits for the first valid set.
        var isPlaceholder: Bool { refusal != nil && !isStale }
    }

    /// Makes a router from the manifests, and a reloader that keeps it up to date.
    ///
    /// - Parameters:
    ///   - policy: What to do if the manifests are invalid.
    ///   - router: Makes the router from compiled manifests.
    /// - Throws: `ManifestErrors` with every problem of the manifests, if the policy allows no other start, and if the
    ///   folder of ``ReloadOptions/lastGoodFile`` cannot be created.
    public static func starting(
        manifests paths: [String], environment: [String: String] = [:], policy: StartPolicy = .fail, logger: Logger,
        options: ReloadOptions = ReloadOptions(), metrics: (any MetricsFactory)? = nil,
        clock: any Clock<Duration> = ContinuousClock(), router: (Compilation) async throws(ManifestErrors) -> Router
    ) async throws(ManifestErrors) -> Reloader {
        if let file = options.lastGoodFile { try LastGoodFile(path: file).makeFolder() }
        let start: Start
        do throws(ManifestErrors) {
            start = Start(
                router: try await router(
                    options.tested(
                        .compile(files: options.read(paths), environment: environment, purpose: .load))))
        } catch {
            let refusal = Refusal(error.diagnostics, error.sources)
            let stored = policy.takesLastGood ? options.storedSet(environment) : nil
            if let stored, let router = try? await router(stored) {
                start = Start(router: router, refusal: refusal, isStale: true)
            } else if policy.waits {
                start = Start(router: try await router(.compile(text: "waybill: 1\n")), refusal: refusal)
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
    /// Returns the last good set of an earlier run, if there is one.
    fileprivate func storedSet(_ environment: [String: String]) -> Compilation? {
        let stored = lastGoodFile.flatMap { LastGoodFile(path: $0).load() }
        return stored.map { Compilation.compile(files: $0.manifests, environment: environment, purpose: .load) }
    }
}
