import Foundation

/// Another program that a verb needs, found on the `PATH`.
enum ExternalTool {
    struct Outcome {
        var output: Data
        /// What it said on standard error, where that was asked for.
        var errors: String
        /// `nil` where a signal ended it.
        var status: Int32?

        /// What `env` says where there is no such program, and a shell too.
        var isMissing: Bool { status == 127 }
    }

    struct Problem: Error {
        /// As the rest of a sentence: `cannot start git: …`.
        var message: String
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - input: What it reads; less than a pipe holds, so that writing waits for nobody.
    ///   - keepsErrors: Whether to read what it says on standard error: no more than a pipe holds, too.
    static func run(
        _ name: String, _ arguments: [String], input: String? = nil, keepsErrors: Bool = false
    ) throws(Problem) -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let (given, output) = (input.map { (text: $0, pipe: Pipe()) }, Pipe())
        let errors = keepsErrors ? Pipe() : nil
        process.standardInput = given?.pipe ?? FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors ?? FileHandle.nullDevice
        do {
            try process.run()
            try given?.pipe.fileHandleForWriting.write(contentsOf: Data(given?.text.utf8 ?? "".utf8))
            try given?.pipe.fileHandleForWriting.close()
        } catch {
            throw Problem(message: "cannot start \(name): \(error.localizedDescription)")
        }
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let said = errors?.fileHandleForReading.readDataToEndOfFile() ?? Data()
        process.waitUntilExit()
        return Outcome(
            output: printed, errors: String(decoding: said, as: UTF8.self),
            status: process.terminationReason == .exit ? process.terminationStatus : nil)
    }
}
