import Foundation

/// A copy of the repository's `Routes/` to change, and folders for notes and for state; removed at the end of the test.
final class RoutesFolder: Sendable {
    private let root: URL
    var routes: String { root.appending(path: "Routes").path }
    var data: String { root.appending(path: "Data").path }
    var state: String { root.appending(path: "State").path }

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString.lowercased())")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        try FileManager.default.copyItem(
            at: repository.appending(path: "Routes"), to: root.appending(path: "Routes"))
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    /// The path of a manifest.
    func path(_ name: String) -> String { "\(routes)/\(name)" }

    /// Saves a manifest with one text replaced by another; the text must occur exactly once.
    func edit(_ name: String, _ old: String, to new: String) throws {
        let text = try String(contentsOfFile: path(name), encoding: .utf8)
        guard text.ranges(of: old).count == 1 else { throw NotThereOnce(text: old, file: name) }
        try Data(text.replacing(old, with: new).utf8).write(to: URL(filePath: path(name)), options: .atomic)
    }

    /// Saves another manifest.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path(name)), options: .atomic)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    struct NotThereOnce: Error {
        var text: String
        var file: String
    }
}
