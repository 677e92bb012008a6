import Logging
import Synchronization
import Waybill
import WaybillHummingbird
import WaybillReload
import WaybillReports
import WaybillRules
import WaybillSyntax

/// Answers requests for the page and for its data, independently of the server. It changes nothing, whatever is
/// requested.
final class InspectorEndpoint: Sendable {
    private let source: any InspectorSource
    private let identity: Inspection.Identity
    private let access: EndpointAccess
    private let isLocal: Bool
    private let counts: RequestCounts?
    private let pages: [String: PageFile]
    private let fleet: FleetFeed?
    private let idleTime: Duration
    private let kept = Mutex(Kept())

    /// The set that was asked about last. What was computed about a large one needs memory that the service can use,
    /// too.
    private struct Kept {
        var set: InspectedSet?
        var lastUse = ContinuousClock.now
        /// Whether a task waits until nobody asks any more.
        var isWatched = false
    }

    /// - Parameters:
    ///   - counts: The requests by route; `nil` if they are not counted.
    ///   - fleet: The fleet of the view "Fleet"; `nil` if there is none.
    ///   - idleTime: How long what was computed is kept after the last question.
    init(
        _ source: any InspectorSource, _ identity: Inspection.Identity, access: ReloadEndpoint.Access, logger: Logger,
        counts: RequestCounts?, pages: [String: PageFile], fleet: FleetFeed? = nil, idleTime: Duration = .seconds(60)
    ) {
        self.source = source
        self.identity = identity
        self.fleet = fleet
        self.access = EndpointAccess(access, logger: logger, clock: ContinuousClock())
        isLocal = if case .loopback = access { true } else { false }
        self.counts = counts
        self.pages = pages
        self.idleTime = idleTime
    }

    /// The answer to a request.
    ///
    /// - Parameter path: Below the mount, without its first slash: empty for the page, `api/routes`.
    func answer(_ request: ReloadEndpoint.Request, at path: String) async -> ReloadEndpoint.Answer {
        guard ["GET", "HEAD"].contains(request.method) else {
            return Self.problem(
                .init(status: 405, code: "method-not-allowed", message: "the inspector only reads; use GET"),
                ["allow": "GET, HEAD"])
        }
        guard let resource = path.afterPrefix("api/") else {
            // The page has no data. Where only this machine may ask, other sites may not even see that it is here.
            if isLocal, let refusal = access.refusal(of: request) { return Self.problem(refusal) }
            return page(path.isEmpty ? "index.html" : path, request)
        }
        if let refusal = access.refusal(of: request) { return Self.problem(refusal) }
        guard let fleet else { return await data(resource, request) }
        if resource == "fleet" { return await Self.fleet(fleet, request) }
        // Those who look at another view of a published set see the next set, too, and do not wait for the store.
        if source.state.mode == .fleet { Task { await fleet.refresh() } }
        return await data(resource, request)
    }

    private static func fleet(_ fleet: FleetFeed, _ request: ReloadEndpoint.Request) async -> ReloadEndpoint.Answer {
        let answer = await fleet.answer()
        return Self.answer(answer.body, dataHeaders(tag: answer.tag), to: request)
    }

    // MARK: The page

    private func page(_ name: String, _ request: ReloadEndpoint.Request) -> ReloadEndpoint.Answer {
        guard let file = pages[name] else { return Self.problem(.notFound("the inspector has no '\(name)'")) }
        let headers = [
            "content-type": file.type, "etag": "\"\(file.tag)\"", "cache-control": "no-cache",
            "content-security-policy": Self.policy, "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
        ]
        return Self.answer(file.bytes, headers, to: request)
    }

    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    // MARK: The data

    private func data(_ resource: String, _ request: ReloadEndpoint.Request) async -> ReloadEndpoint.Answer {
        let state = source.state
        // What shows counts changes with each request.
        let tallies = Self.countless.contains(resource) ? nil : counts?.tallies
        let requests = tallies?.values.reduce(0) { $0 + $1.requests } ?? 0
        let tag = "\(state.startedAt)-\(state.revision)-\(state.attempts.first?.number ?? 0)-\(requests)"
        let headers = Self.dataHeaders(tag: tag)
        if request.isKnown(tag) { return Self.answer([], headers, to: request) }
        let inspection = Inspection(
            state: state, inspected: inspected(state), isCounting: counts != nil, tallies: tallies, identity: identity,
            hasFleet: fleet != nil)
        // An answer may compute for a while: requests of the service go first.
        let result = await withCheckedContinuation { continuation in
            LowPriorityThread.start { [source] in
                continuation.resume(returning: Self.compute(inspection, resource, request.query, source))
            }
        }
        do { return Self.answer(try result.get(), headers, to: request) } catch { return Self.problem(error) }
    }

    private static func dataHeaders(tag: String) -> [String: String] {
        [
            "content-type": "application/json", "etag": "\"\(tag)\"", "cache-control": "private, no-cache",
            "x-content-type-options": "nosniff",
        ]
    }

    /// The answers without counts.
    private static let countless: Set = [
        "overview", "explain", "reloads", "reload", "interceptors", "interceptor", "policies", "graph", "search",
    ]

    private static func compute(
        _ inspection: Inspection, _ resource: String, _ query: String?, _ source: any InspectorSource
    ) -> Result<[UInt8], InspectorError> {
        Concurrently.$hasLowPriority.withValue(true) {
            Result { () throws(InspectorError) in
                let query = try InspectorQuery(query)
                guard let value = try inspection.answer(resource, query, sources: source.sources) else {
                    throw .notFound("the inspector has no 'api/\(resource)'")
                }
                return (try? JSONText.bytes(value)) ?? []
            }
        }
    }

    /// Returns the set of a state. What was computed about it is kept while it is the current one and somebody asks.
    private func inspected(_ state: InspectorState) -> InspectedSet {
        let (set, isWatched) = kept.withLock { kept in
            let set = kept.set.flatMap { $0.revision == state.revision ? $0 : nil } ?? InspectedSet(state)
            defer { kept = Kept(set: set, isWatched: true) }
            return (set, kept.isWatched)
        }
        if !isWatched { Task { [weak self, idleTime] in await Self.waitUntilIdle(self, idleTime) } }
        return set
    }

    /// Waits without keeping the endpoint alive.
    private static func waitUntilIdle(_ endpoint: @autoclosure () -> InspectorEndpoint?, _ time: Duration) async {
        repeat { try? await Task.sleep(for: time) } while endpoint()?.forgetIfIdle() == false
    }

    /// Drops what was computed if nobody has asked for a while.
    private func forgetIfIdle() -> Bool {
        kept.withLock { kept in
            guard kept.lastUse + idleTime <= .now else { return false }
            kept = Kept()
            return true
        }
    }

    /// Whether anything that was computed is kept.
    var isKeeping: Bool { kept.withLock { $0.set != nil } }

    // MARK: Answers

    private static func answer(
        _ body: [UInt8], _ headers: [String: String], to request: ReloadEndpoint.Request
    ) -> ReloadEndpoint.Answer {
        let tag = headers["etag"]?.dropFirst().dropLast() ?? ""
        guard request.isKnown(String(tag)) else { return .init(status: 200, headers: headers, body: body) }
        return .init(status: 304, headers: headers.filter { $0.key != "content-type" }, body: [])
    }

    private static func problem(_ refusal: EndpointAccess.Refusal) -> ReloadEndpoint.Answer {
        let code = refusal.status == 401 ? "unauthorized" : refusal.status == 429 ? "too-many" : "forbidden"
        return problem(.init(status: refusal.status, code: code, message: refusal.message), refusal.headers)
    }

    private static func problem(
        _ error: InspectorError, _ headers: [String: String] = [:]
    ) -> ReloadEndpoint.Answer {
        let value: JSONObject = ["error": ["code": error.code, "message": error.message]]
        let own = [
            "content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff",
        ]
        return .init(
            status: error.status, headers: own.merging(headers) { $1 }, body: (try? JSONText.bytes(value)) ?? [])
    }
}

extension ReloadEndpoint.Request {
    /// Whether the client has the answer with a tag. A proxy that compresses makes the tag weak (RFC 9110, 13.1.2).
    fileprivate func isKnown(_ tag: String) -> Bool {
        guard let header = headers["if-none-match"] else { return false }
        return header.split(separator: ",").contains { part in
            let part = part.drop { $0 == " " }
            return part == "*" || (part.afterPrefix("W/") ?? String(part)) == "\"\(tag)\""
        }
    }
}

extension StringProtocol {
    /// The rest after a prefix; `nil` if the text does not begin with it.
    fileprivate func afterPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
