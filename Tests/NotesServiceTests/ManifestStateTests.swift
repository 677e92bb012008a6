import Foundation
import Testing

/// The behavior of the service with manifests that are invalid at the start, or become invalid while it runs.
@Suite("The notes service and its last good manifests", .timeLimit(.minutes(1)))
@MainActor  // not on the shared pool, which computing tests occupy
struct ManifestStateTests {
    private let folder: RoutesFolder

    init() throws { folder = try RoutesFolder() }

    private func start(_ options: String...) async throws -> (service: ServiceProcess, http: NotesClient) {
        let arguments = ["--routes", folder.routes, "--data", folder.data, "--port", "0"]
        let service = try ServiceProcess(arguments: arguments + options)
        return (service, try NotesClient(address: try #require(await service.address(), "\(service.errors)")))
    }

    private func status(_ http: NotesClient) async throws -> StatusBody {
        try await http("GET", "/_waybill/status", headers: NotesClient.asOperator).decoded()
    }

    @Test(
        "Killed, and started again with invalid manifests, it serves the last good ones, and reports that they are stale"
    )
    func lastGood() async throws {
        let (first, before) = try await start("--state", folder.state)
        try folder.edit("site.yaml", "id: welcome\n    url: /", to: "id: welcome\n    urls: [/, /hello]")
        try await eventually("the new route is live") { try await before("GET", "/hello").status == 200 }
        try await eventually("it is kept") { try await status(before).generation == 2 }
        #expect(await first.stop(by: SIGKILL) == SIGKILL)

        try folder.edit("site.yaml", "handler: welcome", to: "hander: welcome")
        let strict = try ServiceProcess(arguments: ["--routes", folder.routes, "--port", "0", "--state", folder.state])
        #expect(await strict.exitStatus() == 1)

        let (second, http) = try await start("--state", folder.state, "--start", "last-good")
        #expect(try await http("GET", "/hello").status == 200)
        let stale = try await status(http)
        #expect(stale.stale && stale.ready && !stale.healthy)
        #expect(stale.lastAttempt.diagnostics.first == .init(file: folder.path("site.yaml"), line: 9, column: 5))
        #expect(try await http("GET", "/_waybill/ready").body == #"{"ready":true}"#)
        try folder.edit("site.yaml", "hander: welcome", to: "handler: welcome")
        try await eventually("fixed manifests are loaded") { try await !status(http).stale }
        #expect(try await status(http).healthy)
        #expect(await second.stop() == 0)
    }

    @Test("With the policy to wait, it is not ready and answers 503 until the manifests are valid")
    func waits() async throws {
        try folder.edit("site.yaml", "handler: welcome", to: "hander: welcome")
        let (service, http) = try await start("--state", folder.state, "--start", "last-good-or-wait")
        let refusal = try await http("GET", "/")
        #expect(refusal.status == 503 && refusal.headers["retry-after"] == "1")
        #expect(try await http("GET", "/_waybill/ready").status == 503)
        try folder.edit("site.yaml", "hander: welcome", to: "handler: welcome")
        try await eventually("good manifests serve") { try await http("GET", "/").status == 200 }
        // The routes are published first, and the report follows.
        try await eventually("it is ready") { try await http("GET", "/_waybill/ready").status == 200 }
        #expect(await service.stop() == 0)
    }

    @Test("During a canary new manifests serve a share; if they fail, the former ones continue under a new number")
    func canary() async throws {
        let (service, http) = try await start("--canary", "0.5")
        // The module's object is not a response.
        try folder.edit("site.yaml", "handler: welcome", to: "module: notes-in-memory")
        var statuses: [String: Set<Int>] = [:]
        try await eventually("the trial fails") {
            let answer = try await http("GET", "/")
            let generation = try #require(answer.headers["waybill-generation"])
            statuses[generation, default: []].insert(answer.status)
            return generation == "3"
        }
        #expect(statuses == ["1": [200], "2": [500], "3": [200]])
        // A late event of the save may cause one more attempt, which is rejected because the set was withdrawn.
        try await eventually("the history tells why") {
            try await http("GET", "/_waybill/history", headers: NotesClient.asOperator).body.contains(#""canary""#)
        }
        #expect(try await status(http).lastAttempt.result == "failed")
        #expect(try await http("GET", "/").status == 200)
        #expect(await service.stop() == 0)
    }
}
