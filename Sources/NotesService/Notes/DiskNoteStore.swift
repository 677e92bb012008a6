import Foundation

/// Keeps each note in a JSON file of its own, `<id>.json`.
///
/// A note is either there whole or as it was before: a file is written aside, flushed to the disk, and then renamed.
/// What a crash left aside is swept away at the start.
actor DiskNoteStore: NotesOnDisk {
    private let folder: URL

    /// Makes the folder where there is none.
    init(folder path: String) throws {
        folder = URL(filePath: path, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".part") {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    func add(_ note: Note) throws {
        try DurableFile.write(try Self.encoder.encode(note), to: file(note.id).path)
    }

    func note(_ id: UUID) throws -> Note? {
        let file = file(id)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try Self.decoder.decode(Note.self, from: Data(contentsOf: file))
    }

    func all() throws -> [Note] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .compactMap(Self.id)
            .compactMap { try note($0) }
            .oldestFirst()
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

    /// The id is a UUID and nothing else, so that no request can name a file outside the folder.
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

    private static var decoder: JSONDecoder { JSONDecoder() }
}
