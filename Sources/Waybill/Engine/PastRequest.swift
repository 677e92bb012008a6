import WaybillManifest

/// An open that is over, without the generation that it ran on: for what lives as long as a screen.
package struct PastRequest: Sendable {
    private let leg: WalkLeg
    private let route: BoundRoute?
    private let hops: [Hop]
    private let tags: Set<String>?
    private let payload: (any Sendable)?
    private let path: (any Sendable)?
    private let changedParameters: [String: String]?

    package init(_ request: RouteRequest) {
        leg = request.hop.leg
        route = request.hop.route
        hops = request.hops
        tags = request.tags
        payload = request.payload
        path = request.presentationPath
        changedParameters = request.changedParameters
    }

    /// The request as it was at its end, on the current generation.
    package func request(in snapshots: SnapshotHolder) -> RouteRequest {
        let snapshot = snapshots.hold()
        defer { snapshot.generation.life.end() }
        let opening = Opening(snapshots: snapshots, snapshot: snapshot, url: leg.firstURL, tags: tags, lane: nil)
        var request = RouteRequest(hop: HopRun(opening, past: leg, route, hops), payload: payload, path: path)
        if let changedParameters { request.parameters = changedParameters }
        request.position = leg.interceptors.count
        return request
    }
}

extension SnapshotHolder {
    /// The current snapshot, with its generation's life begun. The caller ends it.
    fileprivate func hold() -> Snapshot {
        while true {
            let snapshot = current
            if snapshot.generation.life.begin() { return snapshot }
        }
    }
}
