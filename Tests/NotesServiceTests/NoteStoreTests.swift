import Foundation
import InMemoryLogging
import Logging
import Testing

@testable import NotesService

@Suite("Note stores")
struct NoteStoreTests {
    private static func folder() -> String {
        FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString)").path
    }

    private static func note(_ title: String, at seconds: Double) throws -> Note {
        let draft = try JSONDecoder().decode(NoteDraft.self, from: Data(#"{"title": "\#(title)"}"#.utf8))
        return Note(draft, at: Date(timeIntervalSinceReferenceDate: seconds))
    }

    enum Kind: CaseIterable { case memory, disk }

    @Test("All stores behave in the same way", arguments: Kind.allCases)
    func promises(kind: Kind) async throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store: any NoteStoreInput =
            switch kind {
            case .memory: MemoryNoteStore()
            case .disk: try DiskNoteStore(folder: folder)
            }
        let second = try Self.note("second", at: 2)
        let first = try Self.note("first", at: 1)
        try await store.add(second)
        try await store.add(first)
        #expect(try await store.all() == [first, second])
        #expect(try await store.note(first.id) == first)

        let later = Date(timeIntervalSinceReferenceDate: 3)
        let changed = try #require(try await store.change(first.id, by: NoteChange(text: "more"), at: later))
        #expect((changed.title, changed.text, changed.changed) == ("first", "more", later))
        #expect(try await store.note(first.id) == changed)

        #expect(try await store.remove(first.id))
        #expect(try await !store.remove(first.id))
        #expect(try await store.note(first.id) == nil)
        #expect(try await store.change(first.id, by: NoteChange(), at: later) == nil)
        #expect(try await store.all() == [second])
    }

    @Test("Notes on disk are found again; files that a crash left are removed; other files are left alone")
    func recovery() async throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let note = try Self.note("kept", at: 1)
        try await DiskNoteStore(folder: folder).add(note)
        let part = "\(folder)/\(UUID().uuidString).json.part"
        try Data("{".utf8).write(to: URL(filePath: part))
        try Data("x".utf8).write(to: URL(filePath: "\(folder)/README.json"))

        let store = try DiskNoteStore(folder: folder)
        #expect(try await store.all() == [note])
        #expect(!FileManager.default.fileExists(atPath: part))
        #expect(FileManager.default.fileExists(atPath: "\(folder)/README.json"))
    }

    @Test(
        "A file that is not a note is left out, and is logged once; requested by id, it is an error")
    func corruption() async throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let log = InMemoryLogHandler()
        let logger = Logger(label: "test") { _ in log }
        let store = try DiskNoteStore(folder: folder, logger: logger)
        let (note, broken) = (try Self.note("sound", at: 1), try Self.note("broken", at: 2))
        for note in [note, broken] { try await store.add(note) }
        try Data("{".utf8).write(to: URL(filePath: "\(folder)/\(broken.id.uuidString).json"))
        for _ in 1...2 { #expect(try await store.all() == [note]) }
        #expect(
            log.entries.count { "\($0.message)".contains("\(broken.id.uuidString).json' is not a valid note") } == 1)
        await #expect(throws: DecodingError.self) { try await store.note(broken.id) }
    }
}
