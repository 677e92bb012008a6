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
        abstract: "Serve notes over HTTP, with routes from YAML manifests.",
        discussion: "To check its manifests against its code, see 'notes-service waybill --help'.")

    @Option(help: "Serve the manifests of this file or folder. May be repeated.")
    var routes = ["Routes"]

    @Option(help: "Keep notes in this folder, if the manifests select the store on disk.")
    var data = "Data"

    @Option(help: "Listen on this address.")
    var hostname = "127.0.0.1"

    @Option(help: "Listen on this port; 0 selects a free one.")
    var port = 8080

    @Option(
        help: ArgumentHelp(
            "Serve operators without a token on this port of 127.0.0.1 or this Unix socket; 0 selects a free port.",
            valueName: "port or path"))
    var operators: String?

    @Option(help: ArgumentHelp("Give requests in progress this long to finish at a shutdown.", valueName: "seconds"))
    var drain = 30.0

    @Option(
        help: ArgumentHelp("Accept new connections for this long after a signal.", valueName: "seconds"))
    var drainDelay = 0.0

    @Option(help: ArgumentHelp("Close connections that are idle for this long.", valueName: "seconds"))
    var idleLimit = 60.0

    @Option(help: ArgumentHelp("Give clients this long to send the body of a request.", valueName: "seconds"))
    var requestLimit = 60.0

    @Option(
        help: ArgumentHelp(
            "Limit the open connections; eight more wait. Default: as the limit of open files allows, at most 10000.",
            valueName: "number"))
    var connections: Int?

    @Option(help: ArgumentHelp("Store the last good manifests in this folder.", valueName: "folder"))
    var state: String?

    @Option(
        help: ArgumentHelp(
            "Choose what happens if the manifests are invalid: do not start, wait for valid ones, or serve the last good ones.",
            valueName: "policy"))
    var start = StartPolicy.fail

    @Option(
        help: ArgumentHelp(
            "Send this share of the requests, such as 0.1, to a candidate generation first.", valueName: "share"))
    var canary: Double?

    @Option(help: ArgumentHelp("Run each canary for this long.", valueName: "seconds"))
    var canaryWindow = 60.0

    #if Etcd
        @OptionGroup var fleet: FleetPlace
    #endif

    static func registry() -> Registry { .notes() }

    static func main() async {
        let command = parseServiceOrExit()
        await WaybillService.exitOnError { try await NotesServer(command).run() }
    }

    func validate() throws {
        guard 0...65535 ~= port else { throw ValidationError("A port is a number from 0 to 65535.") }
        guard (0...3600).contains(drain), (0...3600).contains(drainDelay) else {
            throw ValidationError("--drain and --drain-delay must be between 0 and 3600.")
        }
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
