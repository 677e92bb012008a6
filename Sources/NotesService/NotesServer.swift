import Foundation
import Hummingbird
import Logging
import Metrics
import Waybill
import WaybillHummingbird
import WaybillPrometheus
import WaybillReload

#if Etcd
    import WaybillEtcd
#endif

/// The complete service: routes that reload, and the servers that use them.
struct NotesServer {
    private let command: NotesCommand
    private let environment = ProcessInfo.processInfo.environment
    private let metrics = PrometheusMetrics()

    init(_ command: NotesCommand) { self.command = command }

    /// Serves until `SIGTERM` or `SIGINT`.
    func run() async throws {
        LoggingSystem.bootstrap(environment: environment)
        MetricsSystem.bootstrap(metrics)
        let logger = Logger(label: "notes-service")
        let waybill = try await service(logger)
        var applications: [any ApplicationProtocol] = [try application(waybill, logger)]
        if let address = command.operatorAddress {
            applications.append(waybill.operatorApplication(on: address, metrics: { metrics.text }, logger: logger))
        }
        try await waybill.serve(
            applications, drain: .seconds(command.drain), delay: .seconds(command.drainDelay), logger: logger)
    }

    /// The manifests are files, or the set of a fleet if the command names one.
    private func service(_ logger: Logger) async throws -> WaybillService {
        let variables = environment.merging(["NOTES_DATA": command.data]) { _, given in given }
        #if Etcd
            if let source = command.fleet.source(for: "\(command.hostname):\(command.port)", environment, logger) {
                return try await WaybillService(
                    etcd: source, registry: .notes(), environment: variables, options: reloading, logger: logger)
            }
        #endif
        return try await WaybillService(
            manifests: command.routes, registry: .notes(), environment: variables, policy: command.start,
            options: reloading, logger: logger)
    }

    /// A failing test rejects a set, at the start and before each reload.
    private var reloading: ReloadOptions {
        var options = ReloadOptions()
        options.runsTests = true
        options.lastGoodFile = command.state.map { "\($0)/last-good.json" }
        options.serviceManager = ServiceManager(environment: environment)
        options.canary = command.canary.map { Canary(share: $0, window: .seconds(command.canaryWindow)) }
        return options
    }

    /// The operators' endpoint does not depend on the manifests, which route everything else.
    private func application(_ waybill: WaybillService, _ logger: Logger) throws -> some ApplicationProtocol {
        let router = Hummingbird.Router(context: NotesContext.self)
        waybill.mountOperations(
            on: router.group("_waybill"), access: .bearer(environment["NOTES_OPERATOR_TOKEN"] ?? ""),
            metrics: { metrics.text }, logger: logger)
        router.add(
            middleware: try WaybillMiddleware(
                waybill.router, unmatched: .fallback, includesGenerationHeader: true, observers: [.metrics()]))
        let limits = command.connectionLimits
        return Application(
            router: router, server: .http1(limits: limits),
            configuration: .init(address: .hostname(command.hostname, port: command.port), limits: limits),
            onServerRunning: { [hostname = command.hostname] channel in
                // Unbuffered, so that a caller who waits for the line gets it immediately.
                let line = "notes-service listens on http://\(hostname):\(channel.localAddress?.port ?? 0)\n"
                try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
            }, logger: requestLogger)
    }

    /// Logs internal errors of requests, which the client does not see.
    private var requestLogger: Logger {
        var logger = Logger(label: "notes-service.http")
        if environment["LOG_LEVEL"] == nil { logger.logLevel = .error }
        return logger
    }
}
