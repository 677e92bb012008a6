package import Logging
import Synchronization
import Waybill

/// Decides which requests of operators are answered.
package struct EndpointAccess: Sendable {
    private let access: ReloadEndpoint.Access
    private let logger: Logger
    private let failures: FailureLimit

    package init(_ access: ReloadEndpoint.Access, logger: Logger, clock: any Clock<Duration>) {
        self.access = access
        self.logger = logger
        failures = FailureLimit(Stopwatch(clock))
    }

    /// A status and a message for a request that is not answered.
    package struct Refusal {
        package var status: Int
        package var message: String
        package var headers: [String: String] = [:]
    }

    package func refusal(of request: ReloadEndpoint.Request) -> Refusal? {
        switch access {
        case .loopback: request.foreignSign.map { Refusal(status: 403, message: $0) }
        case .bearer(let token): refusal(of: request, without: BearerToken(token))
        }
    }

    private func refusal(of request: ReloadEndpoint.Request, without token: BearerToken) -> Refusal? {
        // Without an address clients cannot be distinguished. Then a correct token is never refused.
        let client = request.remoteAddress
        guard client.map(failures.allows) ?? true else { return Self.tooMany }
        guard let shown = request.headers["authorization"] else {
            return Refusal(status: 401, message: "a token is required", headers: ["www-authenticate": "Bearer"])
        }
        if token.matches(shown) { return nil }
        guard failures.record(client ?? FailureLimit.unknown) else { return Self.tooMany }
        logger.warning(
            "a request to the operators' endpoint has an invalid token",
            metadata: ["client": "\(client ?? FailureLimit.unknown)", "path": "\(request.path)"])
        return Refusal(
            status: 401, message: "invalid token", headers: ["www-authenticate": "Bearer error=\"invalid_token\""])
    }

    private static let tooMany = Refusal(
        status: 429, message: "too many invalid tokens; try again later",
        headers: ["retry-after": "\(FailureLimit.window.components.seconds)"])
}

extension ReloadEndpoint.Request {
    /// Why the request may come from elsewhere; `nil` if it comes from a program on this machine.
    ///
    /// A proxy on this machine forwards requests of strangers, and a browser sends requests of any page that it shows.
    fileprivate var foreignSign: String? {
        if !isFromLoopback { return "only local requests are allowed" }
        if let header = headers.keys.sorted().first(where: { $0 == "forwarded" || $0.hasPrefix("x-forwarded-") }) {
            return "forwarded requests are not allowed: '\(header)'"
        }
        if let origin = headers["origin"], !Self.isLoopback(authority: origin.drop { $0 != "/" }.drop { $0 == "/" }) {
            return "requests from pages of other origins are not allowed"
        }
        if let host = headers["host"], !Self.isLoopback(authority: host[...]) {
            return "the host must be a name of this machine, such as 'localhost'"
        }
        return nil
    }

    /// Whether `host` or `host:port` is a name of this machine, independently of name servers.
    private static func isLoopback(authority: Substring) -> Bool {
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        if authority.hasPrefix("[") { return authority == "[::1]" || authority.hasPrefix("[::1]:") }
        guard parts.count <= 2, let host = parts.first else { return false }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return host.lowercased() == "localhost"
            || numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}

/// Counts the wrong tokens of each client. The limit is ten in a minute.
private final class FailureLimit: Sendable {
    static let window = Duration.seconds(60)
    private static let limit = 10
    /// The number of clients with a count of their own. All others share one count.
    private static let clientLimit = 1000
    /// The key of the shared count.
    private static let others = "others"
    static let unknown = "unknown"

    private let watch: Stopwatch
    private let state = Mutex(State())

    private struct State {
        var start = Duration.zero
        var counts: [String: Int] = [:]
    }

    init(_ watch: Stopwatch) { self.watch = watch }

    /// Whether the client may try a token. A client without wrong tokens is never refused because of others.
    func allows(_ client: String) -> Bool {
        update { $0.counts[client, default: 0] < Self.limit }
    }

    /// - Returns: Whether it was within the limit.
    func record(_ client: String) -> Bool {
        update { state in
            let isKnown = state.counts[client] != nil || state.counts.count < Self.clientLimit
            state.counts[isKnown ? client : Self.others, default: 0] += 1
            return state.counts[isKnown ? client : Self.others, default: 0] <= Self.limit
        }
    }

    private func update<R: Sendable>(_ body: (inout sending State) -> R) -> R {
        let now = watch.elapsed
        return state.withLock { state in
            if now - state.start >= Self.window { state = State(start: now) }
            return body(&state)
        }
    }
}
