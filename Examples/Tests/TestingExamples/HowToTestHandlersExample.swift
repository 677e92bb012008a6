import Hummingbird
import HummingbirdTesting
import Testing
import Waybill
import WaybillHummingbird
import WaybillTesting

// The code of HowToTestHandlers.md, compiled: the part between two marks is in the article, word for word.

enum HowToTestHandlersExample {
    static let manifest = """
        waybill: 1
        protocols: { NoteStore: }
        modules: { memoryNotes: { provides: [NoteStore], scope: shared } }
        routes:
          - { url: "/notes/:id", methods: [GET], params: { id: uint }, handler: showNote }
        """

    protocol NoteStore: Sendable { func note(_ id: UInt) async throws -> String? }

    struct MemoryNotes: NoteStore {
        var notes: [UInt: String] = [:]
        func note(_ id: UInt) async throws -> String? { notes[id] }
    }

    struct ShowNote: Decodable { var id: UInt }

    static func fake(_ folder: String) async throws {
        var registry = Registry()
        registry.register("memoryNotes") { _ in MemoryNotes() }.provides { $0 as any NoteStore }
        registry.handler("showNote", parameters: ShowNote.self) { request, show in
            try await request.make((any NoteStore).self).note(show.id)
        }
        // BEGIN fake
        registry.rebind((any NoteStore).self) { MemoryNotes(notes: [7: "Call home"]) }
        let router = try Waybill.Router(manifests: folder, registry: registry)
        let app = Application(responder: try WaybillResponder(router: router))
        try await app.test(.router) { client in
            let note = try await client.execute(uri: "/notes/7", method: .get)
            #expect(note.status == .ok)
            #expect(String(buffer: note.body) == "Call home")
            #expect(try await client.execute(uri: "/notes/8", method: .get).status == .noContent)
            #expect(try await client.execute(uri: "/notes/milk", method: .get).status == .notFound)
        }
        // END fake
    }
}
