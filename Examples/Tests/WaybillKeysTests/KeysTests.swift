import Testing
import Waybill
import WaybillTesting

protocol NoteStore: Sendable {}
protocol Sharing: Sendable {}
protocol LegacyStore: Sendable {}
protocol View {}
protocol EditorInput: Sendable { var title: String { get set } }
struct MemoryStore: NoteStore, Sharing, LegacyStore {}
struct Editor: View, Sendable { var title: String }
struct EditorOptions: EditorInput, Decodable { var title = "" }

@Suite("Keys that the plugin generates")
struct KeysTests {
    static func router() throws -> Router {
        var registry = Registry()
        registry.register("memory") { _ in MemoryStore() }
            .provides { $0 as any NoteStore }.provides { $0 as any Sharing }
        registry.register("editor") { (context: MakeContext<EditorOptions>) in
            Editor(title: context.configuration.title)
        }
        .provides { $0 as any View & Sendable }
        .configured(by: (any EditorInput).self) { $0 }
        registry.register("plain") { _ in 42 }
        registry.handler("showNote") { request in request["id"] }
        registry.lane(.main)
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        return try Router(manifests: "/\(folder)/Routes", registry: registry)
    }

    @Test("a declared protocol can be asked for, a composed and an adapted one too")
    func protocols() throws {
        let router = try Self.router()
        #expect(try router.make(Routable<any NoteStore>()) is MemoryStore)
        #expect(try router.make(Routable<any NoteStore & Sharing>()) is MemoryStore)
        #expect(try router.make(Routable<any LegacyStore>()) is MemoryStore)
        #expect(try router.make(Routable<any View & Sendable>()) is Editor)
        #expect(try router.make(RoutableModule<any EditorInput>()) { $0.title = "New" } is Editor)
    }

    @Test("an identifier has the type of what its module provides")
    func identifiers() throws {
        let router = try Self.router()
        let store: any NoteStore & Sharing = try router.make(.store)
        #expect(store is MemoryStore)
        #expect(try router.make(.`default`) is MemoryStore)
        let editor: any View & Sendable = try router.make(.noteEditor)
        #expect(editor is Editor)
        #expect(try router.make(.plain) as? Int == 42)
        #expect(try router.generation.module(.noteEditor).id == "editor")
    }

    @Test("a tag and a lane are members of their types")
    func words() async throws {
        let router = try Self.router()
        #expect(try await router[.api].open("/notes/7").destination as? String == "7")
        #expect(!router[.views].canOpen("/notes/7") && router[.views, "api"].canOpen("/notes/7"))
        try router.map("/own", lane: .main) { _ in "own" }
        #expect(try await router.open("/own").destination as? String == "own")
    }
}
