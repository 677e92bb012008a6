import ArgumentParser

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

    mutating func validate() throws {
        guard 0...65535 ~= port else { throw ValidationError("A port is a number from 0 to 65535.") }
    }
}
