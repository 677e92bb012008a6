import Foundation
import Testing

/// The real executable with a copy of `Routes/`, over real HTTP.
@Suite("The notes service, end to end", .timeLimit(.minutes(1)))
@MainActor  // not on the shared pool, which computing tests occupy
struct EndToEndTests {
    @Test("Notes are created, read, listed, changed and deleted while the manifests change under the service")
    func lifeOfAService() async throws {
        let folder = try RoutesFolder()
        let service = try ServiceProcess(
            "--routes", folder.routes, "--data", folder.data, "--port", "0",
            environment: ["NOTES_ADMIN_TOKEN": "open-admin"])
        let http = try NotesClient(address: try #require(await service.address(), "\(service.errors)"))

        try await keepsNotes(http)
        try await answersUnknownPaths(http)
        try await protectsAdmin(http)
        try await changesPatterns(http, folder)
        try await survivesBrokenManifests(http, folder, service)
        let kept = try await switchesStores(http, folder)
        #expect(await service.stop() == 0)

        try await findsNotesAgain(kept, folder)
    }

    @Test("Without a token, or with an empty one, /admin rejects every request", arguments: [nil, ""])
    func closedAdmin(token: String?) async throws {
        let folder = try RoutesFolder()
        let service = try ServiceProcess(
            "--routes", folder.routes, "--port", "0", environment: token.map { ["NOTES_ADMIN_TOKEN": $0] } ?? [:])
        let http = try NotesClient(address: try #require(await service.address(), "\(service.errors)"))
        for shown in ["letmein", "", "${NOTES_ADMIN_TOKEN:-}"] {
            let answer = try await http("GET", "/admin/stats", headers: ["Authorization": "Bearer \(shown)"])
            #expect(answer.status == 401)
        }
        #expect(await service.stop() == 0)
    }

    @Test("Without a token, the operators' endpoint only listens on its own port or socket")
    func operators() async throws {
        let folder = try RoutesFolder()
        let service = try ServiceProcess(
            "--routes", folder.routes, "--port", "0", "--operators", "0", environment: ["NOTES_OPERATOR_TOKEN": ""])
        let http = try NotesClient(address: try #require(await service.address(), "\(service.errors)"))
        #expect(try await http("GET", "/_waybill/ready").status == 200)
        for (method, path) in [("GET", "status"), ("GET", "status/manifests"), ("POST", "reload")] {
            let refusal = try await http(method, "/_waybill/\(path)", headers: ["Authorization": "Bearer "])
            #expect(refusal.status == 401 && refusal.headers["www-authenticate"] != nil)
        }
        try await eventually("the other port is told") {
            service.errors.contains("operators' endpoint listens on 127.0.0.1:")
        }
        let port = try #require(service.errors.firstMatch(of: /endpoint listens on 127.0.0.1:(\d+)/)?.1)
        let local = try NotesClient(address: "http://127.0.0.1:\(port)")
        #expect(try await local("GET", "/_waybill/status").status == 200)
        #expect(try await local("POST", "/_waybill/reload").status == 200)
        #expect(try await local("GET", "/notes").status == 404)
        #expect(try await local("GET", "/_waybill/status", headers: ["X-Forwarded-For": "192.0.2.1"]).status == 403)
        #expect(await service.stop() == 0)

        let second = try ServiceProcess(
            "--routes", folder.routes, "--port", "0", "--operators", folder.data + ".socket",
            environment: ["NOTES_OPERATOR_TOKEN": ""])
        _ = try #require(await second.address(), "\(second.errors)")
        try await eventually("the socket is told") {
            second.errors.contains("operators' endpoint listens on \(folder.data)")
        }
        #expect(try await NotesClient(socket: folder.data + ".socket")("GET", "/_waybill/status").status == 200)
        #expect(await second.stop() == 0)
    }

    // MARK: Steps

    private func keepsNotes(_ http: NotesClient) async throws {
        let created = try await http("POST", "/notes", #"{"title": "Milk", "text": "2 liters"}"#)
        #expect(created.status == 201)
        let note: NoteBody = try created.decoded()
        let path = try #require(created.headers["location"])
        #expect(path == "/notes/\(note.id.uuidString)")

        let read = try await http("GET", path)
        #expect(read.status == 200)
        #expect(read.headers["content-type"]?.hasPrefix("application/json") == true)
        #expect(try read.decoded() == note)
        #expect(try await http("GET", "/notes").decoded([NoteBody].self) == [note])

        let replaced = try await http("PUT", path, #"{"title": "Bread"}"#)
        #expect(try replaced.decoded() == NoteBody(id: note.id, title: "Bread", text: ""))
        let edited = try await http("PATCH", path, #"{"text": "rye"}"#)
        #expect(try edited.decoded() == NoteBody(id: note.id, title: "Bread", text: "rye"))

        let moved = try await http("GET", "/old" + path)
        #expect(try moved.decoded(NoteBody.self).id == note.id)
        let head = try await http("HEAD", path)
        #expect(head.status == 200)
        #expect(head.body.isEmpty)

        #expect(try await http("DELETE", path).status == 204)
        #expect(try await http("GET", path).status == 404)
        #expect(try await http("DELETE", path).status == 404)
    }

    private func answersUnknownPaths(_ http: NotesClient) async throws {
        let nowhere = try await http("GET", "/nothing/here")
        #expect(nowhere.status == 404)
        #expect(nowhere.body.contains("/nothing/here"))
        #expect(nowhere.body.hasPrefix(#"{"error":{"message":"#))

        let wrongMethod = try await http("DELETE", "/notes")
        #expect(wrongMethod.status == 405)
        #expect(wrongMethod.headers["allow"] == "GET, HEAD, POST")
        let options = try await http("OPTIONS", "/notes")
        #expect(options.status == 204 && options.headers["allow"] == "GET, HEAD, OPTIONS, POST")

        #expect(try await http("GET", "/notes/%00").status == 400)
        #expect(try await http("POST", "/notes", "not JSON").status == 400)
        #expect(try await http("POST", "/notes", #"{"title": " "}"#).status == 422)
        let tooLong = try await http("POST", "/notes", String(repeating: "x", count: 3_000_000))
        #expect(tooLong.status == 413 && tooLong.body == #"{"error":{"message":"Content Too Large"}}"#)
        #expect(try await http("GET", "/").body.contains("Notes"))
    }

    private func protectsAdmin(_ http: NotesClient) async throws {
        #expect(try await http("GET", "/admin/stats").status == 401)
        let wrong = try await http("GET", "/admin/stats", headers: ["Authorization": "Bearer wrong"])
        #expect(wrong.status == 401 && wrong.headers["www-authenticate"] == "Bearer")
        #expect(wrong.body.hasPrefix(#"{"error":{"message":"#))
        let right = try await http("GET", "/admin/stats", headers: ["Authorization": "Bearer open-admin"])
        #expect(right.status == 200)
        #expect(right.body.contains(#""notes":0"#) && right.body.contains(#""stores":1"#))
        #expect(right.body.contains(#""user":"admin""#))
        #expect(right.headers["waybill-generation"] == "1" && wrong.headers["waybill-generation"] == "1")
        // Scheme names are case-insensitive (RFC 9110).
        #expect(try await http("GET", "/admin/stats", headers: ["Authorization": "bEARER open-admin"]).status == 200)
        // Unknown paths are also behind the interceptor.
        #expect(try await http("GET", "/admin/nothing").status == 401)
    }

    private func changesPatterns(_ http: NotesClient, _ folder: RoutesFolder) async throws {
        let before = try await status(http).generation
        #expect(try await http("GET", "/all-notes").status == 404)
        try folder.edit("notes.yaml", "url: /notes\n    methods: [GET]", to: "url: /all-notes\n    methods: [GET]")
        try folder.edit("notes.yaml", "- open: /notes\n    expect", to: "- open: /all-notes\n    expect")
        try folder.edit("admin.yaml", "- open: /notes\n    expect", to: "- open: /all-notes\n    expect")
        try await eventually("the new pattern is live") {
            try await http("GET", "/all-notes").status == 200
        }
        #expect(try await http("GET", "/notes").status == 405)
        try await eventually("the status tells it") {
            try await status(http).generation > before
        }
    }

    private func survivesBrokenManifests(
        _ http: NotesClient, _ folder: RoutesFolder, _ service: ServiceProcess
    ) async throws {
        let before = try await status(http)
        try folder.edit("site.yaml", "handler: welcome", to: "hander: welcome")
        try await eventually("the status tells the failure") { try await !status(http).healthy }
        let failed = try await status(http)
        #expect(failed.generation == before.generation)
        #expect(failed.lastAttempt.result == "failed")
        #expect(
            failed.lastAttempt.diagnostics.contains { $0 == .init(file: folder.path("site.yaml"), line: 9, column: 5) })
        #expect(try await http("GET", "/").status == 200)
        #expect(try await http("GET", "/all-notes").status == 200)
        try await eventually("the log shows the caret") {
            service.errors.contains("site.yaml:9:5: error:") && service.errors.contains("^~~~~~")
        }

        try folder.edit("site.yaml", "hander: welcome", to: "handler: welcome")
        try await eventually("the fixed manifest is loaded") { try await status(http).healthy }
        #expect(try await status(http).generation == before.generation)
    }

    /// - Returns: The path of a note that was kept on disk.
    private func switchesStores(_ http: NotesClient, _ folder: RoutesFolder) async throws -> String {
        #expect(try await http("POST", "/notes", #"{"title": "In memory"}"#).status == 201)
        #expect(try await http("GET", "/all-notes").decoded([NoteBody].self).count == 1)
        try folder.edit("modules.yaml", "default: notes-in-memory", to: "default: notes-on-disk")
        try await eventually("the store on disk serves") {
            try await http("GET", "/all-notes").decoded([NoteBody].self).isEmpty
        }
        let kept = try await http("POST", "/notes", #"{"title": "On disk"}"#)
        #expect(kept.status == 201)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.data)
        #expect(files.count == 1)
        return try #require(kept.headers["location"])
    }

    private func findsNotesAgain(_ path: String, _ folder: RoutesFolder) async throws {
        let service = try ServiceProcess(
            "--routes", folder.routes, "--data", folder.data, "--port", "0",
            environment: ["NOTES_ADMIN_TOKEN": "sesame"])
        let http = try NotesClient(address: try #require(await service.address(), "\(service.errors)"))
        let found = try await http("GET", path)
        #expect(try found.decoded(NoteBody.self).title == "On disk")
        #expect(try await http("GET", "/admin/stats", headers: ["Authorization": "Bearer sesame"]).status == 200)
        #expect(await service.stop(by: SIGINT) == 0)
    }

    private func status(_ http: NotesClient) async throws -> StatusBody {
        let answer = try await http("GET", "/_waybill/status", headers: NotesClient.asOperator)
        #expect(answer.status == 200)
        return try answer.decoded()
    }
}
