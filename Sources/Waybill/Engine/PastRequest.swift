import WaybillManifest

/// An open that is over, without the generation that it ran on: for what lives as long as a screen.
package struct PastRequest: Sendable {
    private let visit: URLVisit
    private let route: BoundRoute?
    private let hops: [Hop]
    private let contents: RouteRequest.Contents

    package init(_ request: RouteRequest) {
        visit = request.hop.visit
        route = request.hop.route
        hops = request.hops
        var contents = request.contents
        contents.record = nil
        self.contents = contents
    }

    /// The request as it was at its end, on the current generation.
    package func request(in snapshots: SnapshotHolder) -> RouteRequest {
        let hop = HopRun(past: visit, route, hops, on: snapshots.hold(), of: snapshots)
        var request = RouteRequest(hop: hop, contents: contents)
        request.position = visit.interceptors.count
        return request
    }
}

extension SnapshotHolder {
    /// The current snapshot, with its generation's life begun. Everybody who gets it ends it.
    fileprivate func hold() -> Snapshot {
        while true {
            let snapshot = current
            if snapshot.generation.life.begin() { return snapshot }
        }
    }
}
