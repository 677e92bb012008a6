import Hummingbird
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillManifest
import WaybillRules

@Suite("Faults that a canary counts over HTTP", .quietLogs)
struct CanaryFaultTests {
    private struct Broken: Error {}
    private struct Opaque: Sendable {}
    private struct Unencodable: ResponseEncodable { var number = Double.nan }

    private func registry() -> Registry {
        var registry = Registry()
        registry.handler("fine") { _ in "fine" }
        registry.handler("unauthorized") { _ -> String in throw HTTPError(.unauthorized) }
        registry.handler("missing") { _ in Response(status: .notFound) }
        registry.handler("failing") { _ in Response(status: .badGateway) }
        registry.handler("nothing") { _ in String?.none }
        registry.handler("opaque") { _ in Opaque() }
        registry.handler("status") { _ in HTTPResponse.Status.serviceUnavailable }
        registry.handler("nan") { _ in Unencodable() }
        registry.handler("unavailable") { _ -> String in throw HTTPError(.serviceUnavailable) }
        registry.handler("broken") { _ -> String in throw Broken() }
        return registry
    }

    @Test(
        "Responses and errors of 500 and above are faults, whether returned or thrown; those below are not",
        arguments: [
            ("fine", 0), ("nothing", 0), ("opaque", 3), ("unauthorized", 0), ("missing", 0), ("failing", 3),
            ("unavailable", 3), ("broken", 3), ("status", 3), ("nan", 3),
        ])
    func statuses(handler: String, faults: Int) async throws {
        let text = { (name: String) in "waybill: 1\nroutes: [{ url: /one, handler: \(name) }]\n" }
        let router = try Waybill.Router(compilation: .compile(text: text("fine")), registry: registry())
        // A set with the same handler would be an equal set, so the other one has another priority.
        let other = text(handler).replacing(" }]", with: ", priority: 1 }]")
        let successor = try #require(try router.bind(.compile(text: other)))
        let canary = try #require(router.startCanary(successor, share: 1, bound: 1, minimumOpens: 100))
        try await Application(responder: try WaybillResponder(router: router)).test { client in
            for _ in 0..<3 { _ = try await client.get("/one") }
        }
        #expect(canary.summary.hasPrefix("\(faults) of 3 opens failed"))
    }
}
