import Hummingbird
import Testing
import WaybillHTTPTestSupport

@Suite("The HTTP client of the tests", .quietLogs, .timeLimit(.minutes(1)))
struct HTTPTestClientTests {
    private struct Broken: Error {}

    private func app() -> Application<RouterResponder<BasicRequestContext>> {
        let router = Hummingbird.Router()
        router.get("/closed") { _, _ -> Response in
            let message = #"{"error":{"message":"come back later"}}"#
            return Response(status: .forbidden, body: .init(byteBuffer: ByteBuffer(string: message)))
        }
        return Application(router: router)
    }

    @Test("An unexpected response reports where it was expected, and the actual response")
    func unexpected() async throws {
        try await app().test { client in
            let response = try await client.get("/closed")
            let error = #expect(throws: UnexpectedResponse.self) { try response.require(.ok) }
            let text = "\(error.map { "\($0)" } ?? "")"
            #expect(text.hasPrefix("WaybillHummingbirdTests/HTTPTestClientTests.swift:"))
            #expect(text.contains("expected 200, found 403: {") && text.contains("come back later"))
            #expect(throws: UnexpectedResponse.self) { try response.require(.forbidden, message: "come in") }
        }
    }

    @Test("A response that is late, and a server that is gone, are errors")
    func noResponse() async throws {
        let (responses, release) = AsyncStream<Void>.makeStream()
        let router = Hummingbird.Router()
        router.get("/slow") { _, _ in
            for await _ in responses {}
            return "slow"
        }
        let gone = try await Application(router: router).test { client in
            let impatient = HTTPTestClient(to: client.address, within: .milliseconds(1))
            await #expect(throws: NoResponse.late) { try await impatient.get("/slow") }
            release.finish()
            return client
        }
        await #expect(throws: (any Error).self) { try await gone.get("/slow") }
    }

    @Test("The error of an app that does not start is thrown")
    func brokenApp() async throws {
        var app = app()
        app.beforeServerStarts { throw Broken() }
        await #expect(throws: Broken.self) {
            try await app.test { client in try await client.get("/closed").require(.forbidden) }
        }
    }
}
