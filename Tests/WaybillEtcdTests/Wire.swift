#if Etcd
    import NIOCore
    import NIOPosix
    import Synchronization

    /// A wire between an instance and a member of etcd, with faults.
    final class Wire: Sendable {
        enum State: CaseIterable {
            case whole
            /// All connections end, and new ones end at once.
            case cut
            /// Connections stand, and nothing arrives until the wire is whole again.
            case silent
            /// What is sent arrives after 200 milliseconds.
            case slow
            /// Another server answers, with a page.
            case html
        }

        private let state: Mutex<(now: State, port: Int, ends: [ObjectIdentifier: any Channel])>
        private let server: any Channel

        /// - Parameter port: Where the member listens.
        init(to port: Int) async throws {
            state = Mutex((.whole, port, [:]))
            let reference = WeakWire()
            server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        guard let wire = reference.wire.withLock({ $0.value }) else { throw ChannelError.alreadyClosed }
                        try channel.pipeline.syncOperations.addHandler(WireEnd(wire, to: wire.target))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            reference.wire.withLock { $0.value = self }
        }

        deinit { server.close(promise: nil) }

        var port: Int { server.localAddress?.port ?? 0 }

        func become(_ next: State) {
            let ends = state.withLock { state in
                state.now = next
                return Array(state.ends.values)
            }
            for end in ends {
                if next == .cut || next == .html {
                    end.close(promise: nil)
                } else {
                    end.pipeline.fireUserInboundEventTriggered(WireEnd.Changed())
                }
            }
        }

        /// Ends all connections; new ones are to another member.
        func lead(to port: Int) {
            let ends = state.withLock { state in
                state.port = port
                return Array(state.ends.values)
            }
            for end in ends { end.close(promise: nil) }
        }

        fileprivate var target: Int { state.withLock(\.port) }
        fileprivate var now: State { state.withLock(\.now) }
        fileprivate func add(_ end: any Channel) { state.withLock { $0.ends[ObjectIdentifier(end)] = end } }
        fileprivate func remove(_ end: any Channel) { state.withLock { $0.ends[ObjectIdentifier(end)] = nil } }
    }

    /// A wire that its own server must not keep alive.
    private final class WeakWire: Sendable {
        struct Reference { weak var value: Wire? }

        let wire = Mutex(Reference())
    }

    /// One end of a connection over a wire.
    private final class WireEnd: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        struct Changed: Sendable {}

        private let wire: Wire
        /// The port to which the other end is still to be connected.
        private let port: Int?
        private var other: (any Channel)?
        private var waiting: [ByteBuffer] = []
        private var isScheduled = false

        init(_ wire: Wire, to port: Int) { (self.wire, self.port) = (wire, port) }

        init(_ wire: Wire, other: any Channel) { (self.wire, self.other, port) = (wire, other, nil) }

        func channelActive(context: ChannelHandlerContext) {
            wire.add(context.channel)
            guard let port else { return }
            switch wire.now {
            case .cut: context.close(promise: nil)
            case .html: break
            case .whole, .silent, .slow: connect(to: port, context)
            }
        }

        private func connect(to port: Int, _ context: ChannelHandlerContext) {
            let (loop, accepted) = (context.eventLoop, context.channel)
            ClientBootstrap(group: loop).channelInitializer { [wire] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(WireEnd(wire, other: accepted))
                }
            }
            .connect(host: "127.0.0.1", port: port).assumeIsolated().whenComplete { result in
                guard case .success(let channel) = result else { return accepted.close(promise: nil) }
                self.other = channel
                self.pump(loop)
            }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard wire.now != .html else { return answerPage(context) }
            waiting.append(unwrapInboundIn(data))
            pump(context.eventLoop)
        }

        private func answerPage(_ context: ChannelHandlerContext) {
            let page = "<html><body>It works!</body></html>"
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n"
            context.writeAndFlush(
                wrapOutboundOut(ByteBuffer(string: "\(head)Connection: close\r\n\r\n\(page)")), promise: nil)
        }

        /// Passes on what waits, if the wire lets it.
        private func pump(_ loop: any EventLoop) {
            switch wire.now {
            case .whole: flush()
            case .slow:
                guard !isScheduled else { return }
                isScheduled = true
                loop.assumeIsolated().scheduleTask(in: .milliseconds(200)) {
                    self.isScheduled = false
                    self.flush()
                }
            case .cut, .silent, .html: break
            }
        }

        private func flush() {
            guard let other, wire.now != .silent else { return }
            for buffer in waiting { other.writeAndFlush(buffer, promise: nil) }
            waiting = []
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is Changed { pump(context.eventLoop) } else { context.fireUserInboundEventTriggered(event) }
        }

        func channelInactive(context: ChannelHandlerContext) {
            wire.remove(context.channel)
            other?.close(promise: nil)
        }
    }
#endif
