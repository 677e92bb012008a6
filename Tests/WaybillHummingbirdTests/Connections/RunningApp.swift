import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// A running server, and connections to it on which a test sees every byte.
enum RunningApp {
    static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }

    /// Runs an app while `body` runs, and passes its address.
    static func run(
        _ responder: some HTTPResponder<some InitializableFromSource<ApplicationRequestContextSource> & RequestContext>,
        server: HTTPServerBuilder = .http1(), at address: BindAddress = .hostname("127.0.0.1", port: 0),
        logger: Logger = silent, _ body: (SocketAddress) async throws -> Void
    ) async throws {
        let (addresses, listening) = AsyncStream<SocketAddress>.makeStream()
        let app = Application(
            responder: responder, server: server, configuration: ApplicationConfiguration(address: address),
            onServerRunning: { channel in
                if let address = channel.localAddress { listening.yield(address) }
            }, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.finish() }
                try await app.run()
            }
            for await address in addresses {
                try await body(address)
                break
            }
            group.cancelAll()
        }
    }

    /// Connects to a server while `body` runs, and then closes the connection.
    static func connect(
        to address: SocketAddress, _ body: (inout Connection) async throws -> Void
    ) async throws {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(to: address) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            var connection = Connection(parts: inbound.makeAsyncIterator(), outbound: outbound)
            try await body(&connection)
        }
    }

    struct Connection {
        fileprivate var parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        fileprivate let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
        /// The bytes that the server has sent and the test has not read.
        private var unread = ""

        fileprivate init(
            parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
            outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
        ) {
            self.parts = parts
            self.outbound = outbound
        }

        func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

        /// Reads up to the end of a text, or to the end of the connection if the text never comes.
        mutating func read(through text: String) async throws -> String {
            while true {
                if let end = unread.firstRange(of: text)?.upperBound {
                    defer { unread = String(unread[end...]) }
                    return String(unread[..<end])
                }
                guard let part = try await parts.next(isolation: #isolation) else { return unread }
                unread += String(buffer: part)
            }
        }

        /// One part of a chunked body.
        func sendChunk(_ text: String) async throws {
            try await send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
        }
    }
}
