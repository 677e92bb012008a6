import Testing
import Waybill

protocol NoteStore: Sendable {}
struct MemoryStore: NoteStore {}

@Suite("Keys that the plugin generates")
struct KeysTests {
    private static func router() throws -> Router {
        var registry = Registry()
        registry.register("memory") { _ in MemoryStore() }.provides { $0 as any NoteStore }
        registry.handler("showNote") { request in request["id"] }
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        return try Router(manifests: "/\(folder)/Routes", registry: registry)
    }

    @Test("a declared protocol can be asked for")
    func declaredProtocol() throws {
        #expect(try Self.router().make(Routable<any NoteStore>()) is MemoryStore)
    }
}
