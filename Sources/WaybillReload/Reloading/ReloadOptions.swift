public import WaybillManifest

/// The removed routes limit: how many routes a reload may remove.
public typealias RemovalLimit = WaybillManifest.RemovalLimit

/// Settings of a reloader: how long it waits, and which sets it rejects. A value that is read when the reloader is
/// made.
public struct ReloadOptions: Sendable {
    // MARK: Waiting

    /// How long no file may change before a set is read. Saves within this time are one change.
    public var debounce: Duration = .milliseconds(50)
    /// How often the files are read if the system gives no events.
    public var pollInterval: Duration = .seconds(1)
    /// How often they are read besides events: network file systems and `mmap` send none.
    public var fallbackPollInterval: Duration = .seconds(10)
    /// Poll at ``pollInterval`` even if the system has events.
    public var prefersPolling = false
    /// How long a file that is empty or missing is taken for one that is just being replaced.
    public var replaceGracePeriod: Duration = .milliseconds(200)

    /// How long it may take to make one new shared module.
    public var moduleDeadline: Duration = .seconds(10)
    /// How long it may take to make all new shared modules.
    public var preparationDeadline: Duration = .seconds(30)
    /// How long a module with a lifecycle may take to shut down before it is cancelled, and how long it is waited for then;
    /// also how long what `retires` registered may take.
    public var moduleShutdownLimit: Duration = .seconds(10)

    // MARK: What is rejected

    /// Run the tests of the manifests before each reload, and reject a set if one fails. Otherwise files that only hold
    /// tests (`*.test.yaml`) are not read, so that an error in them does not affect the service.
    ///
    /// Compile the first generation with ``/WaybillManifest/Compilation/tested()``, and the tests also guard the start.
    public var runsTests = false
    /// How many routes may be removed at once; `nil` for any number.
    public var removalLimit: RemovalLimit? = RemovalLimit()
    /// Whether a set is rejected if requests lose an interceptor that ran for them, although something serves them (R003):
    /// the login is no longer asked for. A caller may allow it: ``ReloadPrecondition/allowsLostGates``.
    public var rejectsLostGates = true
    /// Whether a set is rejected if it breaks a policy of `.waybill.yaml` that the current generation keeps. The file is
    /// looked for as `waybill check` does; without one nothing is demanded.
    public var appliesPolicies = true
    /// How a candidate generation is tried on a share of the opens; `nil` publishes it at once.
    public var canary: Canary?
    /// Where the last good set is stored for a start with invalid manifests; `nil` stores none.
    public var lastGoodFile: String?

    public init() {}
}

/// Runs a share of the opens on a candidate generation for a while. If its error rate exceeds the current generation's
/// by more than ``bound``, it is withdrawn, and its set is not tried again until its meaning changes.
///
/// An error is what is the generation's fault: an unexpected throw, or over HTTP a response of 500 and above. A URL that
/// no route matches, a `reject:` and an error with a status below 500 are none. The rates are compared after
/// ``minimumOpens``, whenever that number has doubled, and at the end of the window.
public struct Canary: Sendable, Hashable {
    /// The share of opens that run on the candidate generation.
    public var share: Double
    /// How long the canary lasts.
    public var window: Duration
    /// How much the candidate's error rate may exceed the current generation's: 0.05 is five opens more in a hundred.
    public var bound: Double
    /// How many opens must have run on the candidate before it can be judged.
    public var minimumOpens: Int

    public init(share: Double = 0.1, window: Duration = .seconds(60), bound: Double = 0.05, minimumOpens: Int = 20) {
        self.share = share
        self.window = window
        self.bound = bound
        self.minimumOpens = minimumOpens
    }
}

/// What a caller of a reload demands or allows.
public struct ReloadPrecondition: Sendable, Hashable {
    /// The digests of which one must be that of the generation that is current when the attempt begins, as in HTTP's
    /// `If-Match`; `*` for any. `nil` demands nothing.
    public var ifMatch: [String]?
    /// Whether any number of routes may be removed: see ``RemovalLimit``.
    public var allowsRemovals: Bool
    /// Whether requests may lose interceptors: see ``ReloadOptions/rejectsLostGates``.
    public var allowsLostGates: Bool

    public init(ifMatch: [String]? = nil, allowsRemovals: Bool = false, allowsLostGates: Bool = false) {
        self.ifMatch = ifMatch
        self.allowsRemovals = allowsRemovals
        self.allowsLostGates = allowsLostGates
    }
}
