import Hummingbird
import HummingbirdTesting
import Testing
import Waybill
import WaybillHummingbird
import WaybillManifest

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

    private func ask(
        _ uri: String, _ headers: HTTPFields = [:], of client: some TestClientProtocol
    ) async throws -> TestResponse { try await client.execute(uri: uri, method: .get, headers: headers) }

    @Test("Its interceptors add headers, answer 304, limit requests and keep a session")
    func examples() async throws {
        let manifest = try #require(try Article(Self.article).blocks.first { $0.language == "yaml" }?.code)
        let compilation = Compilation.compile(text: manifest)
        #expect(compilation.diagnostics.isEmpty)
        let router = try Waybill.Router(
            compilation: compilation, registry: InterceptorExamples.registry { 120 + 45 })
        let app = Application(responder: try WaybillResponder(router: router))
        try await app.test(.router) { client in
            let page = try await ask("/pages/1", of: client)
            #expect(page.headers[.xContentTypeOptions] == "nosniff" && page.headers[.eTag] == "\"7\"")
            let unchanged = try await ask("/pages/1", [.ifNoneMatch: "\"6\", \"7\""], of: client)
            #expect(unchanged.status == .notModified && unchanged.body.readableBytes == 0)
            #expect(unchanged.headers[.xContentTypeOptions] == "nosniff")
            #expect(try await ask("/pages/1", [.ifNoneMatch: "\"6\""], of: client).status == .ok)

            for _ in 0..<2 { #expect(try await ask("/search", of: client).status == .ok) }
            let limited = try await ask("/search", of: client)
            #expect(limited.status == .tooManyRequests && limited.headers[.retryAfter] == "15")
            #expect(try await ask("/search", [.authorization: "Bearer ann"], of: client).status == .ok)

            let first = try await ask("/whoami", of: client)
            let cookie = try #require(first.headers[.setCookie])
            #expect(cookie.hasPrefix("session=\(String(buffer: first.body));") && cookie.contains("HttpOnly"))
            let sent = String(try #require(cookie.split(separator: ";").first))
            let second = try await ask("/whoami", [.cookie: sent], of: client)
            #expect(second.body == first.body && second.headers[.setCookie] == nil)
            #expect(try await ask("/whoami", [.cookie: "session=made-up"], of: client).body != first.body)
        }
    }
}
