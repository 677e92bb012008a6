import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import SystemPackage
import Waybill

/// Several applications as one service. It ends when the group shuts down, or when one of them fails.
struct Listeners: Service {
    let applications: [any ApplicationProtocol]
    /// How long an application may take to end if another one has failed.
    let limit: Duration
    let logger: Logger
    /// Called when all applications listen.
    let onListening: @Sendable () -> Void

    func run() async throws {
        var running: [RunningApplication] = []
        let failure: (any Error)?
        do {
            for application in applications.reversed() where !Task.isShuttingDownGracefully {
                running.append(try await RunningApplication.start(application, logger))
            }
            if running.count == applications.count { onListening() }
            try await end(of: running)
            failure = nil
        } catch {
            failure = error
        }
        await withDiscardingTaskGroup { group in
            for application in running { group.addTask { await application.stop(within: limit) } }
        }
        if let failure { throw failure }
    }

    /// Waits for a shutdown, or for the first application that ends by itself.
    private func end(of running: [RunningApplication]) async throws {
        let end = Settlement<Void>()
        for application in running { Task { end.settle(await application.task.result) } }
        try await withTaskCancellationOrGracefulShutdownHandler {
            try await end.value
        } onCancelOrGracefulShutdown: {
            end.settle(.success(()))
        }
    }
}

/// An application that listens.
private struct RunningApplication: Sendable {
    let group: ServiceGroup
    let task: Task<Void, any Error>

    /// Starts an application, and returns when it listens.
    ///
    /// Its task is not a child of the current one. A hummingbird server that is shut down while it begins to listen, or
    /// cancelled while connections arrive, drops connections that it has accepted, and swift-nio stops the process then.
    /// So a server is only shut down, and only when it listens.
    static func start(_ application: some ApplicationProtocol, _ logger: Logger) async throws -> Self {
        let address = application.configuration.address
        if let path = address.socketPath, await UnixSocket.isServed(path) {
            throw CannotListen(address: path, reason: Errno.addressInUse.description)
        }
        let listening = Settlement<Void>()
        let announcing = Announcing(base: application, listening: listening)
        let group = ServiceGroup(configuration: .init(services: [announcing], logger: logger))
        let task = Task.detached {
            do {
                try await group.run()
                listening.settle(.success(()))
            } catch {
                listening.settle(.failure(error))
                throw error
            }
        }
        do {
            try await listening.value
        } catch {
            if let failure = CannotListen(address, error) { throw failure }
            throw error
        }
        return Self(group: group, task: task)
    }

    /// Shuts the application down, and waits for its end, but not longer than the limit.
    func stop(within limit: Duration) async {
        await group.triggerGracefulShutdown()
        let end = Settlement<Void>()
        Task { end.settle(await task.result) }
        let timer = Task {
            try await Task.sleep(for: limit)
            end.settle(.success(()))
        }
        try? await end.value
        timer.cancel()
    }
}

/// An application that says when it listens.
private struct Announcing<Base: ApplicationProtocol>: ApplicationProtocol {
    let base: Base
    let listening: Settlement<Void>

    var responder: Base.Responder { get async throws { try await base.responder } }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration { base.configuration }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    var processesRunBeforeServerStart: [@Sendable () async throws -> Void] { base.processesRunBeforeServerStart }

    @Sendable func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
        listening.settle(.success(()))
    }
}

extension CannotListen {
    /// - Returns: `nil` if the error has another reason.
    fileprivate init?(_ address: BindAddress, _ error: any Error) {
        switch error {
        case let error as IOError: reason = Errno(rawValue: error.errnoCode).description
        case is UnixDomainSocketPathWrongType: reason = "the file is not a socket"
        case is SocketAddressError: reason = "\(error)"
        default: return nil
        }
        self.address = address.text
    }
}

private enum UnixSocket {
    /// Whether a process answers on the socket at a path. A server replaces the socket of one that has ended, and would
    /// take the socket away from one that runs.
    static func isServed(_ path: String) async -> Bool {
        let client = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connectTimeout(.seconds(1))
        guard let channel = try? await client.connect(unixDomainSocketPath: path).get() else { return false }
        try? await channel.close()
        return true
    }
}
