public import Logging
public import Metrics
public import Waybill
import WaybillManifest
public import WaybillRules
import WaybillSyntax

/// The behavior of a service whose manifests are invalid at the start. The raw values are for command lines.
///
/// Whatever the policy, a valid set that a reload would reject as a change of the last good set (``ReloadFailure/policy``,
/// for example) is rejected at the start, too: the last good set serves, and the status reports that it is stale.
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
        /// Keeps other services away from the stored state.
        var lock: FileLock?

        /// Whether the router has no routes, because it waits for the first valid set.
        var isPlaceholder: Bool { refusal != nil && !isStale }
    }

    /// Makes a router from the manifests, and a reloader that keeps it up to date.
    ///
    /// The manifests serve if a reload would accept them after the last good set, or after nothing if there is none:
    /// see <doc:Reloading>.
    ///
    /// - Parameters:
    ///   - policy: What to do if the manifests are invalid.
    ///   - router: Makes the router from compiled manifests. It may be called again with other manifests.
    /// - Throws: `ManifestErrors` with every problem of the manifests, if the policy allows no other start, and if
    ///   ``ReloadOptions/lastGoodFile`` is in use by another service or its folder cannot be created.
    public static func starting(
        manifests paths: [String], environment: [String: String] = [:], policy: StartPolicy = .fail, logger: Logger,
        options: ReloadOptions = ReloadOptions(), metrics: (any MetricsFactory)? = nil,
        clock: any Clock<Duration> = ContinuousClock(), router: MakeRouter
    ) async throws(ManifestErrors) -> Reloader {
        try await starting(
            manifests: paths, variables: VariableSource(environment), policy: policy, logger: logger, options: options,
            metrics: metrics, clock: clock, router: router)
    }

    /// - Parameter source: Where whole sets come from; then there are no paths.
    static func starting(
        manifests paths: [String], from source: (any ManifestSource)? = nil, variables: VariableSource,
        policy: StartPolicy, logger: Logger,
        options: ReloadOptions, metrics: (any MetricsFactory)?, clock: any Clock<Duration> = ContinuousClock(),
        router: MakeRouter
    ) async throws(ManifestErrors) -> Reloader {
        let file = options.lastGoodFile.map { LastGoodFile(path: $0) }
        let lock = try file.map { file throws(ManifestErrors) in try file.open() }
        let stored = file?.load(loggingTo: logger)
        let candidate = await Candidate(
            paths, source, variables, options, expecting: stored?.lastGood.files.map(\.path) ?? [], clock)
        let choice = StartChoice(
            candidate: candidate, policy: policy,
            admission: Admission(options: options, withdrawn: stored?.withdrawn ?? []), logger: logger)
        var start = try await choice.start(
            over: stored.flatMap { candidate.compilation(of: $0, variables, logger) }, router)
        start.lock = lock
        return Reloader(
            start, manifests: paths, from: source, variables: variables, logger: logger, options: options,
            metrics: metrics,
            clock: clock)
    }

    /// Makes a router from compiled manifests.
    public typealias MakeRouter = (Compilation) async throws(ManifestErrors) -> Router
}

/// The manifests on disk at the start.
private struct Candidate {
    let compilation: Compilation
    /// `nil` for a set that is not in a folder.
    let root: String?

    /// Reads the manifests, and waits for files that are empty, or expected and missing: perhaps they are just being
    /// replaced.
    init(
        _ paths: [String], _ source: (any ManifestSource)?, _ variables: VariableSource, _ options: ReloadOptions,
        expecting expected: [String], _ clock: any Clock<Duration>
    ) async {
        if let source {
            compilation = Compilation.compile(
                files: source.snapshot().manifests(of: source.identity, options), environment: variables.snapshot(),
                purpose: .load)
            root = nil
            return
        }
        var suspects = Suspects()
        while true {
            let files = options.read(paths)
            let compilation = Compilation.compile(
                files: files, environment: variables.snapshot(), purpose: .load)
            let found = Suspects.among(
                compilation.sources, expecting: expected, in: paths, without: files.exclusion)
            suspects.update(found, clock)
            let complete =
                suspects.areFresh(within: options.replaceGracePeriod)
                ? await suspects.completed(within: options.replaceGracePeriod, clock) : nil
            guard let complete else {
                self.compilation = compilation
                root = files.root
                return
            }
            suspects.renew(complete, clock)
        }
    }

    /// Returns the stored set; `nil` if it cannot serve any more.
    func compilation(
        of stored: StoredState, _ variables: VariableSource, _ logger: Logger
    ) -> Compilation? {
        if !compilation.hasErrors, stored.lastGood.digest == compilation.digest { return compilation }
        let earlier = Compilation.compile(
            files: stored.lastGood.manifests, environment: variables.snapshot(), purpose: .load)
        guard earlier.hasErrors else { return earlier }
        logger.warning("the last good manifests have errors now, and are ignored")
        return nil
    }
}

/// The choice of what serves first.
private struct StartChoice {
    let candidate: Candidate
    let policy: StartPolicy
    let admission: Admission
    let logger: Logger

    /// Starts with the manifests on disk if they may follow the last good set, else with that set, else with nothing, as
    /// far as the policy allows it.
    ///
    /// A set that is only rejected as a change of the last good one is no reason not to serve that one.
    func start(
        over stored: Compilation?, _ makeRouter: Reloader.MakeRouter
    ) async throws(ManifestErrors) -> Reloader.Start {
        let refusal: Refusal
        do throws(Refusal) {
            return Reloader.Start(router: try await router(over: stored, makeRouter))
        } catch {
            refusal = error
        }
        if let stored, policy.takesLastGood || refusal.reason.concernsChange {
            if let router = try? await makeRouter(stored) {
                return Reloader.Start(router: router, refusal: refusal, isStale: true)
            }
            logger.warning("the last good manifests do not fit the registered code, and are ignored")
            // What this program cannot serve is nothing that a set can be compared with.
            if refusal.reason.concernsChange { return try await start(over: nil, makeRouter) }
        }
        guard policy.waits else { throw ManifestErrors(diagnostics: refusal.diagnostics, sources: refusal.sources) }
        return Reloader.Start(router: try await makeRouter(.compile(text: "waybill: 1\n")), refusal: refusal)
    }

    private func router(
        over stored: Compilation?, _ makeRouter: Reloader.MakeRouter
    ) async throws(Refusal) -> Router {
        let compilation = try admission.admit(
            candidate.compilation, in: candidate.root, over: stored.flatMap(Admission.Live.init), ReloadPrecondition())
        do throws(ManifestErrors) {
            return try await makeRouter(compilation)
        } catch {
            throw Refusal(error.diagnostics, error.sources)
        }
    }
}

extension ReloadFailure {
    /// Whether a set is valid, and only rejected as a change of another one, which can serve.
    fileprivate var concernsChange: Bool {
        switch self {
        case .tooManyRemovals, .lostInterceptor, .policy, .withdrawn: true
        default: false
        }
    }
}

extension LastGoodFile {
    /// Returns the last saved state. A file that cannot be used is logged.
    func load(loggingTo logger: Logger) -> StoredState? {
        do throws(Unusable) { return try load() } catch {
            logger.warning(
                "the stored last good manifests are ignored: '\(path)' \(error.reason)", metadata: ["file": "\(path)"])
            return nil
        }
    }
}
