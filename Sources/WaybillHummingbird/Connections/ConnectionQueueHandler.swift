import Hummingbird
import NIOCore
import NIOHTTP1

/// Lets a connection above the limit wait before its first request. Only a probe is answered at once.
final class ConnectionQueueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Stage {
        case admitted
        /// Nothing has arrived.
        case waiting
        /// The beginning of a request has arrived, and no more is read.
        case holding([HTTPServerRequestPart], wantsMore: Bool)
        /// The first request is a probe; the connection ends with its response.
        case probing
        case refused
    }

    private let queue: ConnectionQueue
    private let probes: Set<String>
    private var stage = Stage.admitted
    private var id: Int?

    init(_ queue: ConnectionQueue, probes: Set<String>) {
        self.queue = queue
        self.probes = probes
    }

    // MARK: Begin and end

    func handlerAdded(context: ChannelHandlerContext) {
        let loop = context.eventLoop
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: loop)
        let entry = queue.enter(
            .init(
                admit: { loop.execute { bound.value.handler.admit(bound.value.context) } },
                refuse: { loop.execute { bound.value.handler.refuse(bound.value.context) } }))
        id = entry.id
        if entry.waits { stage = .waiting }
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    private func leave() {
        if let id { queue.leave(id) }
        id = nil
        stage = .refused
    }

    // MARK: The request

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (stage, unwrapInboundIn(data)) {
        case (.admitted, _), (.probing, .body), (.probing, .end): context.fireChannelRead(data)
        case (.waiting, .head(var head)) where probes.contains(head.pathWithoutQuery):
            stage = .probing
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case (.waiting, let part): stage = .holding([part], wantsMore: false)
        case (.holding(let parts, let wantsMore), let part): stage = .holding(parts + [part], wantsMore: wantsMore)
        case (.probing, .head), (.refused, _): break
        }
    }

    func read(context: ChannelHandlerContext) {
        guard case .holding(let parts, _) = stage else { return context.read() }
        stage = .holding(parts, wantsMore: true)
    }

    /// A server that ends takes no new connections, so those that wait have their turn.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { admit(context) }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .probing = stage, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    private func admit(_ context: ChannelHandlerContext) {
        switch stage {
        case .admitted, .probing, .refused: break
        case .waiting: stage = .admitted
        case .holding(let parts, let wantsMore):
            stage = .admitted
            for part in parts { context.fireChannelRead(wrapInboundOut(part)) }
            context.fireChannelReadComplete()
            if wantsMore { context.read() }
        }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        switch stage {
        case .admitted, .probing, .refused: return
        case .waiting, .holding: stage = .refused
        }
        let error = HTTPError(.serviceUnavailable, headers: [.retryAfter: "1"], message: "too many connections")
        for part in error.lastResponse { context.write(wrapOutboundOut(part), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }
}

extension HTTPRequestHead {
    fileprivate var pathWithoutQuery: String { String(uri.prefix { $0 != "?" }) }
}
