public import Waybill

extension RouteRequest {
    /// The presentation of a view that replaces that of its route; `nil` to use the route's. The module must allow it.
    public var path: PresentationPath? {
        get { presentationPath as? PresentationPath }
        set { presentationPath = newValue }
    }
}
