public import Hummingbird
public import Logging
package import ServiceLifecycle
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
    /// The applications begin to listen one after the other, the last one first. If one cannot, the others end as at a
    /// signal. At a signal, readiness is refused at once (`ready`). After `delay`, no connection is accepted any more, and
    /// responses say `Connection: close`. A connection that is idle then has a second for one more request.
    ///
    /// - Parameters:
    ///   - limit: How long requests in progress may take when the services end.
    ///   - delay: How long new connections are accepted after a signal, so that load balancers choose others before.
    ///   - logger: Where the end is logged. Errors are thrown, and not logged.
    /// - Throws: ``CannotListen`` if an address is in use, for example, also a socket on which another service listens;
    ///   otherwise what a service throws. The other services have ended then.
    public func serve(
        _ applications: [any ApplicationProtocol], drain limit: Duration = .seconds(30), delay: Duration = .zero,
        logger: Logger
    ) async throws {
        let reloader = reloader
        try await Self.serve(self, applications, drain: limit, delay: delay, logger: logger) {
            reloader.tellReady()
        } onEnd: {
            reloader.prepareToEnd()
        }
    }

    /// Runs a service beside applications, in the same way.
    ///
    /// - Parameters:
    ///   - onListening: Called when all applications listen.
    ///   - onEnd: Called at a signal.
    package static func serve(
        _ service: some Service, _ applications: [any ApplicationProtocol], drain limit: Duration,
        delay: Duration = .zero, logger: Logger, onListening: @escaping @Sendable () -> Void = {},
        onEnd: @escaping @Sendable () -> Void = {}
    ) async throws {
        var silent = logger
        silent.logLevel = .critical
        let listeners = Listeners(applications: applications, limit: limit, logger: silent, onListening: onListening)
        let services = [service, listeners as any Service].map { service in
            ServiceGroupConfiguration.ServiceConfiguration(
                service: service, failureTerminationBehavior: .gracefullyShutdownGroup)
        }
        let group = ServiceGroup(configuration: .init(services: services, logger: silent))
        try await group.run(drain: limit, delay: delay, logger: logger, onSignal: onEnd)
    }
}

/// The server of an application cannot listen on its address.
public struct CannotListen: Error, Sendable, CustomStringConvertible {
    /// The host and the port, or the path of a Unix socket.
    public let address: String
    /// Why, in the words of the system.
    public let reason: String

    public var description: String {
        let help = isInUse ? "; end the program that listens there, or choose another address" : ""
        return "cannot listen on \(address): \(reason)\(help)"
    }

    private var isInUse: Bool { reason == Errno.addressInUse.description }
}

extension BindAddress {
    /// `host:port`, or a path.
    var text: String {
        guard let parts else { return "\(self)" }
        return parts.name + (parts.port.map { ":\($0)" } ?? "")
    }

    /// The path of a Unix socket; `nil` for a port.
    var socketPath: String? { parts.flatMap { $0.port == nil ? $0.name : nil } }

    /// Only the description of an address is public.
    private var parts: (name: String, port: Substring?)? {
        "\(self)".firstMatch(of: /"([^"]*)"(?:, port: (\d+))?/).map { (String($0.1), $0.2) }
    }
}
