public import ArgumentParser
import Foundation
import Hummingbird
import Waybill
import WaybillHummingbird
public import WaybillReload
import WaybillServiceCommand

/// The reference service: notes over HTTP, routed by the manifests in `Routes/`.
@main
struct NotesCommand: ParsableCommand, RegistryProvider {
    static let configuration = CommandConfiguration(
        commandName: "notes-service",
        discussion: "What this executable makes of its manifests: notes-service waybill --help")

    @Option(help: "The manifests: a file, or a folder. May be given several times.")
    var routes = ["Routes"]

    @Option(help: "The folder of notes, where the manifests keep them on disk.")
    var data = "Data"

    @Option(help: "The address to listen on.")
    var hostname = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8080

    @Option(
        help: ArgumentHelp(
            "A port of 127.0.0.1, or the path of a Unix socket, where operators need no token; 0 takes a free port.",
            valueName: "port or path"))
    var operators: String?

    @Option(help: ArgumentHelp("How long answers under way may take when the service ends.", valueName: "seconds"))
    var drain = 30.0

    @Option(help: ArgumentHelp("How long a connection may be idle.", valueName: "seconds"))
    var idleLimit = 60.0

    @Option(help: ArgumentHelp("How long a client may take to send the body of a request.", valueName: "seconds"))
    var requestLimit = 60.0

    @Option(
        help: ArgumentHelp(
            "How many connections may be open; more wait. Default: what the limit of open files leaves, 10000 at most.",
            valueName: "number"))
    var connections: Int?

    @Option(help: ArgumentHelp("A folder in which the last good manifests are kept.", valueName: "folder"))
    var state: String?

    @Option(
        help: ArgumentHelp(
            "What to do if the manifests are invalid: do not start, wait for valid ones, or serve the last good ones.",
            valueName: "policy"))
    var start = StartPolicy.fail

    @Option(
        help: ArgumentHelp("The share of requests that a candidate generation gets, such as 0.1.", valueName: "share"))
    var canary: Double?

    @Option(help: ArgumentHelp("How long the canary lasts.", valueName: "seconds"))
    var canaryWindow = 60.0

    static func registry() -> Registry { .notes() }

    static func main() async {
        let command = parseServiceOrExit()
        await WaybillService.exitOnError { try await NotesServer(command).run() }
    }

    func validate() throws {
        guard 0...65535 ~= port else { throw ValidationError("A port is a number from 0 to 65535.") }
        guard drain >= 0, drain <= 3600 else { throw ValidationError("--drain must be between 0 and 3600.") }
        guard (0.1...3600).contains(idleLimit), (0.1...3600).contains(requestLimit) else {
            throw ValidationError("--idle-limit and --request-limit must be between 0.1 and 3600.")
        }
        guard connections.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--connections must be greater than 0.")
        }
        guard operators.flatMap(Int.init).map({ 0...65535 ~= $0 }) ?? true else {
            throw ValidationError("A port is a number from 0 to 65535.")
        }
        guard state != nil || !start.takesLastGood else {
            throw ValidationError("--start \(start.rawValue) needs --state, where the last good manifests are kept.")
        }
        guard canary.map({ $0 > 0 && $0 < 1 }) ?? true else {
            throw ValidationError("--canary must be between 0 and 1.")
        }
        guard canaryWindow > 0, canaryWindow <= 86_400 else {
            throw ValidationError("--canary-window must be greater than 0, and 86400 at most.")
        }
    }
}

extension StartPolicy: ExpressibleByArgument {}

extension NotesCommand {
    /// The address where operators need no token.
    var operatorAddress: BindAddress? {
        operators.map { place in
            Int(place).map { .hostname("127.0.0.1", port: $0) } ?? .unixDomainSocket(path: place)
        }
    }

    var connectionLimits: ConnectionLimits {
        ConnectionLimits(
            idle: .seconds(idleLimit), request: .seconds(requestLimit),
            connections: connections ?? ConnectionLimits.openFilesLimit)
    }
}
