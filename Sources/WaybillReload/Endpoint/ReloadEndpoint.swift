public import Logging
import ServiceLifecycle
import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

/// Answers operators over HTTP: the status, whether the service is ready, and reloads. For any server.
///
/// Put it before the routes that it reloads, so that no manifest can remove it or make it public. It is a value type,
/// safe to use from any thread.
///
/// | request | answer |
/// |---|---|
/// | `GET status` | 200 and the ``ReloadStatus``, with its digest as `ETag` |
/// | `GET status/manifests` | 200 and the files of the current generation, with an `x` for each byte of a secret, for `waybill plan` |
/// | `GET ready` | 200 if requests can be answered, otherwise 503; needs no authorization |
/// | `GET live` | 200; needs no authorization |
/// | `POST reload` | 200 and the ``ReloadAttempt``: it is live. 412: `If-Match` names another digest. 422: the manifests are rejected. 503: a file is being written |
/// | with `Prefer: respond-async` | 202: accepted, and not yet live |
/// | with `?allow=removals` | any number of routes may be removed, whatever the ``RemovalLimit`` |
/// | with `?allow=lost-interceptors` | requests may lose interceptors: see ``ReloadOptions/rejectsLostInterceptors`` |
/// | with `?allow=withdrawn` | a set may be published that was withdrawn |
/// | `GET history` | 200 and the ``ReloadHistory``: the last attempts |
/// | `POST rollback` | the same answers as `POST reload`, for the set before the current one, which is withdrawn. 404: no such set is kept. During a canary: the candidate is withdrawn at once, and the current set continues |
/// | with `?digest=…` | for the kept set with that digest |
/// | `GET metrics` | 200 and the metrics as text, if the endpoint has any |
public struct ReloadEndpoint: Sendable {
    /// The clients that may send requests other than `ready` and `live`.
    public enum Access: Sendable {
        /// Everybody who sends `Authorization: Bearer <token>`. An empty token authorizes nobody. Requests with a wrong
        /// token are logged. After ten wrong tokens in a minute, their sender gets 429.
        case bearer(String)
        /// Every program on this machine. Only for a server that listens on a port of the loopback interface or a Unix
        /// socket, and that answers nothing else.
        ///
        /// Requests that a proxy forwards, or that a web page of another origin sends, are refused: those with
        /// `Forwarded` or `X-Forwarded-…`, or with an `Origin` or `Host` that is not a name of this machine.
        case loopback
    }

    /// A request, independent of the server.
    public struct Request: Sendable {
        /// The method, in upper case.
        public var method: String
        /// The path, with its prefix and without the query.
        public var path: String
        /// The query, without its `?`; `nil` if there is none.
        public var query: String?
        /// The headers, by their names in lower case. Several values of one header are joined by commas.
        /// `host` is the authority in HTTP/2.
        public var headers: [String: String]
        /// Whether it comes from this machine.
        public var isFromLoopback: Bool
        /// The address of the sender, by which wrong tokens are counted.
        public var remoteAddress: String?

        /// Creates a request. By default it has no headers, and comes from another machine.
        public init(
            method: String, path: String, query: String? = nil, headers: [String: String] = [:],
            isFromLoopback: Bool = false, remoteAddress: String? = nil
        ) {
            self.method = method
            self.path = path
            self.query = query
            self.headers = headers
            self.isFromLoopback = isFromLoopback
            self.remoteAddress = remoteAddress
        }
    }

    /// A response, independent of the server.
    public struct Answer: Sendable {
        /// The status code of HTTP.
        public var status: Int
        /// The headers, by their names in lower case.
        public var headers: [String: String]
        /// JSON, or text for `metrics`.
        public var body: [UInt8]

        package init(status: Int, headers: [String: String], body: [UInt8]) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    private let reloader: Reloader
    private let access: EndpointAccess
    private let prefix: String
    private let metrics: (@Sendable () async -> String)?

    /// - Parameters:
    ///   - prefix: The path before `/status`, `/ready`, `/live`, `/history`, `/reload`, `/rollback` and `/metrics`.
    ///   - metrics: Returns the metrics of the process in Prometheus' text format; `nil` for no `/metrics`.
    ///   - logger: The logger for wrong tokens.
    public init(
        _ reloader: Reloader, access: Access, prefix: String = "/_waybill",
        metrics: (@Sendable () async -> String)? = nil,
        logger: Logger = Logger(label: "waybill.operators")
    ) {
        self.reloader = reloader
        self.access = EndpointAccess(access, logger: logger, clock: reloader.clock)
        self.prefix = prefix
        self.metrics = metrics
    }

    /// The answer to a request; `nil` for other paths.
    public func answer(_ request: Request) async -> Answer? {
        guard request.path.hasPrefix(prefix + "/") else { return nil }
        let resource = request.path.dropFirst(prefix.count + 1)
        guard resources.contains(String(resource)), let method = Self.methods[String(resource)] else { return nil }
        if !Self.probes.contains(resource), let refusal = access.refusal(of: request) {
            return problem(refusal.status, refusal.message, refusal.headers)
        }
        guard request.method == method || (request.method == "HEAD" && method == "GET") else {
            return problem(405, "method not allowed; use \(method)", ["allow": method == "GET" ? "GET, HEAD" : method])
        }
        switch resource {
        case "status": return await status()
        case "status/manifests": return manifests()
        case "ready": return readiness()
        case "history": return answer(200, reloader.history, digest: reloader.status.digest)
        case "metrics": return text(await metrics?() ?? "")
        case "rollback": return await rollBack(request)
        case "live": return answer(200, ["live": true], Self.notStored)
        default: return await reload(request)
        }
    }

    // MARK: Resources

    /// The paths that are answered, below the prefix.
    package var resources: [String] { Self.methods.keys.filter { $0 != "metrics" || metrics != nil }.sorted() }

    private static let methods = [
        "status": "GET", "status/manifests": "GET", "ready": "GET", "live": "GET", "history": "GET", "reload": "POST",
        "rollback": "POST", "metrics": "GET",
    ]
    /// Load balancers have no token, so these answers contain no details.
    private static let probes: Set<Substring> = ["ready", "live"]

    private func manifests() -> Answer {
        let generation = reloader.router.generation
        let archive = ManifestArchive(
            digest: generation.digest, sources: generation.sources.map(\.withoutSecrets))
        return answer(200, archive, digest: archive.digest)
    }

    private func status() async -> Answer {
        await reloader.identifyBuild()
        let status = reloader.status
        return answer(200, status, digest: status.digest)
    }

    private func readiness() -> Answer {
        let isReady = reloader.status.ready
        return answer(isReady ? 200 : 503, ["ready": isReady], Self.notStored)
    }

    private func reload(_ request: Request) async -> Answer {
        let allowed = Set(request.query?.split(separator: "&") ?? [])
        // `lost-gates` is the former name.
        let precondition = ReloadPrecondition(
            ifMatch: Self.demand(of: request), allowsRemovals: allowed.contains("allow=removals"),
            allowsLostInterceptors: !allowed.isDisjoint(with: ["allow=lost-interceptors", "allow=lost-gates"]),
            allowsWithdrawn: allowed.contains("allow=withdrawn"))
        return await answer(request) { await reloader.reload(precondition) }
    }

    private func rollBack(_ request: Request) async -> Answer {
        let digest = request.query?.split(separator: "&").first { $0.hasPrefix("digest=") }?.dropFirst(7)
        let precondition = ReloadPrecondition(ifMatch: Self.demand(of: request))
        return await answer(request) { await reloader.rollBack(to: digest.map(String.init), precondition) }
    }

    /// Makes an attempt, and waits for it unless the request asks not to.
    ///
    /// The server waits for its requests before the reloader shuts down and cancels the attempt, so the request does not
    /// wait any longer then.
    private func answer(_ request: Request, _ make: @escaping @Sendable () async -> ReloadAttempt) async -> Answer {
        let attempt = Settlement<ReloadAttempt?>()
        Task { attempt.settle(.success(await make())) }
        if request.headers["prefer"]?.contains("respond-async") == true {
            var answer = await status()
            answer.status = 202
            return answer
        }
        let result = try? await withGracefulShutdownHandler {
            try await attempt.value
        } onGracefulShutdown: {
            attempt.settle(.success(nil))
        }
        guard let result else { return problem(503, "the service is shutting down") }
        return answer(Self.code(result), result, digest: result.digest)
    }

    private static func demand(of request: Request) -> [String]? {
        request.headers["if-match"].map { EntityTags($0).demand }
    }

    private static func code(_ attempt: ReloadAttempt) -> Int {
        switch attempt.reason {
        case nil: 200
        case .precondition: 412
        case .notKept: 404
        case .busy: 503
        default: 422
        }
    }

    // MARK: Answers

    private static let notStored = ["cache-control": "no-store"]

    private func text(_ text: String) -> Answer {
        Answer(
            status: 200,
            headers: Self.notStored.merging(["content-type": "text/plain; version=0.0.4; charset=utf-8"]) { $1 },
            body: Array(text.utf8))
    }

    private func problem(_ status: Int, _ message: String, _ headers: [String: String] = [:]) -> Answer {
        answer(status, ["error": ["message": message]], headers.merging(Self.notStored) { $1 })
    }

    private func answer(_ status: Int, _ value: some Encodable, digest: String) -> Answer {
        answer(status, value, Self.notStored.merging(["etag": "\"\(digest)\""]) { $1 })
    }

    private func answer(_ status: Int, _ value: some Encodable, _ headers: [String: String]) -> Answer {
        Answer(
            status: status, headers: headers.merging(["content-type": "application/json"]) { $1 },
            body: (try? JSONText.bytes(value)) ?? [])
    }
}
