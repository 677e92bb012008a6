import Foundation
import Hummingbird
import Synchronization
import Waybill
import WaybillHummingbird

// The code of Interceptors.md, compiled: each part between two marks is in the article, word for word.

enum InterceptorExamples {
    // BEGIN user
    struct User: Sendable {
        let name: String
    }
    // END user
    // BEGIN counter
    final class RequestCounter: Sendable {
        private let counts = Mutex<(minute: Int, requests: [String: Int])>((0, [:]))

        /// The seconds that a client has to wait; `nil` if this request is within the limit.
        func wait(of client: String, limit: Int, at second: Int) -> Int? {
            counts.withLock { counts in
                if counts.minute != second / 60 { counts = (second / 60, [:]) }
                let count = counts.requests[client, default: 0]
                guard count < limit, count > 0 || counts.requests.count < 10_000 else { return 60 - second % 60 }
                counts.requests[client] = count + 1
                return nil
            }
        }
    }
    // END counter
    // BEGIN sessions
    final class Sessions: Sendable {
        private let sessions = Mutex<[String: (user: User, end: Int)]>([:])

        func user(of id: String, at second: Int) -> User? {
            sessions.withLock { $0[id].flatMap { $0.end > second ? $0.user : nil } }
        }

        /// Replaces the user's last session, so that there are never more sessions than users.
        func begin(_ id: String, for user: User, until end: Int) {
            sessions.withLock { sessions in
                sessions = sessions.filter { $0.value.user.name != user.name }
                sessions[id] = (user, end)
            }
        }
    }
    // END sessions

    static func registry(
        second: @escaping @Sendable () -> Int, findUser: @escaping @Sendable (String) async throws -> User?
    ) -> Registry {
        var registry = Registry()
        registerPages(in: &registry)
        registerUsers(in: &registry, findUser)
        registerLimit(in: &registry, second)
        registerSessions(in: &registry, second)
        return registry
    }

    private static func registerPages(in registry: inout Registry) {
        // BEGIN headers
        registry.interceptor("securityHeaders") { request, next in
            try await next.response(to: request) { response in
                response.headers[.xContentTypeOptions] = "nosniff"
                response.headers[.strictTransportSecurity] = "max-age=31536000"
                response.headers[.contentSecurityPolicy] = "default-src 'self'"
            }
        }
        // END headers
        // BEGIN page
        registry.handler("page") { request in
            Response(
                status: .ok, headers: [.eTag: "\"7\""],
                body: .init(byteBuffer: ByteBuffer(string: "the seventh edition")))
        }
        // END page
        // BEGIN cache
        registry.interceptor("cache") { request, next in
            let known = try request.http.headers[.ifNoneMatch]
            return try await next.response(to: request) { response in
                response.headers[.cacheControl] = "no-cache"
                guard response.status == .ok, let tag = response.headers[.eTag], known?.contains(tag) == true else {
                    return
                }
                response = Response(status: .notModified, headers: [.eTag: tag, .cacheControl: "no-cache"])
            }
        }
        // END cache
    }

    private static func registerUsers(
        in registry: inout Registry, _ findUser: @escaping @Sendable (String) async throws -> User?
    ) {
        // BEGIN token
        registry.interceptor("token") { request, next in
            let field = try request.http.headers[.authorization] ?? ""
            guard field.hasPrefix("Bearer "), let user = try await findUser(String(field.dropFirst(7))) else {
                throw HTTPError(.unauthorized, headers: [.wwwAuthenticate: "Bearer"], message: "sign in first")
            }
            var request = request
            request[User.self] = user
            return try await next(request)
        }
        // END token
        registry.handler("whoami") { $0[User.self]?.name ?? "nobody" }
    }

    private static func registerLimit(in registry: inout Registry, _ second: @escaping @Sendable () -> Int) {
        // BEGIN limit
        struct Limit: Decodable { var perMinute: Int }
        let counter = RequestCounter()
        registry.interceptor("rateLimit", configuration: Limit.self) { request, next, limit in
            guard let user = request[User.self] else { throw HTTPError(.unauthorized) }
            guard let seconds = counter.wait(of: user.name, limit: limit.perMinute, at: second()) else {
                return try await next(request)
            }
            throw HTTPError(.tooManyRequests, headers: [.retryAfter: "\(seconds)"], message: "too many requests")
        }
        // END limit
    }

    private static func registerSessions(in registry: inout Registry, _ second: @escaping @Sendable () -> Int) {
        // BEGIN signIn
        let sessions = Sessions()
        registry.handler("signIn") { request in
            guard let user = request[User.self] else { throw HTTPError(.unauthorized) }
            let (id, hour) = (UUID().uuidString, 3600)
            sessions.begin(id, for: user, until: second() + hour)
            var response = Response(status: .noContent)
            response.setCookie(
                Cookie(
                    name: "session", value: id, maxAge: hour, path: "/", secure: true, httpOnly: true, sameSite: .lax))
            return response
        }
        // END signIn
        // BEGIN session
        registry.interceptor("session") { request, next in
            let id = try request.http.request.cookies["session"]?.value
            guard let user = id.flatMap({ sessions.user(of: $0, at: second()) }) else {
                throw HTTPError(.unauthorized, message: "sign in first")
            }
            var request = request
            request[User.self] = user
            return try await next(request)
        }
        // END session
    }
}
