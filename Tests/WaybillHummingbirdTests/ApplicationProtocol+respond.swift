import Hummingbird
import NIOCore
import NIOEmbedded

extension ApplicationProtocol {
    /// The response to a `GET` request with this target, without a connection: a server changes or rejects some targets before its
    /// app sees them.
    func respond(to target: String) async throws -> Response {
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: target),
            body: .init(buffer: ByteBuffer()))
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: logger)
        return try await responder.respond(to: request, context: Context(source: source))
    }
}
