import Foundation
import Hummingbird
import Synchronization
import Waybill
import WaybillHummingbird

// What Interceptors.md shows, compiled: each part between two marks is in the article, word for word.

enum InterceptorExamples {
    static func registry(second: @escaping @Sendable () -> Int) -> Registry {
        // BEGIN counter
        final class RequestCounter: Sendable {
            private let counts = Mutex<(minute: Int, requests: [String: Int])>((0, [:]))

            /// The seconds that a client has to wait; `nil` if this request is within the limit.
            func wait(of client: String, limit: Int, at second: Int) -> Int? {
                counts.withLock { counts in
                    if counts.minute != second / 60 { counts = (second / 60, [:]) }
                    counts.requests[client, default: 0] += 1
                    return counts.requests[client, default: 0] > limit ? 60 - second % 60 : nil
                }
            }
        }
        // END counter
        // BEGIN sessions
        struct Session: Sendable {
            let id: String
        }

        final class Sessions: Sendable {
            private let sessions = Mutex<[String: Session]>([:])

            func session(_ id: String?) -> Session? { sessions.withLock { sessions in id.flatMap { sessions[$0] } } }

            func begin() -> Session {
                let session = Session(id: UUID().uuidString)
                sessions.withLock { $0[session.id] = session }
                return session
            }
        }
        // END sessions
        var registry = Registry()
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
        // BEGIN limit
        struct Limit: Decodable { var perMinute: Int }
        let counter = RequestCounter()
        registry.interceptor("rateLimit", configuration: Limit.self) { request, next, limit in
            let client = try request.http.headers[.authorization] ?? "anonymous"
            guard let seconds = counter.wait(of: client, limit: limit.perMinute, at: second()) else {
                return try await next(request)
            }
            throw HTTPError(.tooManyRequests, headers: [.retryAfter: "\(seconds)"], message: "too many requests")
        }
        // END limit
        // BEGIN session
        let sessions = Sessions()
        registry.interceptor("session") { request, next in
            let known = sessions.session(try request.http.request.cookies["session"]?.value)
            let session = known ?? sessions.begin()
            var request = request
            request[Session.self] = session
            return try await next.response(to: request) { response in
                guard known == nil else { return }
                response.setCookie(
                    Cookie(name: "session", value: session.id, path: "/", secure: true, httpOnly: true, sameSite: .lax))
            }
        }
        // END session
        registry.handler("whoami") { $0[Session.self]?.id ?? "nobody" }
        return registry
    }
}
