import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillReload

@testable import WaybillInspector

/// A service whose manifests are in a folder of its own, with the inspector mounted beside the operators' endpoint.
private struct InspectedService {
    let folder: URL
    let waybill: WaybillService
    let counts = RequestCounts()
    private let logger = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }

    init(_ manifest: String) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "inspected-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(manifest.utf8).write(to: folder.appending(path: "a.yaml"))
        var registry = Registry()
        for name in ["list", "show", "other"] { registry.handler(name) { _ in name } }
        registry.handler("fail") { _ -> String in throw HTTPError(.internalServerError) }
        registry.interceptor("login") { request, next in try await next(request) }
        waybill = try await WaybillService(manifests: folder.path, registry: registry, logger: logger)
    }

    func save(_ manifest: String) async throws {
        try Data(manifest.utf8).write(to: folder.appending(path: "a.yaml"))
        await waybill.reloader.reload()
    }

    /// Waits until this many requests of a route are counted. A response may arrive before its request has ended.
    func counted(_ number: Int, of route: String) async {
        while counts.tallies[route]?.requests ?? 0 < number { await Task.yield() }
    }

    /// Serves under a prefix while `body` runs. Nothing follows the files, so that only `save` makes attempts.
    func run(_ body: (HTTPTestClient) async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let router = Hummingbird.Router(context: BasicRequestContext.self)
        let inspector = Inspector(waybill, name: "shop", address: "https://shop.example", counts: counts)
        inspector.mount(on: router.group("p/_waybill"), access: .bearer("t0ken"))
        router.add(
            middleware: try WaybillMiddleware(waybill.router, observers: [.metrics(counts: counts)]))
        try await Application(router: router, logger: logger).test(body)
        await waybill.end()
    }
}

private let shop = """
    waybill: 1
    interceptors: { login: { url: "/admin/**", use: login } }
    routes:
      - { id: list, url: /items, handler: list }
      - { id: show, url: "/items/:id", handler: show }
      - { id: fail, url: /fail, handler: fail }
      - { id: admin, url: /admin/stats, handler: other }
    """

private let token: HTTPFields = [.authorization: "Bearer t0ken"]

extension HTTPTestClient {
    fileprivate func ask(_ question: String, tag: String? = nil) async throws -> HTTPTestResponse {
        var headers = token
        if let tag { headers[.ifNoneMatch] = tag }
        return try await get("/p/_waybill/inspect/api/\(question)", headers: headers)
    }

    fileprivate func part(_ question: String) async throws -> Part {
        Part(try await ask(question).body.readableBytesView)
    }
}

@Suite(.timeLimit(.minutes(1))) struct InspectorServiceTests {
    @Test func `The page needs no token, works under a prefix, and has its own policy of contents`() async throws {
        try await InspectedService(shop).run { client in
            let moved = try await client.get("/p/_waybill/inspect")
            #expect(moved.status == .permanentRedirect && moved.headers[.location] == "inspect/")
            let page = try await client.get("/p/_waybill/inspect/")
            #expect(page.status == .ok && page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
            #expect(page.headers[.xContentTypeOptions] == "nosniff")
            let script = try await client.get("/p/_waybill/inspect/app.js")
            #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
            let tag = try #require(script.headers[.eTag])
            for known in [tag, "W/" + tag, "\"x\", \(tag)", "*"] {
                let again = try await client.get("/p/_waybill/inspect/app.js", headers: [.ifNoneMatch: known])
                #expect(again.status == .notModified && again.body.readableBytes == 0)
            }
            let head = try await client.send(.head, "/p/_waybill/inspect/app.js")
            #expect(head.status == .ok && head.body.readableBytes == 0)
            #expect(head.headers[.contentLength] == "\(script.body.readableBytes)")
            #expect(try await client.get("/p/_waybill/inspect/../secret").status != .ok)
            #expect(try await client.get("/p/_waybill/inspect/none.js").status == .notFound)
        }
    }

    @Test func `The data needs the token of the operators, and nothing can be changed`() async throws {
        try await InspectedService(shop).run { client in
            let path = "/p/_waybill/inspect/api/overview"
            let refused = try await client.get(path)
            #expect(refused.status == .unauthorized && refused.headers[.wwwAuthenticate] == "Bearer")
            #expect(Part(refused.body.readableBytesView).error.code.string == "unauthorized")
            let wrong = try await client.get(path, headers: [.authorization: "Bearer wrong"])
            #expect(wrong.status == .unauthorized)
            let overview = try await client.part("overview")
            #expect(overview.mode.string == "service" && overview.name.string == "shop" && overview.routes.int == 4)
            #expect(overview.counting.isTrue && overview.refusal.isNull)
            for method in [HTTPRequest.Method.post, .put, .delete, .patch] {
                let answer = try await client.send(method, path, headers: token)
                #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET, HEAD")
            }
            #expect(try await client.ask("none").status == .notFound)
            #expect(try await client.ask("routes?limit=x").status == .badRequest)
        }
    }

    @Test func `A tag changes with the generation, and with requests where they are shown`() async throws {
        let service = try await InspectedService(shop)
        try await service.run { client in
            let overview = try #require(try await client.ask("overview").headers[.eTag])
            let routes = try #require(try await client.ask("routes").headers[.eTag])
            #expect(try await client.ask("routes", tag: routes).status == .notModified)
            _ = try await client.get("/items/7")
            await service.counted(1, of: "show")
            #expect(try await client.ask("overview", tag: overview).status == .notModified)
            #expect(try await client.ask("routes", tag: routes).status == .ok)
            try await service.save(shop.replacing("handler: list", with: "handler: other"))
            #expect(try await client.ask("overview", tag: overview).status == .ok)
        }
    }

    @Test func `Requests are counted by route, also over reloads, and those of removed routes end`() async throws {
        let service = try await InspectedService(shop)
        try await service.run { client in
            for path in ["/nothing", "/items/7", "/items/8", "/fail"] { _ = try await client.get(path) }
            await service.counted(2, of: "show")
            await service.counted(1, of: "fail")
            func row(_ id: String) async throws -> Part {
                let answer = try await client.part("routes?q=id:\(id)")
                return answer.routes[0]
            }
            #expect(try await row("show").requests.int == 2)
            let (failing, unused) = (try await row("fail"), try await row("list"))
            #expect(failing.requests.int == 1 && failing.errors.int == 1)
            #expect(unused.requests.int == 0 && unused.last.value == nil)
            let unrequested = try await client.part("routes?q=unrequested:yes")
            #expect(Set(unrequested.routes.list.compactMap(\.id.string)) == ["list", "admin"])
            try await service.save(shop.replacing("id: fail, url: /fail", with: "id: later, url: /later"))
            _ = try await client.get("/items/9")
            await service.counted(3, of: "show")
            #expect(try await row("show").requests.int == 3)
            #expect(service.counts.tallies.keys.sorted() == ["show"])
            #expect(try await client.part("route?id=later").unrequestedSince.int == 2)
            #expect(try await client.part("coverage").requests.reached.int == 1)
        }
    }

    @Test func `A reload shows its cost and its plan, and a rejected one why`() async throws {
        let service = try await InspectedService(shop)
        try await service.run { client in
            try await service.save(shop.replacing("handler: list", with: "handler: other"))
            try await service.save(shop + "\n  - { url: /items, handler: list }\n  - { id: x, url: /y }")
            let reloads = try await client.part("reloads").reloads
            #expect(reloads.list.map(\.outcome.string) == ["refused", "loaded", "loaded"])
            let loaded = try await client.part("reload?number=\(reloads[1].value(of: "number"))")
            #expect(loaded.plan.changes.list.count == 1 && loaded.changes.names.strings == ["~list"])
            #expect(loaded.processorTime.int != nil && loaded.duration.int != nil)
            #if os(Linux)
                #expect(loaded.peakMemory.int ?? 0 > 1 << 20)
            #endif
            let refused = try await client.part("reload?number=\(reloads[0].value(of: "number"))")
            #expect(refused.diagnosticsText.string?.contains("error:") == true && refused.plan.isNull)
            let overview = try await client.part("overview")
            #expect(overview.refusal.summary.string?.hasPrefix("invalid") == true && overview.generation.int == 2)
        }
    }

    @Test func `On the loopback interface no token is needed, and other pages and hosts are refused`() async throws {
        let service = try await InspectedService(shop)
        defer { try? FileManager.default.removeItem(at: service.folder) }
        let inspector = Inspector(service.waybill, name: "shop")
        try await inspector.operatorApplication(on: .hostname("127.0.0.1", port: 0)).test { client in
            let path = "/_waybill/inspect/api/overview"
            #expect(try await client.get(path).status == .ok)
            #expect(try await client.get("/_waybill/ready").status == .ok)
            #expect(try await client.get(path, headers: [.origin: "https://evil.example"]).status == .forbidden)
            let rebound = try await client.execute(uri: path, method: .get, host: "evil.example")
            #expect(rebound.status == .forbidden)
            let page = try await client.execute(uri: "/_waybill/inspect/", method: .get, host: "evil.example")
            #expect(page.status == .forbidden)
        }
        await service.waybill.end()
    }
}

extension Part {
    fileprivate func value(of name: String) -> Int { ((value as? [String: Any])?[name] as? NSNumber)?.intValue ?? 0 }
}
