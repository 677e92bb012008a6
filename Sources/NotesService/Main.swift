import ArgumentParser
import Foundation
import Logging
import Metrics
import Waybill
import WaybillReload
import WaybillServiceCommand

/// The reference service: notes over HTTP, routed by the manifests in `Routes/`.
@main
enum Main: RegistryProvider {
    static func registry() -> Registry { .notes() }

    static func main() async {
        WaybillCommands<Self>.runIfAsked()
        Signals.prepare()
        let command = parseCommandLine()
        let environment = ProcessInfo.processInfo.environment
        LoggingSystem.bootstrap(environment: environment, isTerminal: isatty(STDERR_FILENO) == 1)
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let server = NotesServer(command: command, environment: environment, metrics: metrics)
        defer { LogSink.standardError.flush() }
        do {
            try await server.run { address in
                write("notes-service listens on \(address)", to: .standardOutput)
            }
        } catch {
            LogSink.standardError.flush()
            write(error.text, to: .standardError)
            exit(error.exitStatus)
        }
    }

    /// Wrong usage ends with status 2, `--help` with 0.
    private static func parseCommandLine() -> NotesCommand {
        do {
            return try NotesCommand.parse()
        } catch {
            let isHelp = NotesCommand.exitCode(for: error).isSuccess
            write(NotesCommand.fullMessage(for: error), to: isHelp ? .standardOutput : .standardError)
            exit(isHelp ? 0 : 2)
        }
    }

    /// Unbuffered, so that everybody who waits for a line gets it at once.
    private static func write(_ text: String, to handle: FileHandle) {
        let line = text.hasSuffix("\n") ? text : text + "\n"
        try? handle.write(contentsOf: Data(line.utf8))
    }
}
