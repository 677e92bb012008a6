public import Hummingbird
public import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import SystemPackage
public import WaybillReload

extension WaybillService {
    /// Runs the service and the applications that answer by its router, until `SIGTERM` or `SIGINT`. It ends
    /// as `ServiceGroup.run(drain:logger:)` of `WaybillReload` does.
    ///
    /// ```swift
    /// let app = Application(responder: try WaybillResponder(router: waybill.router))
    /// try await waybill.serve([app], logger: logger)
    /// ```
    ///
    /// Do not add the service to an application too: it would run twice.
    ///
    /// - Parameters:
    ///   - limit: How long requests in progress may take when the services end.
    ///   - logger: Where the end is logged. Errors are thrown, and not logged.
    /// - Throws: ``CannotListen`` if an address is in use, for example, also a socket on which another service listens; otherwise what a service throws. The other services have ended
    ///   then.
    public func serve(
        _ applications: [any ApplicationProtocol], drain limit: Duration = .seconds(30), logger: Logger
    ) async throws {
        var silent = logger
        silent.logLevel = .critical
        let services: [any Service] = [self] + applications.map(Listener.init)
        let group = ServiceGroup(configuration: .init(services: services, logger: silent))
        try await group.run(drain: limit, logger: logger)
    }
}

/// The server of an application cannot listen on its address.
public struct CannotListen: Error, Sendable, CustomStringConvertible {
    /// The host and the port, or the path of a Unix socket.
    public let address: String
    /// Why, in the words of the system.
    public let reason: String

    public var description: String { "cannot listen on \(address): \(reason)" }
}

/// An application whose errors name its address.
private struct Listener: Service {
    let application: any ApplicationProtocol

    func run() async throws {
        let address = application.configuration.address
        if let path = address.socketPath, await UnixSocket.isServed(path) {
            throw CannotListen(address: path, reason: Errno.addressInUse.description)
        }
        do {
            try await application.run()
        } catch let error as IOError {
            let reason = Errno(rawValue: error.errnoCode).description
            throw CannotListen(address: address.text, reason: reason)
        } catch let error as SocketAddressError {
            throw CannotListen(address: address.text, reason: "\(error)")
        }
    }
}

extension BindAddress {
    /// `host:port`, or a path.
    fileprivate var text: String {
        guard let parts else { return "\(self)" }
        return parts.name + (parts.port.map { ":\($0)" } ?? "")
    }

    /// The path of a Unix socket; `nil` for a port.
    fileprivate var socketPath: String? { parts.flatMap { $0.port == nil ? $0.name : nil } }

    /// Only the description of an address is public.
    private var parts: (name: String, port: Substring?)? {
        "\(self)".firstMatch(of: /"([^"]*)"(?:, port: (\d+))?/).map { (String($0.1), $0.2) }
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
