import Foundation

/// The program `dot` of Graphviz, where it is installed.
enum Graphviz {
    /// Seconds of processor time: a picture that takes longer is too large to be looked at.
    private static let limit = 60

    /// Draws a text in Graphviz's language.
    ///
    /// - Throws: The exit status, once the reason is on standard error.
    static func svg(of text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UUID().uuidString).dot")
        try Output.write(text, toFile: file.path)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "ulimit -t \(limit); exec dot -q -Tsvg \"$0\"", file.path]
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw failure("cannot start a shell: \(error.localizedDescription)")
        }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationReason == .exit else {
            throw failure(
                "Graphviz did not finish within \(limit) seconds: draw less, with --around or --only, or use --format dot"
            )
        }
        // What a shell says where there is no such program.
        if process.terminationStatus == 127 {
            throw failure(
                "--format svg needs Graphviz, and there is no 'dot' on the PATH: install it (apt-get install graphviz, "
                    + "brew install graphviz), or use --format dot or mermaid")
        }
        guard process.terminationStatus == 0 else {
            throw failure("Graphviz's 'dot' failed with status \(process.terminationStatus)")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func failure(_ reason: String) -> any Error {
        Output.write("waybill: \(reason)\n", to: .standardError)
        return Status.failure.exit
    }
}
