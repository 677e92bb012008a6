import Foundation
import Logging
import Waybill
import WaybillReload

@testable import SQLiteNotes

/// A copy of the example's manifests to change, and a place for databases; removed at the end of the test.
final class NotesFolder: Sendable {
    private let root: URL
    private var manifest: URL { root.appending(path: "Routes/notes.yaml") }

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "sqlite-notes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: URL(filePath: Main.routes), to: root.appending(path: "Routes"))
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    /// The path of a database, which need not exist.
    func path(_ name: String) -> String { root.appending(path: name).path }

    /// Makes a file that is not a database.
    func breakDatabase(_ name: String) throws {
        try Data("This text is not a database.".utf8).write(to: URL(filePath: path(name)))
    }

    /// Saves the manifest with one text replaced by another.
    func edit(_ old: String, to new: String) throws {
        let text = try String(contentsOf: manifest, encoding: .utf8)
        guard text.contains(old) else { throw CocoaError(.fileReadCorruptFile) }
        try Data(text.replacing(old, with: new).utf8).write(to: manifest, options: .atomic)
    }

    /// Starts the service with `DATABASE` set to a database of this folder.
    func start(database: String = "notes.sqlite") async throws -> WaybillService {
        try await WaybillService(
            manifests: root.appending(path: "Routes").path, registry: .notes(),
            environment: ["DATABASE": path(database)], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Starts the service, and ends it after `body`.
    func serving(_ body: (WaybillService) async throws -> Void) async throws {
        let waybill = try await start()
        let result: Result<Void, any Error>
        do { result = .success(try await body(waybill)) } catch { result = .failure(error) }
        await waybill.end()
        try result.get()
    }
}

extension WaybillService {
    /// The store that the current generation uses.
    var store: SQLiteNoteStore? {
        get throws { try router.make((any NoteStore).self) as? SQLiteNoteStore }
    }
}
