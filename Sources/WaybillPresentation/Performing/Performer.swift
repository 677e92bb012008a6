import Waybill
import WaybillManifest
import WaybillRules

/// The registrations for performing modules: presenters, observers and leak checks.
struct Performer: ModulePerformer {
    struct PresenterEntry: Sendable {
        var site: RegistryDescription.Site
        var presenter: any Presenter
    }

    private(set) var presenters: [String: PresenterEntry] = [:]
    /// In running order.
    private(set) var observers: [Observer] = []
    var leakChecks: [LeakCheck] = []

    /// - Returns: Whether it is the first presenter with this name.
    mutating func add(_ entry: PresenterEntry, _ name: String) -> Bool {
        guard presenters[name] == nil else { return false }
        presenters[name] = entry
        return true
    }

    mutating func add(_ observer: Observer) {
        observers.insert(observer, at: observers.firstIndex { $0.order > observer.order } ?? observers.endIndex)
    }

    /// - Parameter name: `nil` for the main presenter.
    func presenter(named name: String?) -> (any Presenter)? {
        presenters[name ?? RegistryDescription.mainPresenter]?.presenter
    }

    func notify(_ event: RouteEvent, isMake: Bool = false) {
        for observer in observers where (observer.includesMake || !isMake) && observer.scope.includes(event) {
            observer.body(event)
        }
    }

    // MARK: Requirements of the engine

    var presenterSites: [String: RegistryDescription.Site] { presenters.mapValues(\.site) }

    var observesMaking: Bool { observers.contains(where: \.includesMake) }

    func performsWhenOpened(_ module: BoundModule, for request: RouteRequest) -> Bool {
        if module.factory.actions.performs { return true }
        guard module.declaration.kind != .service else { return !observers.isEmpty }
        // A path with the name of a presenter is an error without that presenter, so it is not ignored.
        return request.path?.customName != nil || presenter(named: nil) != nil
    }

    func perform(
        _ module: BoundModule, for request: RouteRequest, presentation: String?
    ) async throws -> PerformedModule {
        let route = PerformedRoute(
            .successor(of: module), in: request.snapshots, baseConfiguration: PerformConfiguration())
        let path = request.path ?? PresentationPath(presentation.flatMap(Presentation.init(rawValue:)))
        let performed = try await route.perform(PerformOrder(path: path, request: request, module: module))
        return PerformedModule(destination: performed.destination, route: route)
    }

    func recordMade(_ value: any Sendable, by module: BoundModule) {
        for phase in [RouteEvent.Phase.willPerform, .didPerform] {
            notify(RouteEvent(phase, of: module, value), isMake: true)
        }
    }
}

extension Runtime {
    var presentation: Performer { performer as? Performer ?? Performer() }
}
