import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Waybill
import WaybillHummingbird
import WaybillManifest
import WaybillReload
import WaybillSyntax

/// The service put together: routes that reload, a server that answers by them, and both in one group.
struct NotesServer {
    let command: NotesCommand
    let environment: [String: String]
    let metrics: PrometheusMetrics

    /// Serves until `SIGTERM` or `SIGINT`.
    /// - Parameter announce: Gets the address once the server listens.
    func run(announce: @escaping @Sendable (String) -> Void) async throws(Failure) {
        let logger = Logger(label: "notes-service")
        try makeStateFolder()
        let waybill = try await makeService(logger)
        let server = makeServer(
            try makeRouter(waybill, logger),
            on: .hostname(command.hostname, port: command.port)
        ) { [hostname = command.hostname] port in announce("http://\(hostname):\(port)") }
        var services: [any Service] = [waybill, server]
        if let address = command.operatorAddress {
            services.append(
                makeServer(
                    makeOperatorRouter(waybill, access: .loopback, logger),
                    on: address
                ) { port in
                    logger.info(
                        "the operators' endpoint listens on \(port == 0 ? command.operators ?? "" : "127.0.0.1:\(port)")"
                    )
                })
        }
        // Without a word of its own: what is to be said about a failure is said once, by everybody who called.
        let group = ServiceGroup(configuration: .init(services: services, logger: Self.quietLogger))
        do {
            try await group.run(drain: .seconds(command.drain), logger: logger)
        } catch {
            // Which of the two it was is not in the error.
            let addresses = ["\(command.hostname):\(command.port)", command.operators].compactMap(\.self)
            throw .cannotListen(addresses.joined(separator: " or "), Self.reason(for: error))
        }
    }

    /// Everybody who shows the token in `NOTES_OPERATOR_TOKEN` may ask for the status and for reloads; without one, nobody.
    private var operatorAccess: ReloadEndpoint.Access { .bearer(environment["NOTES_OPERATOR_TOKEN"] ?? "") }

    /// Operators are told the truth whatever the manifests say.
    private func makeOperatorRouter(
        _ waybill: WaybillService, access: ReloadEndpoint.Access, _ logger: Logger
    ) -> Hummingbird.Router<NotesContext> {
        let router = Hummingbird.Router(context: NotesContext.self)
        waybill.mountOperations(
            on: router.group("_waybill"), access: access, metrics: { [metrics] in metrics.text }, logger: logger)
        return router
    }

    /// What `${NAME}` in the manifests stands for.
    private var variables: [String: String] {
        environment.merging(["NOTES_DATA": command.data]) { _, given in given }
    }

    private func makeStateFolder() throws(Failure) {
        guard let state = command.state else { return }
        do {
            try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        } catch {
            throw .noState(state)
        }
    }

    private func makeService(_ logger: Logger) async throws(Failure) -> WaybillService {
        do throws(ManifestErrors) {
            return try await WaybillService(
                manifests: command.routes, registry: .notes(), environment: variables, policy: command.start,
                options: command.reloading, logger: logger)
        } catch {
            let text = error.description
            let isUnreadable = error.diagnostics.contains { $0.rule == .unreadableFile }
            throw isUnreadable ? .unreadable(text) : .brokenManifests(text)
        }
    }

    /// Everything else is routed by the manifests.
    private func makeRouter(
        _ waybill: WaybillService, _ logger: Logger
    ) throws(Failure) -> Hummingbird.Router<NotesContext> {
        let router = makeOperatorRouter(waybill, access: operatorAccess, logger)
        do throws(ManifestErrors) {
            router.add(
                middleware: try WaybillMiddleware(
                    waybill.router, unmatched: .fallback, includesGenerationHeader: true, observers: [.metrics()]))
        } catch {
            throw .brokenManifests(error.description)
        }
        return router
    }

    private func makeServer(
        _ router: Hummingbird.Router<NotesContext>, on address: BindAddress,
        announce: @escaping @Sendable (Int) -> Void
    ) -> some Service {
        Application(
            router: router,
            server: .http1(limits: command.connectionLimits),
            configuration: .init(
                address: address,
                availableConnectionsDelegate: .maximum(
                    command.connections ?? ConnectionLimits.openFilesLimit, logger: Self.quietLogger)),
            onServerRunning: { channel in announce(channel.localAddress?.port ?? 0) },
            logger: requestLogger)
    }

    /// The system's own words, where the error has them: `bind(…): Address already in use (errno: 98)`.
    private static func reason(for error: any Error) -> String {
        let text = "\(error)"
        guard let words = text.firstMatch(of: /: ([^:()]+)\)? \(errno: \d+\)/) else { return text }
        return String(words.1)
    }

    private static var quietLogger: Logger {
        var logger = Logger(label: "notes-service")
        logger.logLevel = .critical
        return logger
    }

    /// What went wrong inside while a request was answered: the client does not get to know it.
    private var requestLogger: Logger {
        var logger = Logger(label: "notes-service.http")
        if environment["LOG_LEVEL"] == nil { logger.logLevel = .error }
        return logger
    }
}

extension NotesServer {
    /// Why the service does not serve: the words, and the exit status that goes with them.
    enum Failure: Error {
        case brokenManifests(String)
        case unreadable(String)
        case cannotListen(String, String)
        case noState(String)

        var exitStatus: Int32 {
            switch self {
            case .brokenManifests: 1
            case .unreadable, .cannotListen, .noState: 3
            }
        }

        var text: String {
            switch self {
            case .brokenManifests(let text), .unreadable(let text): text
            case .cannotListen(let address, let reason): "notes-service: cannot listen on \(address): \(reason)"
            case .noState(let folder): "notes-service: cannot make the folder \(folder)"
            }
        }
    }
}
