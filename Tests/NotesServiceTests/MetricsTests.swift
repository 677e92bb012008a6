import Foundation
import Testing

@Suite("The notes service's metrics", .timeLimit(.minutes(1)))
@MainActor  // not on the shared pool, which computing tests occupy
struct MetricsTests {
    @Test("Operators read them, with the templates of the routes and what reloads count")
    func served() async throws {
        let folder = try RoutesFolder()
        let service = try ServiceProcess("--routes", folder.routes, "--port", "0")
        let http = try NotesClient(address: try #require(await service.address(), "\(service.errors)"))
        let id = UUID().uuidString
        #expect(try await http("GET", "/notes/\(id)").status == 404)
        #expect(try await http("GET", "/_waybill/metrics").status == 401)
        let answer = try await http("GET", "/_waybill/metrics", headers: NotesClient.asOperator)
        #expect(answer.status == 200 && answer.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
        #expect(
            answer.body.contains(
                #"waybill_requests_total{http_request_method="GET",http_response_status_code="404",http_route="/notes/{id}"} 1"#
            ), "\(answer.body)")
        #expect(answer.body.contains("# TYPE http_server_request_duration_seconds histogram"))
        #expect(answer.body.contains("waybill_config_last_reload_successful 1"))
        #expect(!answer.body.contains(id))
        #expect(await service.stop() == 0)
    }
}
