import WaybillManifest
public import WaybillTable

/// A URL with its route, on the generation that was current when the URL was resolved.
///
/// You can open it any number of times, also concurrently, always on that generation. To use a newer generation,
/// resolve the URL again. It holds the generation, so do not keep it for long in a service that reloads. Use it from
/// any thread.
public struct ResolvedURL: Sendable {
    private let hop: HopRun
    /// The record of its open.
    private var record: OpenRecord?

    fileprivate init(_ hop: HopRun) {
        self.hop = hop
    }

    /// Returns the URL for one observed open. The record begins at once.
    package func observed(in record: OpenRecord) -> ResolvedURL {
        record.enter(hop)
        var observed = self
        observed.record = record
        return observed
    }

    /// The URL that was resolved.
    public var url: RouteURL { hop.visit.url }
    /// The route that the URL leads to before any interceptor decides; `nil` if none matches.
    public var routeID: String? { hop.route?.id }
    /// The pattern that matches, as metrics and traces name it: `/notes/{id}`; `nil` if none does.
    public var routeTemplate: String? { hop.routeTemplate }
    /// The module that this route leads to.
    public var moduleID: String? { hop.route?.module?.id }
    /// Path and query parameters in one flat view.
    public var parameters: RouteParameters { hop.parameters() }
    /// Whether any interceptor would run.
    package var hasInterceptors: Bool { !hop.visit.interceptors.isEmpty }
    /// The interceptors that would run, in this order.
    public var interceptors: [String] { hop.visit.interceptors.indices.map { hop.interceptor(at: $0).id } }

    /// The number of the generation that its opens run on.
    public var generation: Int { hop.generation.number }

    /// Runs the interceptors and the route, and waits until they are done.
    /// - Throws: A ``RoutingError``, or what an interceptor, a handler or a factory threw.
    @inline(__always)  // see `RouteRequest.run`
    public func open(payload: (any Sendable)? = nil) async throws -> Outcome {
        try await request(carrying: payload).run()
    }

    /// Most opens carry nothing, and need no contents on the heap.
    private func request(carrying payload: (any Sendable)?) -> RouteRequest {
        guard payload != nil || record != nil else { return RouteRequest(hop: hop) }
        return RouteRequest(hop: hop, contents: RouteRequest.Contents(payload: payload, record: record))
    }

    /// Opens it for another open, whose values it gets.
    func open(payload: (any Sendable)?, values: RequestValues) async throws -> Outcome {
        var request = request(carrying: payload)
        if !values.isEmpty { request.values = values }
        return try await request.run()
    }

    /// Opens it for a host with its own routes, which replace the fallback of the manifests.
    package func open(payload: (any Sendable)?, fallback: OwnFallback?) async throws -> Outcome {
        let contents = RouteRequest.Contents(payload: payload, fallback: fallback, record: record)
        return try await RouteRequest(hop: hop, contents: contents).run()
    }

    /// Opens it for a view.
    package func open(payload: (any Sendable)?, presentationPath: (any Sendable)?) async throws -> Outcome {
        let contents = RouteRequest.Contents(payload: payload, presentationPath: presentationPath, record: record)
        return try await RouteRequest(hop: hop, contents: contents).run()
    }
}

extension RouteRequest {
    // Each call of an async function costs an open some 250 instructions, so the steps of every open share one frame.

    /// Runs an open from its first hop, and reports its end.
    @inline(__always)
    fileprivate func run() async throws -> Outcome {
        do {
            let record = record ?? generation.runtime.openRecord
            guard record != nil || hop.snapshot.canary != nil else { return try await runInLane() }
            return try await runCounted(in: record)
        } catch {
            hop.snapshot.record(error, of: self)
            generation.runtime.report(.open, error, target: hop.visit.url.text, module: hop.route?.module)
            throw error
        }
    }

    /// Runs an open that is observed, or that a canary counts.
    private func runCounted(in record: OpenRecord?) async throws -> Outcome {
        var request = self
        // A request with a record entered its first hop when it was resolved.
        if let record, self.record == nil {
            record.enter(hop)
            request.record = record
        }
        do {
            let outcome = try await request.runInLane()
            if let record { tell(record, .success(outcome)) }
            hop.snapshot.record(outcome, of: self)
            return outcome
        } catch {
            if let record { tell(record, .failure(error)) }
            throw error
        }
    }

    private func tell(_ record: OpenRecord, _ result: @autoclosure () -> Result<Outcome, any Error>) {
        generation.runtime.tell(
            OpenEvent(
                url: hop.visit.url.text, method: method, tags: tags, duration: record.elapsed, steps: record.steps,
                result: result()))
    }

    @inline(__always)
    private func runInLane() async throws -> Outcome {
        guard let lane = hop.lane else { return try await hop.run(self) }
        return try await lane.run { try await hop.run(self) }
    }
}

extension SnapshotHolder {
    /// Resolves a URL on the current snapshot.
    /// - Throws: ``RoutingError/invalidURL(_:)`` or ``RoutingError/emptyTagView``.
    func resolve(_ url: String, method: String?, tags: Set<String>?) throws(RoutingError) -> ResolvedURL {
        let request = WalkedRequest(method: method, view: try TagView(opening: tags))
        return try ResolvedURL(url, request, on: begin())
    }
}

extension ResolvedURL {
    /// - Parameter snapshot: A snapshot with a begun open.
    fileprivate init(
        _ url: String, _ request: WalkedRequest, on snapshot: Snapshot
    ) throws(RoutingError) {
        do throws(InvalidURL) {
            let visit = URLVisit(try snapshot.match(url, for: request, .ofView), of: request)
            self.init(HopRun(visit, on: snapshot))
        } catch {
            snapshot.end()
            throw .invalidURL(error)
        }
    }
}

extension HopRun {
    /// Resolves a URL on the snapshot of this open, which has not ended.
    func resolve(_ url: String, method: String?, tags: Set<String>?) throws(RoutingError) -> ResolvedURL {
        do throws(RoutingError) {
            let request = WalkedRequest(method: method, view: try TagView(opening: tags))
            // Beginning cannot fail, because the open has not ended yet.
            _ = snapshot.begin()
            return try ResolvedURL(url, request, on: snapshot)
        } catch {
            throw generation.runtime.refuse(url, method: method, tags: tags, error)
        }
    }
}
