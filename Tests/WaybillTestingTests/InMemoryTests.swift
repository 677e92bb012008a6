import Testing
import Waybill
import WaybillTesting

@Suite("Testing a router")
struct InMemoryTests {
    @Test("A client tells what an open came to, failures too")
    func client() async throws {
        let router = try Router(manifest: "routes: [{ id: show, url: \"/notes/:id\", handler: show }]") {
            $0.handler("show") { request in request["id"] ?? "" }
        }
        await router.test { client in
            let found = await client.open("/notes/7")
            #expect(found.route == "show" && found.parameters == ["id": "7"])
            #expect(found.destination(as: String.self) == "7")
            let lost = await client.open("/nothing")
            guard case .unmatched = lost.error as? RoutingError else {
                Issue.record("\(lost)")
                return
            }
        }
    }
}
