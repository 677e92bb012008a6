import WaybillManifest
public import WaybillRules

/// How many routes a reload may remove.
public typealias RemovalLimit = WaybillRules.RemovalLimit

/// Settings of a reloader: how long it waits, and which sets it rejects. A value that is read when the reloader is
/// made.
public struct ReloadOptions: Sendable {
    // MARK: Waiting

    /// How long no file may change before a set is read. Several saves within this time are one change.
    public var debounce: Duration = .milliseconds(50)
    /// How long files may go on changing before the set is read anyway. A reload takes time from requests, so saves that
    /// never stop are batched. Copying a large set takes less, and is then one change.
    public var debounceLimit: Duration = .seconds(5)
    /// How often the files are read if the system gives no events.
    public var pollInterval: Duration = .seconds(1)
    /// How often the files are also read if there are events: network file systems and `mmap` send none.
    public var fallbackPollInterval: Duration = .seconds(10)
    /// Poll at ``pollInterval`` even if the system has events.
    public var prefersPolling = false
    /// How long a file must have been empty or missing without a break until it counts as removed, whatever caused the
    /// reading. Until then it may be about to be replaced, and the reloader waits.
    public var replaceGracePeriod: Duration = .milliseconds(200)

    /// How long it may take to make one new shared module.
    public var moduleDeadline: Duration = .seconds(10)
    /// How long it may take to make all new shared modules.
    public var preparationDeadline: Duration = .seconds(30)
    /// How long a module with a lifecycle may take to shut down before it is cancelled, and then how long the service
    /// waits for it. Also the limit of a function that `retires` registered.
    public var moduleShutdownLimit: Duration = .seconds(10)

    // MARK: Rejected changes

    /// Run the tests of the manifests at the start and before each reload, and reject a set if one fails. Otherwise files
    /// that only hold tests (`*.test.yaml`) are not read, so that an error in them does not affect the service.
    ///
    /// If you make the router yourself, compile its manifests with ``/WaybillRules/Compilation/tested()``.
    public var runsTests = false
    /// How many routes may be removed at once; `nil` for any number.
    public var removalLimit: RemovalLimit? = RemovalLimit()
    /// Whether a set is rejected if a request that is still served loses an interceptor (R003), for example the login.
    /// A caller may allow it: ``ReloadPrecondition/allowsLostInterceptors``.
    public var rejectsLostInterceptors = true
    /// Whether a set is rejected if it breaks a policy of `.waybill.yaml` that the current generation keeps, and any policy
    /// if there is no current generation, as at the first start. The file is found as by `waybill check`.
    public var appliesPolicies = true
    /// The canary of a candidate generation; `nil` to publish it at once.
    public var canary: Canary?
    /// The file in which the last good set is stored, and which sets were withdrawn; `nil` for none. A start compares
    /// the manifests with this set, and serves it instead of them if they are rejected: see ``StartPolicy``. The folder is
    /// created when the service starts. Only one service may use the file.
    public var lastGoodFile: String?

    /// The service manager that is told when the service is ready, reloads at a `SIGHUP`, and ends; `nil` for none.
    public var serviceManager: ServiceManager?

    /// Creates the default settings.
    public init() {}
}

/// Runs a share of the opens on a candidate generation for a while. If its error rate exceeds the current generation's
/// by more than ``bound``, it is withdrawn, and its set is not tried again until somebody publishes it on purpose.
/// ``Reloader/rollBack(to:_:)`` ends it at once. ``ReloadStatus/canary`` has its numbers.
///
/// Only unexpected errors count, and over HTTP responses of 500 and above. An unmatched URL, a `reject:` and an error
/// with a status below 500 do not count. The rates are compared after ``minimumOpens``, whenever that number has
/// doubled, and at the end of the window.
public struct Canary: Sendable, Hashable {
    /// The share of opens that run on the candidate generation.
    public var share: Double
    /// How long the canary lasts.
    public var window: Duration
    /// How much the candidate's error rate may exceed the current one's: 0.05 is five more errors in a hundred opens.
    public var bound: Double
    /// How many opens must have run on the candidate before it can be judged.
    public var minimumOpens: Int

    /// - Parameters:
    ///   - share: From 0 to 1.
    ///   - bound: At least 0.
    public init(share: Double = 0.1, window: Duration = .seconds(60), bound: Double = 0.05, minimumOpens: Int = 20) {
        self.share = share
        self.window = window
        self.bound = bound
        self.minimumOpens = minimumOpens
    }
}

/// Conditions and permissions of a caller who reloads.
public struct ReloadPrecondition: Sendable, Hashable {
    /// The caller's digests, as in HTTP's `If-Match`. The current generation must have one of them when the attempt
    /// begins; `*` is any. `nil` sets no condition.
    public var ifMatch: [String]?
    /// Whether any number of routes may be removed: see ``RemovalLimit``.
    public var allowsRemovals: Bool
    /// Whether requests may lose interceptors: see ``ReloadOptions/rejectsLostInterceptors``.
    public var allowsLostInterceptors: Bool
    /// Whether a set may serve that was withdrawn, as a canary or by a rollback. If it is published, it is not withdrawn
    /// any more.
    public var allowsWithdrawn: Bool

    /// Creates a precondition; by default one that is always met, and allows no removals above the limit, no lost
    /// interceptors, and no withdrawn set.
    public init(
        ifMatch: [String]? = nil, allowsRemovals: Bool = false, allowsLostInterceptors: Bool = false,
        allowsWithdrawn: Bool = false
    ) {
        self.ifMatch = ifMatch
        self.allowsRemovals = allowsRemovals
        self.allowsLostInterceptors = allowsLostInterceptors
        self.allowsWithdrawn = allowsWithdrawn
    }
}
