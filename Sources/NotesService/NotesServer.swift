import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals
import Waybill
import WaybillHummingbird
import WaybillManifest
import WaybillReload
import WaybillSyntax

/// The service put together: routes that reload, a server that answers by them, and both in one group.
struct NotesServer {
    let command: NotesCommand
    let environment: [String: String]

    /// Serves until `SIGTERM` or `SIGINT`.
    /// - Parameter announce: Gets the address once the server listens.
    func run(announce: @escaping @Sendable (String) -> Void) async throws(Failure) {
        let logger = Logger(label: "notes-service")
        try makeStateFolder()
        let reloader = try makeReloader(logger)
        let server = makeServer(
            OperatorResponder(
                operators: ReloadEndpoint(reloader, access: operatorAccess),
                router: reloader.router),
            announce: announce)
        // Without a word of its own: what is to be said about a failure is said once, by whoever called.
        let group = ServiceGroup(
            configuration: .init(
                services: [reloader, server], gracefulShutdownSignals: [.sigterm, .sigint], logger: Self.quietLogger))
        do {
            try await group.run()
        } catch {
            throw .cannotListen("\(command.hostname):\(command.port)", Self.reason(for: error))
        }
    }

    /// Whoever shows the token in `NOTES_OPERATOR_TOKEN` may ask for the status and for reloads; without one, this
    /// machine.
    private var operatorAccess: ReloadEndpoint.Access {
        environment["NOTES_OPERATOR_TOKEN"].map { .bearer($0) } ?? .loopback
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

    /// What is found and is no error is for the log, as it is at every reload.
    private func makeReloader(_ logger: Logger) throws(Failure) -> Reloader {
        do throws(ManifestErrors) {
            return try Reloader.starting(
                manifests: [command.routes], environment: variables, policy: command.start, logger: logger,
                options: command.reloading
            ) { compilation throws(ManifestErrors) in
                let router = try Router(compilation: compilation, registry: .notes())
                if !compilation.diagnostics.isEmpty {
                    let text = TextRenderer(sources: compilation.sources, color: false).render(compilation.diagnostics)
                    logger.warning("serving, with findings\n\(text)")
                }
                return router
            }
        } catch {
            let text = TextRenderer(sources: error.sources, color: false).render(error.diagnostics)
            let isUnreadable = error.diagnostics.contains { $0.rule == .unreadableFile }
            throw isUnreadable ? .unreadable(text) : .brokenManifests(text)
        }
    }

    private func makeServer(
        _ responder: OperatorResponder, announce: @escaping @Sendable (String) -> Void
    ) -> Application<OperatorResponder> {
        let hostname = command.hostname
        return Application(
            responder: responder,
            configuration: .init(address: .hostname(hostname, port: command.port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port.map(String.init) ?? "?"
                announce("http://\(hostname):\(port)")
            },
            logger: Self.requestLogger)
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
    private static var requestLogger: Logger {
        var logger = Logger(label: "notes-service.http")
        logger.logLevel = .error
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
