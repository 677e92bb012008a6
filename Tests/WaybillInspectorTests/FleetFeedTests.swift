import Foundation
import Logging
import Synchronization
import Testing
import WaybillReload
import WaybillReports
import WaybillRules

@testable import WaybillInspector

/// A fleet whose store answers when and what the test says.
private final class TestFleet: InspectableFleet {
    struct Silence: Error, CustomStringConvertible { let description = "no member of etcd answers" }

    private struct State {
        var answer: String? = "{\"version\":1}"
        var reads = 0
    }

    let fleetAddress = "etcd://127.0.0.1:2379/shop"
    private let state = Mutex(State())
    /// An element lets a reading end, unless readings end at once.
    private let gate: AsyncStream<Void>?

    init(waitingFor gate: AsyncStream<Void>? = nil) { self.gate = gate }

    /// How often it was read.
    var reads: Int { state.withLock(\.reads) }

    /// - Parameter text: What the next reading returns; `nil` if it fails.
    func answer(_ text: String?) { state.withLock { $0.answer = text } }

    func fleetOverview() async throws -> [UInt8] {
        state.withLock { $0.reads += 1 }
        if let gate { for await _ in gate { break } }
        guard let answer = state.withLock(\.answer) else { throw Silence() }
        return Array(answer.utf8)
    }
}

@Suite(.timeLimit(.minutes(1))) struct FleetFeedTests {
    @Test func `All who look share one reading, and within the interval nobody reads again`() async {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let fleet = TestFleet(waitingFor: gate)
        let feed = FleetFeed(fleet, interval: .seconds(3600))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { _ = await feed.answer() } }
            while fleet.reads == 0 { await Task.yield() }
            opener.yield()
        }
        _ = await feed.answer()
        #expect(fleet.reads == 1)
    }

    @Test func `Without anybody who looks, nothing is read`() async {
        let fleet = TestFleet()
        let endpoint = endpoint(fleet)
        _ = await endpoint.answer(.init(method: "GET", path: "/api/overview", isFromLoopback: true), at: "api/overview")
        #expect(fleet.reads == 0)
    }

    @Test func `The last overview stays when the store is silent, with the fault and its age`() async throws {
        let fleet = TestFleet()
        let feed = FleetFeed(fleet, interval: .zero)
        let first = await feed.answer()
        #expect(Part(first.body).overview.version.int == 1)
        #expect(Part(first.body).fault.isNull && Part(first.body).readAt.isNull)
        #expect(Part(first.body).address.string == fleet.fleetAddress)
        #expect(await feed.answer().tag == first.tag)
        fleet.answer(nil)
        let silent = await feed.answer()
        #expect(silent.tag != first.tag)
        #expect(Part(silent.body).overview.version.int == 1)
        #expect(Part(silent.body).fault.string == "no member of etcd answers")
        #expect(Part(silent.body).readAt.string != nil)
        #expect(await feed.answer().tag == silent.tag)
        fleet.answer("{\"version\":1,\"storage\":9}")
        let back = await feed.answer()
        #expect(Part(back.body).fault.isNull && Part(back.body).overview.storage.int == 9)
    }

    @Test func `A store that never answered is a fault without an overview`() async {
        let fleet = TestFleet()
        fleet.answer(nil)
        let answer = Part(await FleetFeed(fleet).answer().body)
        #expect(answer.overview.isNull && answer.fault.string == "no member of etcd answers" && answer.readAt.isNull)
    }

    // MARK: The endpoint

    private func endpoint(
        _ fleet: TestFleet?, access: ReloadEndpoint.Access = .loopback, mode: InspectorState.Mode = .service
    ) -> InspectorEndpoint {
        let source = FolderSource(mode: mode)
        source.record(.compile(text: notes, path: "Routes/a.yaml"), .standard, ReloadCost(seconds: 0.001))
        return InspectorEndpoint(
            source, .init(name: "test", address: ""), access: access, logger: Logger(label: "test"), counts: nil,
            pages: [:], fleet: fleet.map { FleetFeed($0, interval: .zero) })
    }

    private func request(_ name: String, _ headers: [String: String] = [:], method: String = "GET")
        -> ReloadEndpoint.Request
    {
        ReloadEndpoint.Request(method: method, path: "/api/\(name)", headers: headers, isFromLoopback: true)
    }

    @Test func `The answer has the headers and tags of all others, needs the token, and is read with GET alone`() async
    {
        let fleet = TestFleet()
        let closed = endpoint(fleet, access: .bearer("t0ken"))
        #expect(await closed.answer(request("fleet"), at: "api/fleet").status == 401)
        #expect(await closed.answer(request("fleet", method: "POST"), at: "api/fleet").status == 405)
        #expect(fleet.reads == 0)
        let token = ["authorization": "Bearer t0ken"]
        let answer = await closed.answer(request("fleet", token), at: "api/fleet")
        #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
        #expect(answer.headers["cache-control"] == "private, no-cache")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        let tag = answer.headers["etag"] ?? ""
        let known = token.merging(["if-none-match": tag]) { $1 }
        let again = await closed.answer(request("fleet", known), at: "api/fleet")
        #expect(again.status == 304 && again.body.isEmpty)
        fleet.answer("{\"version\":1,\"storage\":9}")
        #expect(await closed.answer(request("fleet", known), at: "api/fleet").status == 200)
    }

    @Test func `Only a page with a fleet has the view`() async {
        let without = endpoint(nil)
        #expect(await without.answer(request("fleet"), at: "api/fleet").status == 404)
        let overview = await without.answer(request("overview"), at: "api/overview")
        #expect(Part(overview.body).fleet.value as? Bool == false)
        let with = await endpoint(TestFleet()).answer(request("overview"), at: "api/overview")
        #expect(Part(with.body).fleet.isTrue)
    }

    @Test func `The routes of a published set follow the fleet while somebody looks at them`() async {
        let fleet = TestFleet()
        let published = endpoint(fleet, mode: .fleet)
        let answer = await published.answer(request("overview"), at: "api/overview")
        #expect(Part(answer.body).mode.string == "fleet")
        while fleet.reads == 0 { await Task.yield() }
    }
}
