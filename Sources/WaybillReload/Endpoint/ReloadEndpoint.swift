import Waybill
import WaybillManifest
import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answers operators over HTTP: the status, whether the service is ready, and reloads. For any server.
///
/// Put it before the routes that it reloads, so that no manifest can remove it or make it public. A value: use it from
/// any thread.
///
/// | request | answer |
/// |---|---|
/// | `GET status` | 200 and the ``ReloadStatus``, with its digest as `ETag` |
/// | `GET status/manifests` | 200 and the files of the current generation as they were written: `waybill plan` compares them with others |
/// | `GET ready` | 200 or 503, and the generation that answers |
/// | `POST reload` | 200 and the ``ReloadAttempt``: it is live. 412: `If-Match` names another digest. 422: the manifests are rejected. 503: a file is being written |
/// | with `Prefer: respond-async` | 202: accepted, and not yet live |
/// | with `?allow=removals` | any number of routes may be removed, whatever the ``RemovalLimit`` |
/// | with `?allow=lost-gates` | requests may lose interceptors: see ``ReloadOptions/rejectsLostGates`` |
/// | `GET history` | 200 and the ``ReloadHistory``: the last attempts |
/// | `POST rollback` | the same answers as `POST reload`, for the set before the current one. 404: no such set is kept |
/// | with `?digest=…` | for the kept set of that digest |
public struct ReloadEndpoint: Sendable {
    /// Which requests are answered.
    public enum Access: Sendable {
        /// Those with `Authorization: Bearer <token>`. An empty token authorizes nothing.
        case bearer(String)
        /// Those from this machine.
        case loopback
    }

    /// A request, in terms of no particular server.
    public struct Request: Sendable {
        public var method: String
        public var path: String
        public var query: String?
        /// The headers, by their names in lower case.
        public var headers: [String: String]
        /// Whether it comes from this machine.
        public var isFromLoopback: Bool

        public init(
            method: String, path: String, query: String? = nil, headers: [String: String] = [:],
            isFromLoopback: Bool = false
        ) {
            self.method = method
            self.path = path
            self.query = query
            self.headers = headers
            self.isFromLoopback = isFromLoopback
        }
    }

    /// A response, in terms of no particular server.
    public struct Answer: Sendable {
        public var status: Int
        public var headers: [String: String]
        /// JSON.
        public var body: [UInt8]
    }

    private let reloader: Reloader
    private let access: Access
    private let prefix: String

    /// - Parameter prefix: The path before `/status`, `/ready`, `/history`, `/reload` and `/rollback`.
    public init(_ reloader: Reloader, access: Access, prefix: String = "/_waybill") {
        self.reloader = reloader
        self.access = access
        self.prefix = prefix
    }

    /// The answer to a request; `nil` for other paths.
    public func answer(_ request: Request) async -> Answer? {
        guard request.path.hasPrefix(prefix + "/") else { return nil }
        let resource = request.path.dropFirst(prefix.count + 1)
        guard let method = Self.methods[String(resource)] else { return nil }
        if let refusal = refusal(of: request) { return refusal }
        guard request.method == method || (request.method == "HEAD" && method == "GET") else {
            return problem(405, "use \(method)", ["allow": method])
        }
        switch resource {
        case "status": return status()
        case "status/manifests": return manifests()
        case "ready": return readiness()
        case "history": return answer(200, reloader.history, digest: reloader.status.digest)
        case "rollback": return await rollBack(request)
        default: return await reload(request)
        }
    }

    // MARK: Resources

    private static let methods = [
        "status": "GET", "status/manifests": "GET", "ready": "GET", "history": "GET", "reload": "POST",
        "rollback": "POST",
    ]

    private func manifests() -> Answer {
        let generation = reloader.router.generation
        let archive = ManifestArchive(digest: generation.digest, sources: generation.sources)
        return answer(200, archive, digest: archive.digest)
    }

    private func status() -> Answer {
        let status = reloader.status
        return answer(200, status, digest: status.digest)
    }

    private struct Readiness: Encodable {
        var ready: Bool
        var stale: Bool
        var generation: Int
        var digest: String
    }

    /// All values are of one generation.
    private func readiness() -> Answer {
        let status = reloader.status
        let readiness = Readiness(
            ready: status.ready, stale: status.stale, generation: status.generation, digest: status.digest)
        return answer(status.ready ? 200 : 503, readiness, digest: status.digest)
    }

    private func reload(_ request: Request) async -> Answer {
        var precondition = ReloadPrecondition()
        precondition.ifMatch = request.headers["if-match"].map(Self.tag)
        let allowed = request.query?.split(separator: "&") ?? []
        precondition.allowsRemovals = allowed.contains("allow=removals")
        precondition.allowsLostGates = allowed.contains("allow=lost-gates")
        if request.headers["prefer"]?.contains("respond-async") == true {
            reloader.requestReload(precondition)
            return status().with(status: 202)
        }
        let attempt = await reloader.reload(precondition)
        return answer(Self.code(attempt), attempt, digest: attempt.digest)
    }

    private func rollBack(_ request: Request) async -> Answer {
        let digest = request.query?.split(separator: "&").first { $0.hasPrefix("digest=") }?.dropFirst(7)
        let precondition = ReloadPrecondition(ifMatch: request.headers["if-match"].map(Self.tag))
        let attempt = await reloader.rollBack(to: digest.map(String.init), precondition)
        return answer(Self.code(attempt), attempt, digest: attempt.digest)
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

    /// `"digest"`, as tags are written.
    private static func tag(_ text: String) -> String {
        text.split(separator: "\"").last.map(String.init) ?? text
    }

    // MARK: Access

    private func refusal(of request: Request) -> Answer? {
        switch access {
        case .loopback:
            return request.isFromLoopback ? nil : problem(403, "only local requests are allowed")
        case .bearer(let token):
            guard let shown = request.headers["authorization"] else {
                return problem(401, "a token is required", ["www-authenticate": "Bearer"])
            }
            let isRight = BearerToken(token)?.matches(shown) == true
            return isRight ? nil : problem(403, "invalid token")
        }
    }

    // MARK: Answers

    private func problem(_ status: Int, _ message: String, _ headers: [String: String] = [:]) -> Answer {
        answer(status, ["message": message], headers)
    }

    private func answer(_ status: Int, _ value: some Encodable, digest: String) -> Answer {
        answer(status, value, ["etag": "\"\(digest)\"", "cache-control": "no-store"])
    }

    private func answer(_ status: Int, _ value: some Encodable, _ headers: [String: String]) -> Answer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Plain values always encode.
        let body = (try? encoder.encode(value)).map(Array.init) ?? []
        return Answer(
            status: status, headers: headers.merging(["content-type": "application/json"]) { $1 }, body: body)
    }
}

extension ReloadEndpoint.Answer {
    fileprivate func with(status: Int) -> Self {
        var copy = self
        copy.status = status
        return copy
    }
}
