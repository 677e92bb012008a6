import WaybillManifest
import WaybillProofs
import WaybillTable

/// Follows requests as clients do: after a redirect, they send another request.
struct ClientWalk {
    private let subject: RoutedSet
    private let context: RelationContext
    var space: OwnSpace { context.space }

    init(_ context: RelationContext) {
        subject = RoutedSet(set: context.set, table: context.table)
        self.context = context
    }

    /// Returns the trace of a request, in which each redirect that the client follows is one more hop. A target outside
    /// of the set's own URLs is not followed.
    ///
    /// - Parameter maximumHops: The limit for client redirects and internal hops together.
    func trace(_ url: String, method: String?, maximumHops: Int) -> RequestTrace {
        var whole = subject.trace(url, method: method, maximumHops: maximumHops)
        var method = whole.method
        while case .redirectToClient(let location, let status) = whole.end, let visit = whole.visits.last,
            let route = visit.route?.route, let target = subject.set.routes[route].destination.target?.target,
            space.isKept(by: target)
        {
            let next = Self.resolved(location, at: visit.url)
            whole.visits[whole.visits.count - 1].hop = WalkHop(by: .route(route), to: next, .ofView)
            method = method.map(status.method)
            let hopsLeft = maximumHops - whole.hops.count
            guard hopsLeft >= 0 else {
                whole.end = .loop
                return whole
            }
            let onward = subject.trace(next, method: method, maximumHops: hopsLeft)
            whole.visits += onward.visits
            whole.end = onward.end
        }
        return whole
    }

    /// Resolves a location for a client that requested the URL: a path is on the same host.
    private static func resolved(_ location: String, at url: RouteURL) -> String {
        guard location.hasPrefix("/"), let scheme = url.scheme else { return location }
        let rest = url.text.dropFirst(scheme.count)
        guard rest.hasPrefix("://") else { return location }
        return scheme + "://" + rest.dropFirst(3).prefix { !"/?#".contains($0) } + location
    }
}

/// A request that was redirected.
struct SentRequest {
    var witness: RequestWitness
    var target: String
    /// The route of the target, if one matches it.
    var server: Int?
    /// Whether the request fails at the target.
    var isLost: Bool
}

extension ClientWalk {
    /// Returns requests that the redirect applies to, followed to their targets.
    func sent(
        _ samples: [RequestWitness], by redirect: ManifestSet.LocatedRedirect, _ stepsLeft: inout Int
    ) -> [SentRequest] {
        samples.compactMap { sample in
            stepsLeft -= 2
            let trace = trace(sample.url, method: sample.method, maximumHops: 1)
            guard let hop = trace.hops.first, hop.by == redirect.source, trace.visits.count > 1 else { return nil }
            return SentRequest(
                witness: sample, target: hop.to, server: trace.visits[1].route?.route,
                isLost: trace.visits.count == 2 && trace.isUnmatched)
        }
    }
}
