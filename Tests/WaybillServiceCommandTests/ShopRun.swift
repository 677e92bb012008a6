import Foundation
import WaybillTestSupport

/// One run of a service that embeds the subcommands, in a folder of its own.
struct ShopRun {
    let status: Int32
    let output: String
    let errors: String

    /// - Parameters:
    ///   - files: The files of the folder, by path.
    ///   - program: An executable beside the test bundle.
    init(
        _ arguments: [String], _ files: [String: String] = [:], environment: [String: String] = [:],
        program: String = "ShopService"
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let run = try ProgramRun(
            [Self.folder.appending(path: program).path] + arguments, in: folder,
            environment: environment.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given })
        status = run.end.status ?? -1
        output = run.output
        errors = run.errors
    }

    /// The output as a JSON object.
    func json() throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
    }

    func jsonWithoutFixes() throws -> [String: Any] {
        var json = try json()
        json["diagnostics"] = (json["diagnostics"] as? [[String: Any]])?.map { $0.filter { $0.key != "fixes" } }
        return json
    }

    /// The folder of the executables: SwiftPM builds every product beside the test bundle.
    private static let folder: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    }()
}
