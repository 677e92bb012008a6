public import Waybill

/// The state of a route that is performed.
///
///     unrouted ─perform─▶ routing ──▶ routed ─remove─▶ removing ──▶ removed ─perform─▶ routing …
///
/// `routing` and `removing` are transactions: if one fails, the state before it is restored.
public enum RouteState: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// It was not performed yet.
    case unrouted
    /// It is being performed.
    case routing
    /// It is performed.
    case routed
    /// It is being removed.
    case removing
    /// It was performed, and is removed.
    case removed

    public var description: String { rawValue }
}

extension RouteAction {
    /// A module is made, prepared and presented.
    public static let perform = RouteAction(rawValue: "perform")
    /// An object that was made elsewhere is performed.
    public static let performOn = RouteAction(rawValue: "performOn")
    /// An object that was made elsewhere is prepared, but not presented.
    public static let prepare = RouteAction(rawValue: "prepare")
    /// An object that was made and presented elsewhere is adopted.
    public static let adopt = RouteAction(rawValue: "adopt")
    /// A performed object is removed.
    public static let remove = RouteAction(rawValue: "remove")
}

/// The reason why a route cannot be performed or removed now. It is a value type, safe to use from any thread.
public enum RouteRefusal: ExpectedError, Sendable, Equatable, CustomStringConvertible {
    /// It is being performed or removed at this moment.
    case busy(RouteState)
    /// A presented view must be removed before it is performed again.
    case mustBeRemovedFirst
    /// The current manifests do not have the module of the open that performed the route, or the route of the manifests
    /// whose `with:` configured it.
    case moduleGone(module: String, route: String?)
    /// There is nothing to remove.
    case notRouted(RouteState)
    /// The performed object does not exist any more, because nobody held it and the route holds a class weakly.
    ///
    /// The route stays `routed`. Nothing is left to remove, so no presenter is asked and no observer is called. It can
    /// be performed again, also a view, and ``RouteHandle/recordRemoval()`` makes it `removed`.
    case destinationGone
    /// It is not presented, and its factory was registered without `removes`.
    case notRemovable(module: String)
    /// The module does not allow this presentation, but only the listed ones.
    case unsupportedPresentation(String, module: String, allowed: [String])
    /// No presenter is registered for the presentation.
    case noPresenter(String)
    /// The presenter, or the module itself, gives this reason.
    case impossible(String)
    /// The source that the path names is gone.
    case sourceGone
    /// A container must contain the view that it wraps.
    case invalidContainer
    /// The module does not adopt objects that were made elsewhere.
    case notAdopted(module: String)

    public var description: String {
        switch self {
        case .busy(let state): "the route is \(state) at this moment"
        case .mustBeRemovedFirst: "the view is already presented: remove it first"
        case .moduleGone(let module, nil): "module '\(module)' is no longer in the manifests"
        case .moduleGone(let module, let route?):
            "route '\(route)', which configured module '\(module)', is no longer in the manifests"
        case .notRouted(let state): "there is nothing to remove: the route is \(state)"
        case .destinationGone: "the object that was performed no longer exists"
        case .notRemovable(let module): "module '\(module)' cannot be removed: register its factory with 'removes'"
        case .unsupportedPresentation(let name, let module, let allowed):
            "module '\(module)' cannot be presented by '\(name)'; it allows \(allowed.joined(separator: ", "))"
        case .noPresenter(let name):
            "no presenter is registered for '\(name)': import WaybillPresentation and call registry.presenter(…)"
        case .impossible(let reason): reason
        case .sourceGone: "the source to present it from is gone"
        case .invalidContainer: "the container does not contain the view that it wraps"
        case .notAdopted(let module): "module '\(module)' cannot adopt an object that was made elsewhere"
        }
    }
}
