/// How patient, how careful and how talkative a reloader is.
public struct ReloadOptions: Sendable {
    // MARK: Patience

    /// How long no file may change before a set is read. Saves within it are one.
    public var quiet: Duration = .milliseconds(50)
    /// How often the files are read where no events are to be had.
    public var pollInterval: Duration = .seconds(1)
    /// How often they are read all the same where there are events: network file systems and `mmap` send none.
    public var slowPollInterval: Duration = .seconds(10)
    /// Read again and again even where the system has events.
    public var prefersPolling = false
    /// How long a file that is empty, or gone, is taken for one that is just being replaced.
    public var grace: Duration = .milliseconds(200)

    /// How long it may take to make one shared module that is new.
    public var moduleDeadline: Duration = .seconds(10)
    /// How long it may take to make all of them.
    public var preparationDeadline: Duration = .seconds(30)

    // MARK: Care

    /// Run the tests of the manifests before each reload, and refuse a set of which one fails. Without it the files that hold
    /// nothing but tests (`*.test.yaml`) are not read, so that no mistake in them keeps a service from its routes.
    ///
    /// Compile the first generation with ``/WaybillManifest/Compilation/tested()``, and the tests guard the start as well.
    public var runsTests = false
    /// The guard against sets that have lost much of what serves; `nil` takes any.
    public var shrinkGuard: ShrinkGuard? = ShrinkGuard()
    /// How a new generation is tried before it serves everybody; `nil` tries none.
    public var canary: Canary?
    /// Where the last good set is kept for a start with a bad one; `nil` keeps none.
    public var lastGoodFile: String?

    public init() {}
}

/// A set that has lost this much is not published by itself: most beginnings of a manifest are sound, and merely shorter.
///
/// Who means it asks for it: ``Reloader/reload(trigger:_:)`` with ``ReloadDemand/acceptsLoss``.
public struct ShrinkGuard: Sendable, Hashable {
    /// The share of the routes that may go at once.
    public var share: Double
    /// This many may go in any case.
    public var routes: Int
    /// Whether all routes may go.
    public var allowsNone: Bool

    public init(share: Double = 0.2, routes: Int = 10, allowsNone: Bool = false) {
        self.share = share
        self.routes = routes
        self.allowsNone = allowsNone
    }

    /// Why a set with `new` routes may not follow one with `old`; `nil` where it may.
    func objection(from old: Int, to new: Int) -> String? {
        if new == 0, old > 0, !allowsNone { return "no route of \(old) is left" }
        guard old - new > max(routes, Int(Double(old) * share)) else { return nil }
        return
            "\(new) of \(old) routes are left, and no more than \(max(routes, Int(Double(old) * share))) may go at once"
    }
}

/// A trial: a new generation serves a share of the opens for a while. Where it fails more often than the present one, what
/// served before serves on, and the set is not tried again until its meaning changes.
public struct Canary: Sendable, Hashable {
    /// The share of opens that the new generation serves.
    public var share: Double
    /// How long.
    public var window: Duration
    /// How much more often than the present generation it may fail: 0.05 is five opens more in a hundred.
    public var bound: Double
    /// How many opens it has to serve before it can be judged.
    public var leastOpens: Int

    public init(share: Double = 0.1, window: Duration = .seconds(60), bound: Double = 0.05, leastOpens: Int = 20) {
        self.share = share
        self.window = window
        self.bound = bound
        self.leastOpens = leastOpens
    }
}

/// What a caller demands of an attempt besides.
public struct ReloadDemand: Sendable, Hashable {
    /// What must serve when it begins: the digest of its table, as HTTP's `If-Match` has it.
    public var ifMatch: String?
    /// Whether a set may have lost any number of routes: see ``ShrinkGuard``.
    public var acceptsLoss: Bool

    public init(ifMatch: String? = nil, acceptsLoss: Bool = false) {
        self.ifMatch = ifMatch
        self.acceptsLoss = acceptsLoss
    }
}
