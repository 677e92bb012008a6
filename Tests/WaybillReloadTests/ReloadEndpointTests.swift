import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTestSupport

@testable import WaybillReload

@Suite("Requests of operators over HTTP", .timeLimit(.minutes(1)))
struct ReloadEndpointTests {
    private let service: ReloadingService
    private let endpoint: ReloadEndpoint

    init() throws {
        service = try ReloadingService.polling(good)
        endpoint = ReloadEndpoint(service.reloader, access: .bearer("t0ken"), logger: RecordedLog().logger)
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

    @Test("A published reload is 200, one with an invalid file 422 with the problems, and a waiting one 202")
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

    @Test("An intended removal of routes must be requested")
    func loss() async throws {
        try service.folder.write(manifest(routes: 50), to: "Routes/a.yaml")
        #expect(try await ask("POST", "reload").status == 200)
        try service.folder.write(good, to: "Routes/a.yaml")
        #expect(try await ask("POST", "reload").json["reason"] as? String == "too-many-removals")
        #expect(try await ask("POST", "reload", query: "allow=removals").status == 200)
    }

    @Test("'If-Match' is a list of which one must be current; weak tags never match")
    func tagList() async throws {
        let tag = try #require(try await ask("GET", "status").etag)
        for list in [
            "\"a\", \(tag)", "\(tag), \"b,c\"", "\"a\",\(tag),\"b\"", tag.replacing("\"", with: ""), "\"a\", *",
        ] {
            #expect(try await ask("POST", "reload", ["if-match": list]).status == 200, "\(list)")
        }
        for list in ["\"a\", \"b\"", "W/\(tag)", "\"a\", W/\(tag)", "\"x\(tag.dropFirst())", "", ","] {
            #expect(try await ask("POST", "reload", ["if-match": list]).status == 412, "\(list)")
        }
    }

    @Test("The manifests of the current generation are returned without secrets, and with the same routes")
    func secretManifests() async throws {
        let service = try ReloadingService.polling(
            good, register: { $0.handler("keyed", configuration: [String: String].self) { _, _ in "keyed" } })
        let text = """
            \(good)  - url: /k
                handler: keyed
                with:
                  key: s3cr3t-one # was s3cr3t-two
                  other: 's3cr3t it''s'
                  more: |-
                    s3cr3t
                    s3cr3t
              - { handler: keyed, with: { key: s3cr3t }, url: /l, summary: "a #b" } # s3cr3t
              - { handler: one, url: "/:width/:config", params: { width: int, config: [a, b] } }
            # https://user:s3cr3t@host/

            """
        try service.folder.write(text, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        let local = ReloadEndpoint(service.reloader, access: .bearer("t0ken"), logger: RecordedLog().logger)
        let answer = try #require(
            await local.answer(
                .init(
                    method: "GET", path: "/_waybill/status/manifests", headers: ["authorization": "Bearer t0ken"])))
        let archive = try JSONDecoder().decode(ManifestArchive.self, from: Data(answer.body))
        let archived = try #require(archive.files.first?.text)
        #expect(!archived.contains("s3cr3t") && archived.contains("key: xxxxxxxxxx # xxx xxxxxxxxxx"), "\(archived)")
        let compilation = Compilation.compile(files: archive.manifests)
        #expect(compilation.diagnostics.isEmpty && compilation.set.routes.count == 4)
    }

    @Test("The current manifests are returned as they were written, and compile to the same again")
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

    @Test("Everybody may ask whether it is ready and live, and nothing else")
    func probes() async throws {
        for access in [ReloadEndpoint.Access.bearer("t0ken"), .loopback] {
            let endpoint = ReloadEndpoint(service.reloader, access: access, logger: RecordedLog().logger)
            let answers = [
                await endpoint.answer(.init(method: "GET", path: "/_waybill/ready")),
                await endpoint.answer(.init(method: "HEAD", path: "/_waybill/live")),
            ].compactMap(\.self)
            #expect(answers.map(\.status) == [200, 200])
            #expect(
                answers.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"ready":true}"#, #"{"live":true}"#])
            #expect(answers.allSatisfy { $0.headers["etag"] == nil && $0.headers["cache-control"] == "no-store" })
            #expect(
                await endpoint.answer(.init(method: "POST", path: "/_waybill/live"))?.headers["allow"] == "GET, HEAD")
        }
    }

    @Test("The status belongs to one generation, whatever is published meanwhile")
    func oneGeneration() async throws {
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
            let answer = try await ask("GET", "status")
            #expect(answer.status == 200)
            let digest = try #require(answer.json["digest"] as? String)
            answers.append((try #require(answer.json["generation"] as? Int), digest))
            await Task.yield()
        }
        try await writing.value
        for (generation, digest) in answers { #expect(digests.value[generation] == digest) }
    }

    @Test("Without the token, or from another machine, nothing is answered, and nothing reloaded")
    func access() async throws {
        #expect(try await ask("POST", "reload", ["authorization": "Bearer t0kem"]).status == 401)
        #expect(try await ask("GET", "status", ["authorization": "Bearer "]).status == 401)
        #expect(try await ask("GET", "status", ["authorization": "t0ken"]).status == 401)
        #expect(try await ask("GET", "status", ["authorization": "bEARER  t0ken"]).status == 200)
        let request = ReloadEndpoint.Request(method: "POST", path: "/_waybill/reload")
        #expect(await endpoint.answer(request)?.status == 401)
        let local = ReloadEndpoint(service.reloader, access: .loopback, logger: RecordedLog().logger)
        #expect(await local.answer(request)?.status == 403)
        #expect(service.reloader.status.lastAttempt.number == 1)
        let near = ReloadEndpoint.Request(method: "POST", path: "/_waybill/reload", isFromLoopback: true)
        #expect(await local.answer(near)?.status == 200)
        let open = ReloadEndpoint(service.reloader, access: .bearer(""), logger: RecordedLog().logger)
        #expect(
            await open.answer(.init(method: "GET", path: "/_waybill/status", headers: ["authorization": "Bearer "]))?
                .status == 401)
        #expect(try await ask("GET", "reload").status == 405)
        #expect(await endpoint.answer(.init(method: "GET", path: "/elsewhere")) == nil)
    }

    @Test("Wrong tokens are logged, and after ten in a minute their sender is refused; others are not")
    func wrongTokens() async throws {
        let (log, clock) = (RecordedLog(), ManualClock())
        let service = try ReloadingService.polling(good, clock: clock)
        let endpoint = ReloadEndpoint(service.reloader, access: .bearer("t0ken"), logger: log.logger)
        func ask(_ token: String, from address: String) async -> ReloadEndpoint.Answer? {
            await endpoint.answer(
                .init(
                    method: "GET", path: "/_waybill/status", headers: ["authorization": "Bearer \(token)"],
                    remoteAddress: address))
        }
        for _ in 0..<10 {
            let answer = await ask("wrong", from: "192.0.2.1")
            #expect(answer?.status == 401 && answer?.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
        }
        let refusal = await ask("t0ken", from: "192.0.2.1")
        #expect(refusal?.status == 429 && refusal?.headers["retry-after"] == "60")
        #expect(await ask("t0ken", from: "192.0.2.2")?.status == 200)
        #expect(log.warnings.count == 10 && !log.all.joined().contains("wrong\""))
        clock.advance(by: .seconds(60))
        #expect(await ask("t0ken", from: "192.0.2.1")?.status == 200)
    }

    @Test("Thousands of clients with wrong tokens are refused together, but none with the right one")
    func manyWrongTokens() async throws {
        let log = RecordedLog()
        let service = try ReloadingService.polling(good, clock: ManualClock())
        let endpoint = ReloadEndpoint(service.reloader, access: .bearer("t0ken"), logger: log.logger)
        func status(_ token: String, from address: String) async -> Int? {
            let headers = ["authorization": "Bearer \(token)"]
            return await endpoint.answer(
                .init(method: "GET", path: "/_waybill/status", headers: headers, remoteAddress: address))?.status
        }
        for number in 0..<1000 { #expect(await status("t0ken", from: "good \(number)") == 200) }
        for _ in 0..<10 { #expect(await status("wrong", from: "bad") == 401) }
        #expect(await status("wrong", from: "bad") == 429)
        for number in 0..<999 { #expect(await status("wrong", from: "\(number)") == 401) }
        for number in 1000..<1010 { #expect(await status("wrong", from: "\(number)") == 401) }
        for number in 2000..<2010 { #expect(await status("wrong", from: "\(number)") == 429) }
        #expect(await status("t0ken", from: "2000") == 200)
        #expect(log.warnings.count == 1019)
    }

    @Test(
        "Without a token only programs on this machine are answered: no proxy, and no page of another origin",
        arguments: [
            (["host": "localhost:8081"], 200), (["host": "127.0.0.1"], 200), (["host": "[::1]:80"], 200),
            (["host": "LOCALHOST", "origin": "http://localhost:3000"], 200), ([:], 200),
            (["host": "evil.example"], 403), (["host": "127.0.0.1.evil.example"], 403), (["host": "127.1"], 403),
            (["host": "localhost.evil.example:80"], 403), (["host": "[::1].evil.example"], 403),
            (["host": "localhost", "origin": "https://evil.example"], 403), (["origin": "null"], 403),
            (["origin": "http://localhost.evil.example"], 403), (["forwarded": "for=192.0.2.1"], 403),
            (["x-forwarded-for": "192.0.2.1"], 403), (["x-forwarded-host": "a"], 403),
        ])
    func loopback(headers: [String: String], status: Int) async {
        let local = ReloadEndpoint(service.reloader, access: .loopback, logger: RecordedLog().logger)
        let request = ReloadEndpoint.Request(
            method: "GET", path: "/_waybill/status", headers: headers, isFromLoopback: true)
        #expect(await local.answer(request)?.status == status)
    }
}
