import Foundation
import GRDB

/// Stores notes in a SQLite database, `notes.sqlite`.
struct SQLiteNoteStore: NoteStoreInput {
    private let database: DatabasePool
    private let presence = StorePresence()

    /// Creates the folder, the database and its table if they do not exist.
    init(folder: String) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var configuration = Configuration()
        // Another process, a backup for example, may hold the lock for a moment.
        configuration.busyMode = .timeout(5)
        database = try DatabasePool(path: "\(folder)/notes.sqlite", configuration: configuration)
        try await database.write { db in
            try db.create(table: "note", options: .ifNotExists) { table in
                table.primaryKey("id", .blob)
                table.column("title", .text).notNull()
                table.column("text", .text).notNull()
                table.column("created", .double).notNull()
                table.column("changed", .double).notNull()
            }
        }
    }

    func add(_ note: Note) async throws { try await database.write { try note.insert($0) } }

    func note(_ id: UUID) async throws -> Note? { try await database.read { try Note.fetchOne($0, key: id) } }

    func all() async throws -> [Note] {
        try await database.read { try Note.order(Column("created"), Column("id")).fetchAll($0) }
    }

    func change(_ id: UUID, by change: NoteChange, at date: Date) async throws -> Note? {
        try await database.write { db in
            guard var note = try Note.fetchOne(db, key: id) else { return nil }
            note.apply(change, at: date)
            try note.update(db)
            return note
        }
    }

    func remove(_ id: UUID) async throws -> Bool { try await database.write { try Note.deleteOne($0, key: id) } }

    /// Waits for running operations.
    func close() { try? database.close() }
}

extension Note: FetchableRecord, PersistableRecord {
    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
        .timeIntervalSinceReferenceDate
    }

    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
        .timeIntervalSinceReferenceDate
    }
}
