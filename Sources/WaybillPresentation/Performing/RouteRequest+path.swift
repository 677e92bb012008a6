public import Waybill

extension RouteRequest {
    /// How to present a view instead of the way that its route names; `nil` for that. Its module must allow it.
    public var path: PresentationPath? {
        get { presentationPath as? PresentationPath }
        set { presentationPath = newValue }
    }
}
