/// Where a performed route stands.
///
///     unrouted ─perform─▶ routing ──▶ routed ─remove─▶ removing ──▶ removed ─perform─▶ routing …
///
/// `routing` and `removing` are transactions: one that fails puts back the state before it.
public enum RouteState: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case unrouted, routing, routed, removing, removed

    public var description: String { rawValue }
}

/// What is done to a route.
public struct RouteAction: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let perform = RouteAction(rawValue: "perform")
    /// Performs on something that was made elsewhere.
    public static let performOn = RouteAction(rawValue: "performOn")
    /// Prepares something that was made elsewhere, and shows nothing.
    public static let prepare = RouteAction(rawValue: "prepare")
    /// Takes over something that was made and shown elsewhere.
    public static let adopt = RouteAction(rawValue: "adopt")
    public static let make = RouteAction(rawValue: "make")
    public static let remove = RouteAction(rawValue: "remove")
    public static let open = RouteAction(rawValue: "open")

    public var description: String { rawValue }
}

/// Why a route cannot be performed or removed now. Asking changes nothing.
public enum RouteRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// It is being performed, or removed, at this moment.
    case busy(RouteState)
    /// A view that is there must be removed before it is performed again.
    case mustBeRemovedFirst
    /// There is nothing to remove.
    case notRouted(RouteState)
    /// What was made is gone already.
    case destinationGone
    /// It is nothing that is shown, and its factory was registered without `removes`.
    case notRemovable(module: String)
    case unsupportedPresentation(String, module: String, allowed: [String])
    /// No presenter is registered for the presentation.
    case noPresenter(String)
    /// The presenter's, or the module's own, reason.
    case impossible(String)
    /// The source that the path names is gone.
    case sourceGone
    /// What wraps a destination must contain it.
    case invalidContainer
    /// The module does not take over what was made elsewhere.
    case notAdopted(module: String)

    public var description: String {
        switch self {
        case .busy(let state): "the route is \(state) at this moment"
        case .mustBeRemovedFirst: "the view is there already: remove it first"
        case .notRouted(let state): "there is nothing to remove: the route is \(state)"
        case .destinationGone: "what was performed is gone already"
        case .notRemovable(let module): "module '\(module)' says nothing about removing: register it with 'removes'"
        case .unsupportedPresentation(let name, let module, let allowed):
            "module '\(module)' cannot be shown by '\(name)'; it allows \(allowed.joined(separator: ", "))"
        case .noPresenter(let name): "no presenter is registered for '\(name)'"
        case .impossible(let reason): reason
        case .sourceGone: "the source to show it from is gone"
        case .invalidContainer: "what wraps the destination does not contain it"
        case .notAdopted(let module): "module '\(module)' does not take over what was made elsewhere"
        }
    }
}
