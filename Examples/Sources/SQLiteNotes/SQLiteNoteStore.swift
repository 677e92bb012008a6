import GRDB

// BEGIN store
/// Stores notes in a SQLite database.
final class SQLiteNoteStore: NoteStore {
    private let database: DatabasePool

    /// Opens the database, and creates it and its table if they do not exist.
    init(path: String) async throws {
        var configuration = Configuration()
        // Another process, a backup for example, may hold the lock for a moment.
        configuration.busyMode = .timeout(5)
        database = try DatabasePool(path: path, configuration: configuration)
        try await database.write { db in
            try db.create(table: "note", options: .ifNotExists) { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("title", .text).notNull()
            }
        }
    }

    func note(_ id: Int64) async throws -> Note? { try await database.read { try Note.fetchOne($0, key: id) } }

    /// Waits for running operations.
    func close() { try? database.close() }
}
// END store

extension SQLiteNoteStore {
    func add(_ draft: NoteDraft) async throws -> Note {
        try await database.write { db in
            try db.execute(sql: "INSERT INTO note (title) VALUES (?)", arguments: [draft.title])
            return Note(id: db.lastInsertedRowID, title: draft.title)
        }
    }

    func all() async throws -> [Note] { try await database.read { try Note.order(Column("id")).fetchAll($0) } }
}

extension Note: FetchableRecord, TableRecord {}
