import WaybillProofs
import WaybillTable

/// Follows requests as clients do: where a redirect has a status, they ask anew.
struct ClientWalk {
    private let subject: RoutedSet
    let space: OwnSpace

    init(_ set: ManifestSet, _ table: RoutingTable) {
        subject = RoutedSet(set: set, table: table)
        space = OwnSpace(set.routes)
    }

    /// The way of a request, with a redirect that the client follows as one more hop. What leads out of the set's own space
    /// is not followed.
    ///
    /// - Parameter mostHops: Those of the client and those inside together.
    func trace(_ url: String, method: String?, mostHops: Int) -> RequestTrace {
        var whole = subject.trace(url, method: method, mostHops: mostHops)
        var method = whole.method
        while case .redirectToClient(let location, let status) = whole.end, let leg = whole.legs.last,
            let route = leg.route?.route, let target = subject.set.routes[route].destination.target?.target,
            space.isKept(by: target)
        {
            let next = Self.resolved(location, at: leg.url)
            whole.legs[whole.legs.count - 1].hop = .init(by: .route(route), to: next)
            method = method.map(status.method)
            let hopsLeft = mostHops - whole.hops.count
            guard hopsLeft >= 0 else {
                whole.end = .circle
                return whole
            }
            let onward = subject.trace(next, method: method, mostHops: hopsLeft)
            whole.legs += onward.legs
            whole.end = onward.end
        }
        return whole
    }

    /// A location as a client reads it that asked for a URL: a path is one of the same host.
    private static func resolved(_ location: String, at url: RouteURL) -> String {
        guard location.hasPrefix("/"), let scheme = url.scheme else { return location }
        let rest = url.text.dropFirst(scheme.count)
        guard rest.hasPrefix("://") else { return location }
        return scheme + "://" + rest.dropFirst(3).prefix { !"/?#".contains($0) } + location
    }
}
