import Synchronization
import WaybillManifest
import WaybillRules

/// The parts that the generations of a router share: the registered code, and what outlives a generation.
package final class Runtime: Sendable {
    package let options: RouterOptions
    /// The index for checks of manifests during binding.
    let registry: RegistryIndex
    package let performer: (any ModulePerformer)?
    package let lanes: [String: Lane]
    /// `nil` if there is no runner of modules with a lifecycle.
    package let runner: (any ModuleRunner)?
    /// Whether modules with a lifecycle run: there is a runner, or the service that is checked will have one.
    let runsModules: Bool
    let timer: DeadlineTimer
    let sharedMaking = SharedMaking()
    let retirements: Retirements
    let lives: GenerationLives
    let experience = FactoryExperience()
    /// Weak, because what the holder holds also holds this.
    private let holder = Mutex<WeakReference?>(nil)
    private let adoptedHosts = Mutex<[TypeName]>([])
    private let errorSinks: [@Sendable (RouteFailure) -> Void]
    private let openObservers: [@Sendable (OpenEvent) -> Void]

    init(
        options: RouterOptions, registry: RegistryIndex, performer: (any ModulePerformer)?, lanes: [String: Lane],
        runner: (any ModuleRunner)?, isOfService: Bool, errorSinks: [@Sendable (RouteFailure) -> Void],
        openObservers: [@Sendable (OpenEvent) -> Void]
    ) {
        self.options = options
        self.registry = registry
        self.performer = performer
        self.lanes = lanes
        self.runner = runner
        runsModules = runner != nil || isOfService
        timer = DeadlineTimer(options.clock)
        retirements = Retirements(runner: runner)
        lives = GenerationLives(retirements)
        self.errorSinks = errorSinks
        self.openObservers = openObservers
    }

    /// The holder that publishes the router's generations; `nil` if the router is gone. An open finds it here, because
    /// one that holds it would count a reference that only modules of views need.
    var snapshots: SnapshotHolder? {
        get { holder.withLock { $0?.value as? SnapshotHolder } }
        set { holder.withLock { $0 = newValue.map(WeakReference.init) } }
    }

    /// The hosts of opens; see ``Router/adopt(host:)``.
    var hosts: [TypeName] { adoptedHosts.withLock(\.self) }

    func adopt(_ host: TypeName) {
        adoptedHosts.withLock { hosts in
            if !hosts.contains(where: { $0.id == host.id }) { hosts.append(host) }
        }
    }

    /// Calls the functions of ``Registry/onError(of:_:)``.
    package func report(_ action: RouteAction, _ error: any Error, target: String, module: BoundModule?) {
        let failure = RouteFailure(
            action: action, error: error, target: target, moduleID: module?.id, kind: module?.declaration.kind)
        for sink in errorSinks { sink(failure) }
    }

    /// Reports an open that cannot begin. Returns its error.
    func refuse(_ url: String, method: String?, tags: Set<String>?, _ error: RoutingError) -> RoutingError {
        report(.open, error, target: url, module: nil)
        tell(OpenEvent(url: url, method: method, tags: tags, result: .failure(error)))
        return error
    }

    /// A new record if opens are observed.
    var openRecord: OpenRecord? { openObservers.isEmpty ? nil : OpenRecord(clock: options.clock) }

    /// Calls the functions of ``Registry/observeOpens(_:)``.
    func tell(_ event: @autoclosure () -> OpenEvent) {
        guard !openObservers.isEmpty else { return }
        let event = event()
        for observer in openObservers { observer(event) }
    }
}
