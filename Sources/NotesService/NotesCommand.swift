public import ArgumentParser
public import WaybillReload

/// The command line of `notes-service`.
struct NotesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "notes-service")

    @Option(help: "The manifests: a file, or a folder.")
    var routes = "Routes"

    @Option(help: "The folder of notes, where the manifests keep them on disk.")
    var data = "Data"

    @Option(help: "The address to listen on.")
    var hostname = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8080

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

    mutating func validate() throws {
        guard 0...65535 ~= port else { throw ValidationError("A port is a number from 0 to 65535.") }
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
    /// How the manifests are reloaded. A test that fails refuses a set, at the start and before each reload.
    var reloading: ReloadOptions {
        var options = ReloadOptions()
        options.runsTests = true
        options.lastGoodFile = state.map { "\($0)/last-good.json" }
        options.canary = canary.map { Canary(share: $0, window: .seconds(canaryWindow)) }
        return options
    }
}
