import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Waybill
import WaybillHummingbird
import WaybillReload

// The code of the how-to articles, compiled: each part between two marks is in an article, word for word.

enum HowToExamples {
    struct Note: Codable, Sendable, Equatable { var id: UInt, text: String }

    protocol NoteStore: Sendable {
        func note(_ id: UInt) async throws -> String?
        func add(_ text: String, to book: String) async throws -> Note
    }

    struct MemoryNotes: NoteStore {
        var notes: [UInt: String] = [:]
        func note(_ id: UInt) async throws -> String? { notes[id] }
        func add(_ text: String, to book: String) async throws -> Note { Note(id: 1, text: text) }
    }

    protocol Rooms: Sendable {
        func messages(in room: String) async -> AsyncStream<String>
    }

    struct User: Sendable { var name: String }

    protocol TimeService: Sendable {}
    protocol RequiredTime: Sendable {}
    struct SystemTime: TimeService {}
    struct TimeAdapter: RequiredTime { var time: any TimeService }

    static func registerHandlers(in registry: inout Registry) {
        // BEGIN handler
        struct ShowNote: Decodable { var id: UInt }
        registry.handler("showNote", parameters: ShowNote.self) { request, show in
            try await request.make((any NoteStore).self).note(show.id)
        }
        // END handler
        // BEGIN post
        struct NewNote: Decodable { var text: String }
        struct Book: Decodable { var book: String }
        struct NoteLimit: Decodable { var longest: Int }
        registry.handler("addNote", parameters: Book.self, configuration: NoteLimit.self) { request, place, limit in
            let new = try await request.http.decode(NewNote.self)
            guard new.text.count <= limit.longest else {
                throw HTTPError(.unprocessableContent, message: "a note has at most \(limit.longest) characters")
            }
            let note = try await request.make((any NoteStore).self).add(new.text, to: place.book)
            let location = "/\(place.book)/notes/\(note.id)"
            return try request.http.response(note, status: .created, headers: [.location: location])
        }
        // END post
        // BEGIN login
        struct Login: Decodable { var token: String, name: String }
        registry.interceptor("login", configuration: Login.self) { request, next, login in
            guard try BearerToken(login.token).matches(request.http.headers[.authorization]) else {
                throw HTTPError(.unauthorized)
            }
            var request = request
            request[User.self] = User(name: login.name)
            return try await next(request)
        }
        // END login
        // BEGIN me
        registry.handler("me") { request in request[User.self]?.name ?? "nobody" }
        // END me
        // BEGIN stream
        struct Room: Decodable { var id: String }
        registry.handler("followRoom", parameters: Room.self) { request, room in
            let messages = try await request.make((any Rooms).self).messages(in: room.id)
            let received = try request.http.request.body
            return Response(
                status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
                body: ResponseBody { writer in
                    try await received.consumeWithCancellationOnInboundClose { _ in
                        for await message in messages.cancelOnGracefulShutdown() {
                            try await writer.write(ByteBuffer(string: "data: \(message)\n\n"))
                        }
                    }
                    try await writer.finish(nil)
                })
        }
        // END stream
    }

    static func registerModules(in registry: inout Registry) {
        // BEGIN adapter
        registry.register("clock") { _ in SystemTime() }
            .provides { $0 as any TimeService }
        registry.adapter("adaptTime") { (time: any TimeService) -> any RequiredTime in TimeAdapter(time: time) }
        // END adapter
    }

    static func serve(_ folder: String, token: String) async throws -> some ApplicationProtocol {
        // BEGIN serve
        var registry = Registry()
        registry.handler("hello") { request in "hello, \(request["name"] ?? "nobody")" }

        let logger = Logger(label: "notes")
        let waybill = try await WaybillService(manifests: folder, registry: registry, logger: logger)
        let router = Hummingbird.Router()
        waybill.mountOperations(on: router.group("_waybill"), access: .bearer(token))
        router.add(middleware: try WaybillMiddleware(waybill.router))
        router.get("/own") { _, _ in "a route of the app's own" }
        var app = Application(router: router, logger: logger)
        app.addServices(waybill)
        // END serve
        return app
    }

    static func chooseViews(
        _ waybill: WaybillService, _ router: Hummingbird.Router<BasicRequestContext>
    ) throws {
        // BEGIN views
        router.add(
            middleware: try WaybillMiddleware(waybill.router) { request, _ in
                request.head.authority?.hasPrefix("staff.") == true ? ["staff"] : ["customers"]
            })
        // END views
    }

    static func serveAll(
        _ waybill: WaybillService, at address: BindAddress, operatorAddress: BindAddress, _ logger: Logger
    ) async throws {
        // BEGIN serveAll
        let limits = ConnectionLimits()
        let app = Application(
            responder: try WaybillResponder(router: waybill.router), server: .http1(limits: limits),
            configuration: .init(address: address, limits: limits), logger: logger)
        let operators = waybill.operatorApplication(on: operatorAddress, logger: logger)
        try await waybill.serve([app, operators], drain: .seconds(30), delay: .seconds(5), logger: logger)
        // END serveAll
    }

    static func canary(_ folder: String, _ registry: Registry, _ logger: Logger) async throws -> WaybillService {
        // BEGIN canary
        var options = ReloadOptions()
        options.canary = Canary(share: 0.1, window: .seconds(60), bound: 0.05, minimumOpens: 20)
        let waybill = try await WaybillService(
            manifests: folder, registry: registry, options: options, logger: logger)
        // END canary
        return waybill
    }

    static func secrets(_ folder: String, _ registry: Registry, _ logger: Logger) async throws -> WaybillService {
        // BEGIN environment
        let waybill = try await WaybillService(
            manifests: folder, registry: registry, environment: ProcessInfo.processInfo.environment, logger: logger)
        // END environment
        return waybill
    }

    static func openAndMap(_ router: Waybill.Router) async throws -> Outcome {
        // BEGIN routing
        let outcome = try await router["views"].open("app://notes/42?draft=1")
        let handle = try router.map("app://temporary/:id") { request in request["id"] ?? "" }
        handle.remove()
        // END routing
        return outcome
    }
}
