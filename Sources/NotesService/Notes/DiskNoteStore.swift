import Foundation
import Logging
import WaybillReload

/// Stores each note in a JSON file of its own, `<id>.json`.
///
/// A note is replaced atomically: the file is written beside the old one, flushed to the disk, and then renamed. Files
/// that a crash left behind are removed at the start.
actor DiskNoteStore: NoteStoreInput {
    private let folder: URL
    private let logger: Logger
    private let presence = StorePresence()
    /// The files that were already logged.
    private var logged: Set<UUID> = []

    /// Creates the folder if it does not exist.
    init(folder path: String, logger: Logger = Logger(label: "notes-service.notes")) throws {
        self.logger = logger
        folder = URL(filePath: path, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasSuffix(DurableFile.suffix) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    func add(_ note: Note) throws {
        try DurableFile.replace(file(note.id).path, with: Array(Self.encoder.encode(note)))
    }

    func note(_ id: UUID) throws -> Note? {
        let file = file(id)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try JSONDecoder().decode(Note.self, from: Data(contentsOf: file))
    }

    /// A file that is not a valid note is left out, and logged once.
    func all() throws -> [Note] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .compactMap(Self.id)
            .compactMap(validNote)
            .oldestFirst()
    }

    private func validNote(_ id: UUID) -> Note? {
        do {
            let note = try note(id)
            logged.remove(id)
            return note
        } catch {
            if logged.insert(id).inserted { logger.error("'\(file(id).path)' is not a valid note: \(error)") }
            return nil
        }
    }

    func change(_ id: UUID, by change: NoteChange, at date: Date) throws -> Note? {
        guard var note = try note(id) else { return nil }
        note.apply(change, at: date)
        try add(note)
        return note
    }

    func remove(_ id: UUID) throws -> Bool {
        let file = file(id)
        guard FileManager.default.fileExists(atPath: file.path) else { return false }
        try FileManager.default.removeItem(at: file)
        return true
    }

    /// The id is a UUID, so that no request can name a file outside the folder.
    private func file(_ id: UUID) -> URL {
        folder.appending(path: "\(id.uuidString).json")
    }

    private static func id(ofFile name: String) -> UUID? {
        name.hasSuffix(".json") ? UUID(uuidString: String(name.dropLast(5))) : nil
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return encoder
    }
}
