import WaybillManifest

/// The number of routes that a change may remove. A truncated manifest is often valid and only shorter.
///
/// `waybill plan` and a reload reject a change that removes more, unless its author allows it.
public struct RemovalLimit: Sendable, Hashable {
    /// The share of the routes that may be removed at once.
    public var share: Double
    /// The number of routes that may always be removed, whatever the share, unless these are all routes.
    public var routes: Int
    /// Whether all routes may be removed.
    public var allowsNone: Bool

    public init(share: Double = 0.2, routes: Int = 4, allowsNone: Bool = false) {
        self.share = share
        self.routes = routes
        self.allowsNone = allowsNone
    }

    /// Returns why a set with `new` routes may not replace one with `old` routes; `nil` if it may.
    package func objection(from old: Int, to new: Int) -> String? {
        if new == 0, old > 0, !allowsNone { return "all \(old) routes are removed" }
        let limit = max(routes, Int(Double(old) * share))
        guard old - new > limit else { return nil }
        return "\(old - new) of \(old) routes are removed, more than the limit of \(limit)"
    }
}
