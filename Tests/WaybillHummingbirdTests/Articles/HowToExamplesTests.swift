import Foundation
import Hummingbird
import Logging
import NIOCore
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillReload
import WaybillTestSupport

@Suite("The Swift of how-to articles")
struct HowToExamplesTests {
    private static func withManifest(of page: String, _ body: (String) async throws -> Void) async throws {
        let blocks = try Article("Sources/Waybill/Waybill.docc/HowTo/\(page).md").blocks
        let manifest = try #require(blocks.first { $0.path?.hasPrefix("Routes/") == true }?.code)
        let folder = FileManager.default.temporaryDirectory.appending(path: "how-to-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(manifest.utf8).write(to: folder.appending(path: "page.yaml"))
        try await body(folder.path)
    }

    @Test("An existing app serves a manifest beside a route of its own")
    func serve() async throws {
        try await Self.withManifest(of: "HowToAddToHummingbird") { folder in
            try await HowToExamples.serve(folder, token: "t0ken").test { client in
                let hello = try await client.get("/hello/ann").require(.ok)
                #expect(hello.text == "hello, ann")
                try await client.get("/own").require(.ok)
            }
        }
    }

    @Test("A POST is answered with 201 and its location; one that cannot be used is answered with its problem")
    func post() async throws {
        try await Self.withManifest(of: "HowToAnswerAPost") { folder in
            var registry = Registry()
            HowToExamples.registerHandlers(in: &registry)
            registry.register("memoryNotes") { _ in HowToExamples.MemoryNotes() }
                .provides { $0 as any HowToExamples.NoteStore }
            let router = try Waybill.Router(manifests: folder, registry: registry)
            try await Application(responder: try WaybillResponder(router: router)).test { client in
                let post = { try await client.send(.post, "/home/notes", json: $0 as [String: String]) }
                let added = try await post(["text": "Call home"]).require(.created)
                #expect(added.headers[.location] == "/home/notes/1")
                #expect(try added.decode(HowToExamples.Note.self) == .init(id: 1, text: "Call home"))
                let noText = try await post(["title": "Call home"]).require(.badRequest)
                #expect(noText.errorMessage?.contains("text") == true)
                try await client.execute(uri: "/home/notes", method: .post, body: .init(string: "{"))
                    .require(.badRequest)
                let tooLong = try await post(["text": String(repeating: "x", count: 41)]).require(.unprocessableContent)
                #expect(tooLong.errorMessage == "a note has at most 40 characters")
                let put = try await client.send(.put, "/home/notes").require(.methodNotAllowed)
                #expect(put.headers[.allow] == "POST")
                try await client.send(.post, "/Home/notes").require(.notFound)
            }
        }
    }

    @Test("A streamed answer is written while its parts arrive, and ends when its client has gone")
    func stream() async throws {
        try await Self.withManifest(of: "HowToStream") { folder in
            let rooms = EndingRooms()
            var registry = Registry()
            HowToExamples.registerHandlers(in: &registry)
            registry.register("rooms") { _ in rooms }.provides { $0 as any HowToExamples.Rooms }
            let router = try Waybill.Router(manifests: folder, registry: registry)
            let responder = try WaybillResponder(router: router, context: BasicRequestContext.self)
            try await RunningApp.run(responder, server: .http1(limits: ConnectionLimits())) { address in
                try await RunningApp.connect(to: address) { connection in
                    try await connection.send("GET /rooms/lobby/messages HTTP/1.1\r\nHost: x\r\n\r\n")
                    let begun = try await connection.read(through: "data: hello, lobby\n\n")
                    #expect(begun.hasPrefix("HTTP/1.1 200 OK") && begun.contains("text/event-stream"))
                }
                // The stream ends only because the client has gone: otherwise this waits for the test's time limit.
                for await _ in rooms.ended.stream { break }
            }
        }
    }

    @Test("Each request sees the routes of the view that its host chooses")
    func views() async throws {
        try await Self.withManifest(of: "HowToChooseAView") { folder in
            var registry = Registry()
            registry.handler("home") { _ in "home" }
            registry.handler("statistics") { _ in "statistics" }
            let waybill = try await WaybillService(manifests: folder, registry: registry, logger: RunningApp.silent)
            let router = Hummingbird.Router()
            try HowToExamples.chooseViews(waybill, router)
            try await Application(router: router).test { client in
                let ask = { try await client.execute(uri: $0, method: .get, host: $1) }
                for host in ["staff.example.com", "example.com"] { try await ask("/", host).require(.ok) }
                try await ask("/statistics", "staff.example.com").require(.ok)
                try await ask("/statistics", "example.com").require(.notFound)
            }
            await waybill.end()
        }
    }

    @Test("A service with an address for operators ends with status 0 at SIGTERM")
    func serveAll() async throws {
        await #expect(processExitsWith: .exitCode(0)) {
            try await HowToExamplesTests.withManifest(of: "HowToServe") { folder in
                var registry = Registry()
                registry.handler("hello") { request in "hello, \(request["name"] ?? "nobody")" }
                let logger = Logger(label: "how-to") { _ in EndingLog() }
                let waybill = try await WaybillService(manifests: folder, registry: registry, logger: logger)
                let address = BindAddress.hostname("127.0.0.1", port: 0)
                try await HowToExamples.serveAll(waybill, at: address, operatorAddress: address, logger)
            }
        }
    }

    @Test("A view opens a route of a manifest, and an added route can be removed")
    func routing() async throws {
        try await Self.withManifest(of: "HowToMigrateFromRouting") { folder in
            var registry = Registry()
            registry.handler("showText") { request in "note \(request["id"] ?? "")" }
            registry.handler("login") { _ in "login" }
            let router = try Waybill.Router(manifests: folder, registry: registry)
            #expect(try await HowToExamples.openAndMap(router).destination as? String == "note 42")
            #expect(!router.canOpen("app://temporary/1"))
        }
    }
}

/// A room with one message, whose stream ends with its reader.
private struct EndingRooms: HowToExamples.Rooms {
    let ended = AsyncStream<Void>.makeStream()

    func messages(in room: String) async -> AsyncStream<String> {
        let (messages, continuation) = AsyncStream<String>.makeStream()
        continuation.onTermination = { [ended = ended.continuation] _ in ended.yield() }
        continuation.yield("hello, \(room)")
        return messages
    }
}

/// Ends the process with SIGTERM when the operators' endpoint listens.
private struct EndingLog: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        if "\(event.message)".contains("operators' endpoint listens") { kill(getpid(), SIGTERM) }
    }
}
