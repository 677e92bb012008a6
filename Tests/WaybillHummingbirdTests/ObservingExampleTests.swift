import Foundation
import Hummingbird
import Logging
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillReload

@Suite("WaybillHummingbird.md, about observing", .quietLogs)
struct ObservingExampleTests {
    private func text(_ path: String) throws -> String {
        let root = (0..<3).reduce(URL(filePath: #filePath).resolvingSymlinksInPath()) { url, _ in
            url.deletingLastPathComponent()
        }
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("Its Swift is the code that this test compiles, word for word")
    func swift() throws {
        let source = try text("Tests/WaybillHummingbirdTests/ObservingExample.swift")
        let parts = source.matches(of: #/        // BEGIN \w+\n((?:.*\n)*?)        // END/#).map { match in
            match.output.1.split(separator: "\n").map { "\($0.dropFirst(8))\n" }.joined()
        }
        let article = try text("Sources/WaybillHummingbird/WaybillHummingbird.docc/WaybillHummingbird.md")
        let shown = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(Set(parts).isSubset(of: shown) && parts.count == 3)
    }

    @Test("Operators read metrics with the token, if there are any")
    func operations() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "observing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("waybill: 1\nroutes: [{ url: /a, handler: a }]\n".utf8).write(to: folder.appending(path: "a.yaml"))
        let slowOpens = ObservingExample.SlowOpens()
        var registry = Registry()
        registry.handler("a") { _ in "a" }
        ObservingExample.register(in: &registry, slowOpens)
        let logger = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
        let waybill = try await WaybillService(manifests: folder.path, registry: registry, logger: logger)
        let router = try ObservingExample.serve(waybill, token: "t0ken", ObservingExample.Exporter())
        waybill.mountOperations(on: router.group("plain"), access: .bearer("t0ken"))
        try await Application(router: router, logger: logger).test { client in
            let token: HTTPFields = [.authorization: "Bearer t0ken"]
            #expect(try await client.execute(uri: "/a", method: .get).status == .ok)
            #expect(try await client.execute(uri: "/_waybill/metrics", method: .get).status == .unauthorized)
            let answer = try await client.execute(uri: "/_waybill/metrics", method: .get, headers: token)
            #expect(String(buffer: answer.body) == "up 1\n")
            #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(try await client.execute(uri: "/plain/metrics", method: .get, headers: token).status == .notFound)
        }
        #expect(slowOpens.all == ["/a"])
    }
}
