/// How patient a reloader is.
public struct ReloadOptions: Sendable {
    /// How long no file may change before a set is read. Saves within it are one.
    public var quiet: Duration = .milliseconds(50)
    /// How often the files are read where no events are to be had.
    public var pollInterval: Duration = .seconds(1)
    /// How often they are read all the same where there are events: network file systems and `mmap` send none.
    public var slowPollInterval: Duration = .seconds(10)
    /// Read again and again even where the system has events.
    public var prefersPolling = false
    /// Run the tests of the manifests before each reload, and refuse a set of which one fails. Without it the files that hold
    /// nothing but tests (`*.test.yaml`) are not read, so that no mistake in them keeps a service from its routes.
    ///
    /// Compile the first generation with ``/WaybillManifest/Compilation/tested()``, and the tests guard the start as well.
    public var runsTests = false

    public init() {}
}
