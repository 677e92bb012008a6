import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Upgrades as `hummingbird-websocket` does: it asks a responder first, and upgrades the connection if the answer is
/// 200; otherwise it closes it. After the upgrade it echoes the bytes.
struct UpgradingServer<Upgrades: HTTPResponder>: ServerChildChannel
where Upgrades.Context: InitializableFromSource<ApplicationRequestContextSource> {
    typealias Upgraded = NIOAsyncChannel<ByteBuffer, ByteBuffer>
    let upgrades: Upgrades

    struct Value: ServerChildChannelValue {
        let upgraded: EventLoopFuture<Upgraded>
        let channel: any Channel
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let upgraders = [Upgrader(upgrades: upgrades, logger: logger)]
            let configuration = NIOTypedHTTPServerUpgradeConfiguration<Upgraded>(upgraders: upgraders) { channel in
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(Refused())
            }
            let upgraded = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: configuration))
            return Value(upgraded: upgraded, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        guard let connection = try? await value.upgraded.get() else { return }
        try? await connection.executeThenClose { inbound, outbound in
            for try await part in inbound { try await outbound.write(part) }
        }
    }

    private struct Refused: Error {}

    private struct Upgrader: NIOTypedHTTPServerProtocolUpgrader {
        typealias UpgradeResult = Upgraded
        let upgrades: Upgrades
        let logger: Logger
        let supportedProtocol = "websocket"
        let requiredUpgradeHeaders: [String] = []

        func buildUpgradeResponse(
            channel: any Channel, upgradeRequest: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
        ) -> EventLoopFuture<HTTPHeaders> {
            channel.eventLoop.makeFutureWithTask {
                var head = HTTPRequest(
                    method: .get, scheme: "http", authority: upgradeRequest.headers["Host"].first,
                    path: upgradeRequest.uri)
                head.headerFields = HTTPFields(upgradeRequest.headers, splitCookie: false)
                let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
                let source = ApplicationRequestContextSource(channel: channel, logger: logger)
                let response = try await upgrades.respond(to: request, context: Upgrades.Context(source: source))
                guard response.status == .ok else { throw Refused() }
                return initialResponseHeaders
            }
        }

        func upgrade(channel: any Channel, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<Upgraded> {
            channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
        }
    }
}
