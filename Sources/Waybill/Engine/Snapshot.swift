import WaybillManifest
import WaybillProofs
import WaybillTable

/// The current generation with the overlay above it. It is published as a whole and never changed. An open runs on one
/// snapshot from its beginning to its end.
final class Snapshot: Sendable {
    let generation: Generation
    let overlay: Overlay
    /// The canary that counts this snapshot's opens.
    let canary: CanaryRun?
    /// The snapshot for the canary's share of the opens.
    let candidate: Snapshot?

    init(_ generation: Generation, overlay: Overlay, canary: CanaryRun? = nil, candidate: Snapshot? = nil) {
        self.generation = generation
        self.overlay = overlay
        self.canary = canary
        self.candidate = candidate
    }

    convenience init(_ generation: Generation) {
        self.init(generation, overlay: Overlay([], settings: generation.table.settings))
    }

    /// Begins an open. Returns false if another generation is published, and no open runs on this one.
    func begin() -> Bool { generation.life.begin() }

    /// Ends an open, once for each that ``begin()`` began.
    func end() { generation.life.end() }

    /// Returns the generation with another overlay. A canary continues.
    func with(_ overlay: Overlay) -> Snapshot {
        let plain = Snapshot(generation, overlay: overlay)
        return canary.map(plain.with) ?? plain
    }

    /// Returns the generation with a canary.
    func with(_ canary: CanaryRun) -> Snapshot {
        let settings = canary.generation.table.settings
        let candidate = Snapshot(canary.generation, overlay: overlay.under(settings), canary: canary)
        return Snapshot(generation, overlay: overlay, canary: canary, candidate: candidate)
    }

    /// Returns the snapshot for the next open, which a canary counts.
    func takeNext() -> Snapshot {
        guard let candidate, canary?.takesNext() == true else { return self }
        return candidate
    }

    /// Records the outcome of an open on this snapshot.
    func record(_ outcome: Outcome, of request: RouteRequest) {
        guard let canary else { return }
        let judge = request.payload as? any OutcomeJudge
        record(isFault: outcome.destination.flatMap { judge?.isFault($0) } ?? false, in: canary)
    }

    /// Records the error of an open on this snapshot. Cancelled opens do not count.
    func record(_ error: any Error, of request: RouteRequest) {
        guard let canary, !(error is CancellationError) else { return }
        record(isFault: error.isFault(for: request.payload as? any OutcomeJudge), in: canary)
    }

    private func record(isFault: Bool, in canary: CanaryRun) {
        canary.record(generation === canary.generation ? .candidate : .current, isFault: isFault)
    }
}

/// The numbers of the overlay's routes and interceptors follow those of the generation's.
extension Snapshot: WalkedRoutes {
    func match(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch {
        overlay.isEmpty
            ? try generation.table.match(url, for: request, interceptors)
            : try matchWithOverlay(url, for: request, interceptors)
    }

    private func matchWithOverlay(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch {
        var match = try generation.table.match(url, for: request, interceptors)
        var above = try overlay.table.match(url, for: request, interceptors)
        for index in above.interceptors.indices {
            above.interceptors[index] += generation.bound.interceptors.count
        }
        match.interceptors = above.interceptors + match.interceptors
        match.takeRoute(of: above, offset: generation.bound.routes.count)
        return match
    }

    func captures(ofInterceptor number: Int, at url: RouteURL, for request: WalkedRequest) -> Captures {
        let count = generation.bound.interceptors.count
        return number < count
            ? generation.table.captures(ofInterceptor: number, at: url, for: request)
            : overlay.table.captures(ofInterceptor: number - count, at: url, for: request)
    }

    func pattern(at place: RoutePlace) -> Pattern {
        route(place.route).patterns[place.pattern].pattern
    }

    func action(ofInterceptor number: Int) -> WalkedAction { interceptor(number).action }

    func destination(ofRoute number: Int) -> WalkedDestination { route(number).destination }

    func allowedMethods(at url: RouteURL, for request: WalkedRequest) -> [String] {
        let declared = generation.table.allowedMethods(for: url, in: request.view)
        guard !overlay.isEmpty else { return declared }
        return Set(declared).union(overlay.table.allowedMethods(for: url, in: request.view)).sorted()
    }

    func route(_ number: Int) -> BoundRoute {
        let routes = generation.bound.routes
        return number < routes.count ? routes[number] : overlay.route(number - routes.count)
    }

    func interceptor(_ number: Int) -> BoundInterceptor {
        let interceptors = generation.bound.interceptors
        return number < interceptors.count
            ? interceptors[number] : overlay.interceptor(number - interceptors.count)
    }

    func origin(_ source: RedirectSource) -> Hop.Origin {
        switch source {
        case .interceptor(let number): .interceptor(interceptor(number).id)
        case .route(let number): .route(route(number).id)
        }
    }

    func hop(_ hop: WalkHop) -> Hop { Hop(by: origin(hop.by), to: hop.to) }
}
