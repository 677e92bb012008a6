public import Waybill

extension Router {
    /// For hosts: reports to the observers what the system did by itself to something that no route of this router
    /// holds.
    ///
    /// It is reported for every module that makes such things, then for those of its superclasses, as
    /// `Generation.modules(making:)` lists them. For what a route holds, see ``RouteHandle/recordRemoval()`` and
    /// ``adopt(_:as:shown:_:)``.
    public func recordExternal(_ phase: RouteEvent.Phase, of destination: any Sendable) {
        for info in generation.modules(making: destination) {
            runtime.presentation.notify(RouteEvent(phase, of: info.module, destination, origin: .external))
        }
    }
}
