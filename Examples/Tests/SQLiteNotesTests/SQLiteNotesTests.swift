import Testing
import Waybill
import WaybillReload

@testable import SQLiteNotes

@Suite("Notes in SQLite", .timeLimit(.minutes(1)))
struct SQLiteNotesTests {
    private let folder: NotesFolder

    init() throws { folder = try NotesFolder() }

    @Test("Notes are found by the next start")
    func nextStart() async throws {
        var added: Note?
        try await folder.serving { waybill in
            added = try await waybill.store?.add(NoteDraft(title: "Buy milk"))
        }
        let note = try #require(added)
        try await folder.serving { waybill in
            let notes = try await waybill.router.open("/notes", as: [Note].self, method: "GET")
            #expect(notes == [note])
            let found = try await waybill.router.open("/notes/\(note.id)", as: Note.self, method: "GET")
            #expect(found == note)
        }
    }

    @Test("A database that cannot be opened prevents the start, and the error names the module at its line")
    func start() async throws {
        try folder.breakDatabase("broken.sqlite")
        let errors = await #expect(throws: ManifestErrors.self) {
            try await folder.start(database: "broken.sqlite")
        }
        let text = try #require(errors).description
        #expect(text.contains("notes.yaml:7:3: error: shared module 'database' cannot be made:"), "\(text)")
        #expect(text.contains("file is not a database"), "\(text)")
    }

    @Test("A reload that leaves the module alone keeps the instance")
    func kept() async throws {
        try await folder.serving { waybill in
            let store = try #require(try waybill.store)
            try folder.edit("/notes/:id", to: "/memos/:id")
            #expect(await waybill.reloader.reload().result == .published)
            let note = try await store.add(NoteDraft(title: "Buy milk"))
            #expect(try waybill.store === store)
            #expect(try await waybill.router.open("/memos/\(note.id)", as: Note.self, method: "GET") == note)
        }
    }

    @Test("A reload with another path opens that database, and closes the one before")
    func replaced() async throws {
        try await folder.serving { waybill in
            let old = try #require(try waybill.store)
            _ = try await old.add(NoteDraft(title: "Buy milk"))
            try folder.edit("${DATABASE:-notes.sqlite}", to: folder.path("other.sqlite"))
            #expect(await waybill.reloader.reload().result == .published)
            #expect(try await waybill.router.open("/notes", as: [Note].self, method: "GET") == [])
            // A closed database refuses every query.
            while (try? await old.all()) != nil { await Task.yield() }
            _ = try await waybill.store?.add(NoteDraft(title: "Buy bread"))
        }
    }

    @Test("A reload whose database cannot be opened is rejected, and the one before stays open")
    func rejected() async throws {
        try folder.breakDatabase("broken.sqlite")
        try await folder.serving { waybill in
            let store = try #require(try waybill.store)
            try folder.edit("${DATABASE:-notes.sqlite}", to: folder.path("broken.sqlite"))
            #expect(await waybill.reloader.reload().reason == .unprepared)
            let note = try await store.add(NoteDraft(title: "Buy milk"))
            #expect(try waybill.store === store)
            #expect(try await waybill.router.open("/notes", as: [Note].self, method: "GET") == [note])
        }
    }
}
