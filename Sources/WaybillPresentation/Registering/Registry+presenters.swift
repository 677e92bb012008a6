public import Waybill
import WaybillManifest
import WaybillRules

extension Registry {
    /// Registers a presenter of views.
    ///
    /// - Parameter name: The name of a custom presentation, which paths name. A presenter without a name presents all
    ///   others.
    public mutating func presenter(
        _ presenter: any Presenter, named name: String? = nil, fileID: String = #fileID, line: Int = #line
    ) {
        let site = RegistryDescription.Site(file: fileID, line: line)
        let key = name ?? RegistryDescription.mainPresenter
        let isFirst = changePerformer { $0.add(Performer.PresenterEntry(site: site, presenter: presenter), key) }
        if !isFirst { recordDuplicate(.presenter, key, at: site) }
    }

    /// Registers an observer of performs and removals, which cannot change them.
    ///
    /// It runs in the task of the perform, and delays it.
    ///
    /// - Parameters:
    ///   - order: Ascending; observers of one order run in the order of their registration.
    ///   - includesMake: Whether makes without a perform are also reported. Then every `make` is slower.
    public mutating func observe(
        _ scope: ObserverScope = .everything, order: Int = 0, includesMake: Bool = false,
        _ body: @escaping @Sendable (RouteEvent) -> Void
    ) {
        changePerformer { $0.add(Observer(scope: scope, order: order, includesMake: includesMake, body: body)) }
    }

    /// Registers a function that is called when a removed destination still exists after a delay, and again when it is
    /// released.
    ///
    /// Only classes of transient modules are checked. The delay is measured by ``/Waybill/RouterOptions/clock``.
    public mutating func onLeak(
        after delay: Duration = .seconds(2), _ body: @escaping @Sendable (LeakReport) -> Void
    ) {
        changePerformer { $0.leakChecks.append(LeakCheck(delay: delay, report: body)) }
    }

    private mutating func changePerformer<R>(_ change: (inout Performer) -> R) -> R {
        var performer = performer as? Performer ?? Performer()
        defer { self.performer = performer }
        return change(&performer)
    }
}
