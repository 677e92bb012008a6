package import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

extension ApplicationProtocol {
    /// Runs the app and its services on a free port of 127.0.0.1 while `body` runs, and then ends them gracefully.
    ///
    /// - Throws: The error that ended the app, if one did; otherwise what `body` throws.
    @discardableResult
    package func test<Value: Sendable>(_ body: (HTTPTestClient) async throws -> Value) async throws -> Value {
        let (addresses, listening) = AsyncStream<SocketAddress>.makeStream()
        var configuration = ServiceGroupConfiguration(
            services: [ListeningApplication(base: self, listening: listening)], logger: logger)
        // Only ends a test that fails: a request that never ends would keep the app from ending.
        configuration.maximumGracefulShutdownDuration = .seconds(20)
        let services = ServiceGroup(configuration: configuration)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.finish() }
                try await services.run()
            }
            var result: Result<Value, any Error> = .failure(NoResponse.closed)
            for await address in addresses {
                do {
                    result = .success(try await body(HTTPTestClient(to: address)))
                } catch {
                    result = .failure(error)
                }
                break
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            return try result.get()
        }
    }
}

/// An application that listens on a free port, and reports its address.
private struct ListeningApplication<Base: ApplicationProtocol>: ApplicationProtocol {
    let base: Base
    let listening: AsyncStream<SocketAddress>.Continuation

    var responder: Base.Responder { get async throws { try await base.responder } }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration {
        base.configuration.with(address: .hostname("127.0.0.1", port: 0))
    }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    // Without @concurrent it would be another type, and the protocol's default would be used.
    var processesRunBeforeServerStart: [@concurrent @Sendable () async throws -> Void] {
        base.processesRunBeforeServerStart
    }

    @Sendable func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
        if let address = channel.localAddress { listening.yield(address) }
    }
}
