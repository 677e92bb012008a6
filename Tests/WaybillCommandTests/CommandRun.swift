import Foundation
import WaybillTestSupport

/// One run of the real executable.
struct CommandRun {
    let status: Int32
    let output: String
    let errors: String

    /// Runs `waybill` in a folder, with no environment but `environment` and `PATH`.
    ///
    /// - Parameter outputPath: The file for its output, instead of ``output``.
    init(
        _ arguments: [String], in folder: URL, input: String = "", environment: [String: String] = [:],
        outputPath: String? = nil
    ) throws {
        let run = try ProgramRun(
            [Self.executable.path] + arguments, in: folder,
            environment: environment.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given }, input: input,
            outputPath: outputPath)
        status = run.end.status ?? -1
        output = run.output
        errors = run.errors
    }

    /// The output as a JSON object.
    func json() throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
    }

    /// The folder of the executables: SwiftPM builds every product beside the test bundle.
    static let executable: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return folder.appendingPathComponent("waybill")
    }()
}

/// A temporary folder for a test, removed at its end.
func withFolder<Result>(_ files: [String: String] = [:], _ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // A script that another test's new child still has open for writing cannot be run.
        try ChildProcess.whileNoneStarts { try Data(text.utf8).write(to: file) }
    }
    return try body(folder)
}
