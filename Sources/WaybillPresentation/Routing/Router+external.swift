public import Waybill

extension Router {
    /// For hosts: reports to the observers what the system did by itself to an object that no route of this router
    /// holds.
    ///
    /// It is reported for every module that makes such objects, then for those of its superclasses, as
    /// `Generation.modules(making:)` lists them. For an object of a route, see ``RouteHandle/recordRemoval()`` and
    /// ``adopt(_:as:shown:_:)``.
    public func recordExternal(_ phase: RouteEvent.Phase, of destination: any Sendable) {
        for info in generation.modules(making: destination) {
            runtime.presentation.notify(RouteEvent(phase, of: info.module, destination, origin: .external))
        }
    }
}
