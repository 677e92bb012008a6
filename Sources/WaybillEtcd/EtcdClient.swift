#if Etcd
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    public import NIOSSL
    import Synchronization

    /// How a service or a command reaches etcd.
    public struct EtcdOptions: Sendable {
        /// Who it is, if etcd asks; `nil` for nobody.
        public var credentials: Credentials?
        /// The settings of TLS, for an address that begins with `etcds://`; `nil` for the authorities of the system.
        public var tls: TLSConfiguration?
        /// How long one member may take for one request before another one is asked.
        public var requestLimit: Duration = .seconds(2)

        /// A user of etcd with its password.
        public struct Credentials: Sendable {
            public var user: String
            public var password: String

            public init(user: String, password: String) {
                (self.user, self.password) = (user, password)
            }
        }

        public init() {}
    }

    /// Why etcd did not do what was asked.
    enum EtcdError: Error, Hashable, CustomStringConvertible {
        /// No member answered; the reason of each.
        case unreachable(String)
        /// etcd refused, with the code of gRPC.
        case refused(code: Int, String)
        /// The revision from which a watch begins is gone.
        case compacted
        /// The history is not the one that was followed: another cluster, or an earlier revision.
        case otherHistory(String)

        /// Whether a new token may help: it expired, or users were changed since.
        fileprivate var isAboutToken: Bool {
            guard case .refused(let code, let words) = self else { return false }
            return code == 16 || words.contains("revision of auth store is old")
        }

        var description: String {
            switch self {
            case .unreachable(let reasons): "no member of etcd answers (\(reasons))"
            case .refused(8, let words) where words.contains("space exceeded"):
                """
                etcd is full (\(words)): delete keys that nobody needs, and then use 'etcdctl compaction', 'etcdctl defrag' and \
                'etcdctl alarm disarm'
                """
            case .refused(_, let words): "etcd refuses: \(words)"
            case .compacted: "etcd has compacted the revisions that were not read yet"
            case .otherHistory(let words): words
            }
        }
    }

    /// A client of etcd 3 over the JSON gateway of its members. It asks the member that answered last, then the others.
    final class EtcdClient: Sendable {
        let address: EtcdAddress
        private let options: EtcdOptions
        private let http: HTTPClient
        private let state = Mutex(State())

        private struct State {
            /// The index of the member that is asked first.
            var member = 0
            var token: String?
            var tokenEnd = ContinuousClock.now
            /// How long the next login may take, by member; as long as any request unless it is here.
            var loginLimits: [String: Duration] = [:]
        }

        init(_ address: EtcdAddress, _ options: EtcdOptions) {
            self.address = address
            self.options = options
            var configuration = HTTPClient.Configuration()
            configuration.tlsConfiguration = options.tls
            configuration.timeout.connect = .milliseconds(900)
            configuration.redirectConfiguration = .disallow
            // A watch has a connection of its own, so no large answer delays it.
            configuration.httpVersion = .http1Only
            // A member that is gone is not asked again and again in one request: the next one may answer.
            configuration.connectionPool.retryConnectionEstablishment = false
            configuration.http1_1ConnectionDebugInitializer = Self.noticeSilence
            http = HTTPClient(eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
        }

        /// Lets the system end a connection after about three seconds without a sign of its other end. A watch is
        /// silent for hours, so nothing else tells when a network loses its packets: then the watch would be waited
        /// for, and a set that was pushed meanwhile would come as late as the other end sends it again. It costs etcd
        /// no request.
        private static let noticeSilence: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in
            #if canImport(Darwin)
                let idle = TCP_KEEPALIVE
            #else
                let idle = TCP_KEEPIDLE
            #endif
            let numbers = [(idle, 1), (TCP_KEEPINTVL, 1), (TCP_KEEPCNT, 2)] as [(CInt, Int)]
            let set = channel.setOption(.socketOption(.so_keepalive), value: 1)
            return numbers.reduce(set) { done, number in
                done.flatMap { channel.setOption(.tcpOption(.init(rawValue: number.0)), value: number.1) }
            }
        }

        deinit {
            // Connections end after their last use, without anybody who waits for it.
            _ = http.shutdown()
        }

        // MARK: Requests

        /// Sends a request to one member after the other until one answers.
        ///
        /// - Throws: ``EtcdError`` if no member answers, or if one refuses.
        func call<Answer: Decodable & Sendable>(
            _ method: String, _ body: some Encodable & Sendable, as type: Answer.Type = Answer.self
        ) async throws -> Answer {
            let bytes = try JSONEncoder().encode(body)
            return try await onSomeMember { endpoint in
                try await self.authenticated(at: endpoint) { token in
                    try await withLimit(self.options.requestLimit) {
                        let response = try await self.send(method, bytes, to: endpoint, token)
                        let data = try await response.body.collect(upTo: Self.answerLimit)
                        return try Self.decode(Array(buffer: data), response.status)
                    }
                }
            }
        }

        /// Passes each message about a key from a revision on, until the stream ends or `body` throws. The first one
        /// says that the watch was created.
        func watch(
            _ key: String, from revision: Int64, _ body: @Sendable (EtcdWatchMessage) async throws -> Void
        ) async throws {
            let create = EtcdWatchRequest.Create(key: Data(key.utf8), startRevision: Int64Text(revision))
            let bytes = try JSONEncoder().encode(EtcdWatchRequest(createRequest: create))
            let response = try await onSomeMember { endpoint in
                try await self.authenticated(at: endpoint) { token in
                    let response = try await withLimit(self.options.requestLimit) {
                        try await self.send("watch", bytes, to: endpoint, token)
                    }
                    guard response.status == .ok else {
                        let data = try await response.body.collect(upTo: Self.answerLimit)
                        throw Self.problem(Array(buffer: data), response.status)
                    }
                    return response
                }
            }
            var lines = JSONLines(limit: Self.answerLimit)
            for try await buffer in response.body {
                for line in try lines.add(buffer.readableBytesView) {
                    try await body(Self.message(line))
                }
            }
            throw EtcdError.unreachable("the watch has ended")
        }

        private static func message(_ line: [UInt8]) throws -> EtcdWatchMessage {
            let element = try decode(line, .ok, as: EtcdStreamed<EtcdWatchMessage>.self)
            if let error = element.error {
                throw EtcdError.refused(code: error.code ?? error.grpcCode ?? 2, error.message ?? "a watch failed")
            }
            guard let message = element.result else { throw EtcdError.unreachable("a watch sent nothing") }
            guard message.compactRevision == nil else { throw EtcdError.compacted }
            guard message.canceled != true else {
                throw EtcdError.unreachable("the watch was canceled: \(message.cancelReason ?? "no reason")")
            }
            return message
        }

        // MARK: Members

        /// The largest answer: a piece of a set in Base64, or many reports of instances.
        private static let answerLimit = 16 << 20

        private func onSomeMember<R: Sendable>(_ body: (String) async throws -> R) async throws -> R {
            let first = state.withLock(\.member)
            var reasons: [String] = []
            for offset in address.endpoints.indices {
                let member = (first + offset) % address.endpoints.count
                do {
                    let result = try await body(address.endpoints[member])
                    state.withLock { $0.member = member }
                    return result
                } catch let error as EtcdError {
                    guard case .unreachable(let reason) = error else { throw error }
                    reasons.append("\(address.endpoints[member]): \(reason)")
                } catch {
                    if Task.isCancelled { throw error }
                    reasons.append("\(address.endpoints[member]): \(Self.words(error))")
                }
            }
            throw EtcdError.unreachable(reasons.joined(separator: "; "))
        }

        /// Asks another member the next time, because this one may be slow or cut off from the others.
        func leaveMember() { state.withLock { $0.member = ($0.member + 1) % address.endpoints.count } }

        private func send(
            _ method: String, _ body: Data, to endpoint: String, _ token: String?
        ) async throws -> HTTPClientResponse {
            var request = HTTPClientRequest(url: "\(endpoint)/v3/\(method)")
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            // Without it, a member in a minority keeps a watch open that never reports anything.
            request.headers.add(name: "Grpc-Metadata-hasleader", value: "true")
            if let token { request.headers.add(name: "Authorization", value: token) }
            request.body = .bytes(ByteBuffer(bytes: body))
            return try await http.execute(request, deadline: .distantFuture)
        }

        // MARK: Tokens

        /// Calls `body` with a token, and once more with a new one if etcd does not know the first any more.
        private func authenticated<R: Sendable>(
            at endpoint: String, _ body: (String?) async throws -> R
        ) async throws -> R {
            guard let credentials = options.credentials else { return try await body(nil) }
            let known = state.withLock { $0.token != nil && $0.tokenEnd > .now ? $0.token : nil }
            if let known {
                do { return try await body(known) } catch let error as EtcdError where error.isAboutToken {
                    state.withLock { $0.token = nil }
                }
            }
            return try await body(try await token(for: credentials, at: endpoint))
        }

        private func token(for credentials: EtcdOptions.Credentials, at endpoint: String) async throws -> String {
            let body = try JSONEncoder().encode(["name": credentials.user, "password": credentials.password])
            let token = try await patiently(endpoint) { limit in
                try await withLimit(limit) {
                    struct Answer: Decodable { var token: String }
                    let response = try await self.send("auth/authenticate", body, to: endpoint, nil)
                    let data = try await response.body.collect(upTo: Self.answerLimit)
                    return try Self.decode(Array(buffer: data), response.status, as: Answer.self).token
                }
            }
            // etcd's tokens last five minutes. Instances that started together renew at different times.
            let life = Duration.seconds(Int.random(in: 180...240))
            state.withLock { ($0.token, $0.tokenEnd) = (token, .now + life) }
            return token
        }

        /// Gives each login twice the time of the one before at a member that gave no answer, and waits for a random
        /// part of it first.
        ///
        /// A login costs etcd about a twentieth of a second of one core, and it finishes also those that nobody waits
        /// for any more. If it forgets all tokens, as when it starts again, a fleet that always waited equally long
        /// would ask faster than it can answer, forever.
        private func patiently(_ endpoint: String, _ login: (Duration) async throws -> String) async throws -> String {
            let known = state.withLock { $0.loginLimits[endpoint] }
            if let known { try await Task.sleep(for: known * Double.random(in: 0...1)) }
            let limit = known ?? options.requestLimit
            do {
                let token = try await login(limit)
                state.withLock { $0.loginLimits[endpoint] = nil }
                return token
            } catch let error as LimitExceeded {
                state.withLock { $0.loginLimits[endpoint] = min(.seconds(120), limit * 2) }
                throw error
            }
        }

        // MARK: Answers

        private static func decode<Answer: Decodable>(
            _ bytes: [UInt8], _ status: HTTPResponseStatus, as type: Answer.Type = Answer.self
        ) throws -> Answer {
            guard status == .ok else { throw problem(bytes, status) }
            do { return try decoder.decode(Answer.self, from: Data(bytes)) } catch {
                throw EtcdError.unreachable("its answer is not that of etcd's JSON gateway")
            }
        }

        /// The gateway takes names in both forms, and writes them as `mod_revision`.
        private static var decoder: JSONDecoder {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }

        private static func problem(_ bytes: [UInt8], _ status: HTTPResponseStatus) -> EtcdError {
            guard let answer = try? decoder.decode(EtcdErrorAnswer.self, from: Data(bytes)),
                let words = answer.message, let code = answer.code ?? answer.grpcCode
            else { return .unreachable("status \(status.code), not from etcd's JSON gateway") }
            // 4 deadline exceeded, 14 unavailable: another member may do better. A member without its leader says it with these.
            return [4, 14].contains(code) ? .unreachable(words) : .refused(code: code, words)
        }

        private static func words(_ error: any Error) -> String {
            switch error {
            case is LimitExceeded: "no answer in time"
            case let error as HTTPClientError: error.shortDescription
            default: "\(error)"
            }
        }
    }

    struct LimitExceeded: Error {}

    /// Runs `body`, and cancels it after a time.
    func withLimit<R: Sendable>(_ limit: Duration, _ body: @escaping @Sendable () async throws -> R) async throws -> R {
        try await withThrowingTaskGroup(of: R.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw LimitExceeded()
            }
            guard let result = try await group.next() else { throw LimitExceeded() }
            return result
        }
    }

    /// Finds the lines of a stream, however it is cut.
    struct JSONLines {
        private var rest: [UInt8] = []
        private let limit: Int

        init(limit: Int) { self.limit = limit }

        /// - Returns: The lines that are complete now.
        /// - Throws: ``EtcdError`` if a line is too long, as that of a server that is not etcd may be.
        mutating func add(_ bytes: some Sequence<UInt8>) throws -> [[UInt8]] {
            rest += bytes
            let parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
            rest = parts.last ?? []
            guard rest.count <= limit else { throw EtcdError.unreachable("a message has more than \(limit) bytes") }
            return parts.dropLast().filter { !$0.isEmpty }
        }
    }
#endif
