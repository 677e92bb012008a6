import Foundation

/// One run of the real executable.
struct CommandRun {
    let status: Int32
    let output: String
    let errors: String

    /// Runs `waybill` in a folder, with nothing in its environment but what is given, and `PATH`.
    ///
    /// - Parameter outputPath: Where its output goes instead of ``output``.
    init(
        _ arguments: [String], in folder: URL, input: String = "", environment: [String: String] = [:],
        outputPath: String? = nil
    ) throws {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given }
        let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = try outputPath.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) } ?? output
        process.standardError = errors
        try process.run()
        // What is written here is less than a pipe holds, so that it waits for nobody.
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        if outputPath != nil { try output.fileHandleForWriting.close() }
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// The output as a JSON object.
    func json() throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
    }

    /// Beside the test bundle, where SwiftPM builds every product.
    static let executable: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return folder.appendingPathComponent("waybill")
    }()
}

/// A folder of its own for a test, gone when it ends.
func withFolder<Result>(_ files: [String: String] = [:], _ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
    return try body(folder)
}
