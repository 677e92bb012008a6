import Foundation
import Testing
import Waybill
import WaybillManifest

@testable import WaybillReload

@Suite("What operators ask over HTTP", .timeLimit(.minutes(1)))
struct ReloadEndpointTests {
    private let service: ReloadingService
    private let endpoint: ReloadEndpoint

    init() throws {
        service = try ReloadingService.polling(good)
        endpoint = ReloadEndpoint(service.reloader, access: .bearer("t0ken"))
    }

    private func ask(
        _ method: String, _ resource: String, query: String? = nil, _ headers: [String: String] = [:]
    ) async throws -> (status: Int, etag: String?, json: [String: Any]) {
        let request = ReloadEndpoint.Request(
            method: method, path: "/_waybill/\(resource)", query: query,
            headers: headers.merging(["authorization": "Bearer t0ken"]) { given, _ in given })
        let answer = try #require(await endpoint.answer(request))
        let json = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        return (answer.status, answer.headers["etag"], json ?? [:])
    }

    @Test("A reload that is live is 200, one with a bad file 422 with what is wrong, and what waits is 202")
    func reload() async throws {
        try service.folder.write(broken, to: "Routes/a.yaml")
        let failure = try await ask("POST", "reload")
        #expect(failure.status == 422)
        #expect(failure.json["reason"] as? String == "invalid")
        #expect((failure.json["diagnostics"] as? [[String: Any]])?.first?["line"] as? Int == 3)
        try service.folder.write(better, to: "Routes/a.yaml")
        let success = try await ask("POST", "reload")
        #expect((success.status, success.json["result"] as? String) == (200, "published"))
        #expect(try await service.answer("/two") == "two")
        #expect(try await ask("POST", "reload", ["prefer": "respond-async"]).status == 202)
    }

    @Test("A stale tag is 412, and changes nothing")
    func staleTag() async throws {
        let tag = try #require(try await ask("GET", "status").etag)
        try service.folder.write(better, to: "Routes/a.yaml")
        #expect(try await ask("POST", "reload", ["if-match": tag]).status == 200)
        try service.folder.write(good, to: "Routes/a.yaml")
        let stale = try await ask("POST", "reload", ["if-match": tag])
        #expect(stale.status == 412 && stale.etag != tag)
        #expect(try await service.answer("/two") == "two")
        #expect(try await ask("POST", "reload", ["if-match": "*"]).status == 200)
    }

    @Test("Routes that are lost on purpose are asked for")
    func loss() async throws {
        try service.folder.write(manifest(routes: 50), to: "Routes/a.yaml")
        #expect(try await ask("POST", "reload").status == 200)
        try service.folder.write(good, to: "Routes/a.yaml")
        #expect(try await ask("POST", "reload").json["reason"] as? String == "too-many-removals")
        #expect(try await ask("POST", "reload", query: "allow=removals").status == 200)
    }

    @Test("The manifests that serve are told as they were written, and compile to the same again")
    func manifests() async throws {
        let answer = try await ask("GET", "status/manifests")
        #expect(answer.status == 200)
        let files = try #require(answer.json["files"] as? [[String: String]])
        #expect(files.map { $0["text"] } == [good])
        let compilation = Compilation.compile(text: good)
        #expect(answer.json["digest"] as? String == compilation.digest)
        #expect(answer.etag == "\"\(compilation.digest)\"")
        #expect(try await ask("POST", "status/manifests").status == 405)
    }

    @Test("Readiness tells the generation that answers, whatever is published meanwhile")
    func readiness() async throws {
        let (texts, folder, reloader) = ([good, better], service.folder, service.reloader)
        let digests = Shared([1: reloader.status.digest])
        let isWriting = Shared(true)
        let writing = Task {
            defer { isWriting.change { $0 = false } }
            for round in 1...40 {
                try folder.write(texts[round % 2], to: "Routes/a.yaml")
                let attempt = await reloader.reload()
                digests.change { $0[attempt.generation] = attempt.digest }
            }
        }
        var answers: [(Int, String)] = []
        while isWriting.value {
            let answer = try await ask("GET", "ready")
            #expect(answer.status == 200)
            let digest = try #require(answer.json["digest"] as? String)
            answers.append((try #require(answer.json["generation"] as? Int), digest))
            await Task.yield()
        }
        try await writing.value
        for (generation, digest) in answers { #expect(digests.value[generation] == digest) }
    }

    @Test("Without the token, or from elsewhere, nothing is answered, and nothing reloaded")
    func access() async throws {
        #expect(try await ask("POST", "reload", ["authorization": "Bearer t0kem"]).status == 403)
        #expect(try await ask("GET", "status", ["authorization": "Bearer "]).status == 403)
        #expect(try await ask("GET", "status", ["authorization": "t0ken"]).status == 403)
        #expect(try await ask("GET", "status", ["authorization": "bEARER  t0ken"]).status == 200)
        let request = ReloadEndpoint.Request(method: "POST", path: "/_waybill/reload")
        #expect(await endpoint.answer(request)?.status == 401)
        let local = ReloadEndpoint(service.reloader, access: .loopback)
        #expect(await local.answer(request)?.status == 403)
        #expect(service.reloader.status.lastAttempt.number == 1)
        let near = ReloadEndpoint.Request(method: "POST", path: "/_waybill/reload", isFromLoopback: true)
        #expect(await local.answer(near)?.status == 200)
        let open = ReloadEndpoint(service.reloader, access: .bearer(""))
        #expect(
            await open.answer(.init(method: "GET", path: "/_waybill/status", headers: ["authorization": "Bearer "]))?
                .status == 403)
        #expect(try await ask("GET", "reload").status == 405)
        #expect(await endpoint.answer(.init(method: "GET", path: "/elsewhere")) == nil)
    }
}
