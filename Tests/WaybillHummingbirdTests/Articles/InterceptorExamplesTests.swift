import Hummingbird
import Synchronization
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillManifest
import WaybillRules
import WaybillTestSupport

@Suite("Interceptors.md")
struct InterceptorExamplesTests {
    private static let article = "Sources/WaybillHummingbird/WaybillHummingbird.docc/Interceptors.md"

    @Test("Its Swift is the code that this test compiles, word for word, and each interceptor is short")
    func swift() throws {
        let parts = try Article.parts(of: "Tests/WaybillHummingbirdTests/Articles/InterceptorExamples.swift")
        let shown = try Article(Self.article).blocks.filter { $0.language == "swift" }
        #expect(Set(parts.map(\.code)) == Set(shown.map(\.code)))
        for part in parts { #expect(part.code.split(separator: "\n").count <= 14, "\(part.name)") }
    }

    /// The clock of the examples.
    private final class Now: Sendable {
        let second = Atomic(120 + 45)
    }

    private func ask(
        _ uri: String, _ headers: HTTPFields = [:], by method: HTTPRequest.Method = .get,
        of client: HTTPTestClient
    ) async throws -> HTTPTestResponse { try await client.execute(uri: uri, method: method, headers: headers) }

    private func test(
        _ now: Now = Now(), _ body: (HTTPTestClient) async throws -> Void
    ) async throws {
        let manifest = try #require(try Article(Self.article).blocks.first { $0.language == "yaml" }?.code)
        let compilation = Compilation.compile(text: manifest)
        #expect(compilation.diagnostics.isEmpty)
        let registry = InterceptorExamples.registry {
            now.second.load(ordering: .relaxed)
        } findUser: {
            ["a-token": .init(name: "ann"), "b-token": .init(name: "bob")][$0]
        }
        let router = try Waybill.Router(compilation: compilation, registry: registry)
        try await Application(responder: try WaybillResponder(router: router)).test(body)
    }

    @Test("Its interceptors add headers, and answer 304")
    func pages() async throws {
        try await test { client in
            let page = try await ask("/pages/1", of: client)
            #expect(page.headers[.xContentTypeOptions] == "nosniff" && page.headers[.eTag] == "\"7\"")
            let unchanged = try await ask("/pages/1", [.ifNoneMatch: "\"6\", \"7\""], of: client)
            #expect(unchanged.status == .notModified && unchanged.body.readableBytes == 0)
            #expect(unchanged.headers[.xContentTypeOptions] == "nosniff")
            #expect(try await ask("/pages/1", [.ifNoneMatch: "\"6\""], of: client).status == .ok)
        }
    }

    @Test("Its limit counts users, whatever else a client sends, and begins again each minute")
    func limit() async throws {
        let now = Now()
        let (ann, bob): (HTTPFields, HTTPFields) = (
            [.authorization: "Bearer a-token"], [.authorization: "Bearer b-token"]
        )
        try await test(now) { client in
            for _ in 0..<2 { #expect(try await ask("/search", ann, of: client).status == .ok) }
            let limited = try await ask("/search", ann, of: client)
            #expect(limited.status == .tooManyRequests && limited.headers[.retryAfter] == "15")
            #expect(try await ask("/search", bob, of: client).status == .ok)
            for stranger: HTTPFields in [[:], [.authorization: "Bearer 1"], [.authorization: "Basic a-token"]] {
                #expect(try await ask("/search", stranger, of: client).status == .unauthorized)
            }
            now.second.add(15, ordering: .relaxed)
            #expect(try await ask("/search", ann, of: client).status == .ok)
        }
    }

    @Test("Its counter stores a limited number of clients, and serves those that it has counted")
    func countedClients() {
        let counter = InterceptorExamples.RequestCounter()
        for client in 0..<10_000 { #expect(counter.wait(of: "\(client)", limit: 2, at: 0) == nil) }
        #expect(counter.wait(of: "one more", limit: 2, at: 0) == 60)
        #expect(counter.wait(of: "7", limit: 2, at: 0) == nil)
        #expect(counter.wait(of: "one more", limit: 2, at: 60) == nil)
    }

    @Test("Its session begins with a user, is separate for each, and ends after an hour")
    func session() async throws {
        let now = Now()
        let token: HTTPFields = [.authorization: "Bearer a-token"]
        try await test(now) { client in
            @Sendable func cookie() async throws -> String {
                let answer = try await ask("/session", token, by: .post, of: client)
                let cookie = try #require(answer.headers[.setCookie])
                #expect(answer.status == .noContent && cookie.contains("HttpOnly") && cookie.contains("Max-Age=3600"))
                return String(try #require(cookie.split(separator: ";").first))
            }
            let (first, second) = (try await cookie(), try await cookie())
            #expect(String(buffer: try await ask("/whoami", [.cookie: second], of: client).body) == "ann")
            for other: HTTPFields in [[:], [.cookie: "session=made-up"], [.cookie: first]] {
                let answer = try await ask("/whoami", other, of: client)
                #expect(answer.status == .unauthorized && answer.headers[.setCookie] == nil)
            }
            now.second.add(3600, ordering: .relaxed)
            #expect(try await ask("/whoami", [.cookie: second], of: client).status == .unauthorized)
        }
    }
}
