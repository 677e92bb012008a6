/// What outlives the generations of a router: what was registered once, and what they share.
final class Runtime: Sendable {
    let options: RouterOptions
    let observers: [ObserverEntry]
    let errorSinks: [@Sendable (RouteFailure) -> Void]
    let presenters: [String: any Presenter]
    let lanes: [String: Lane]
    let sharedMaking = SharedMaking()
    let lives = GenerationLives()
    let experience = FactoryExperience()

    init(_ registry: Registry, _ options: RouterOptions) {
        self.options = options
        observers = registry.observers
        errorSinks = registry.errorSinks
        presenters = registry.presenters.mapValues(\.presenter)
        lanes = Dictionary(
            uniqueKeysWithValues: registry.lanes.map { ($0.key, Lane($0.key, on: $0.value.actor)) })
    }

    /// Whether some observer hears of what is merely made.
    var observesMaking: Bool { observers.contains(where: \.includesMake) }

    func report(_ failure: RouteFailure) {
        for sink in errorSinks { sink(failure) }
    }
}
