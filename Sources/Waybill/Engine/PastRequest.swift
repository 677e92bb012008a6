import WaybillManifest

/// An open that is over, without the generation on which it ran, for objects that live as long as a screen.
package struct PastRequest: Sendable {
    private let reached: HopRun.Reached
    private let contents: RouteRequest.Contents

    package init(_ request: RouteRequest) {
        reached = request.hop.reached
        var contents = request.contents
        contents.record = nil
        self.contents = contents
    }

    /// Returns the request as it was at its end, on the current generation.
    package func request(in snapshots: SnapshotHolder) -> RouteRequest {
        let hop = HopRun(ended: reached, on: snapshots.hold())
        var request = RouteRequest(hop: hop, contents: contents)
        request.position = hop.visit.interceptors.count
        return request
    }
}

extension SnapshotHolder {
    /// Returns the current snapshot with a begun open, which the caller must end.
    fileprivate func hold() -> Snapshot {
        while true {
            let snapshot = current
            if snapshot.begin() { return snapshot }
        }
    }
}
