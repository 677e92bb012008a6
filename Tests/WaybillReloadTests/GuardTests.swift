import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillReports

@testable import WaybillReload

/// A valid set that may still open routes that were protected.
@Suite("Guards of a reload", .timeLimit(.minutes(1)))
struct GuardTests {
    private static let gate = "interceptors: { admins: { url: /admin/**, reject: { reason: no, status: 403 } } }\n"
    private static let routes = manifest(("/one", "one"), ("/admin/stats", "two"))
    private static let tests = "tests: [{ open: /admin/stats, expect: { interceptors: [admins] } }]\n"
    private static let policy = "policies: [{ routes: { urls: [/admin/**] }, need: [admins] }]\n"

    private func service(_ manifest: String, policy: String? = nil) throws -> ReloadingService {
        let service = try ReloadingService.polling(manifest) { $0.runsTests = true }
        if let policy { try service.folder.write(policy, to: "Routes/.waybill.yaml") }
        return service
    }

    @Test("An interceptor that is deleted together with its tests is rejected as lost, unless the reload allows it")
    func lostInterceptor() async throws {
        let service = try service(Self.routes + Self.gate + Self.tests)
        try service.folder.write(Self.routes, to: "Routes/a.yaml")
        let attempt = await service.reloader.reload()
        #expect((attempt.result, attempt.reason) == (.failed, .lostInterceptor))
        let diagnostic = try #require(attempt.diagnostics.first)
        #expect(diagnostic.id == "R003")
        #expect(diagnostic.message == "interceptor 'admins' no longer runs for 'GET /admin/stats'")
        #expect(diagnostic.isAt(service.path(), 4, 12))
        await #expect(throws: RoutingError.self) { try await service.router.open("/admin/stats") }
        let endpoint = ReloadEndpoint(service.reloader, access: .loopback)
        let request = ReloadEndpoint.Request(
            method: "POST", path: "/_waybill/reload", query: "allow=lost-interceptors", isFromLoopback: true)
        #expect(await endpoint.answer(request)?.status == 200)
        #expect(try await service.answer("/admin/stats") == "two")
    }

    @Test("An interceptor that is removed with its routes, or renamed, is not lost")
    func keptInterceptors() async throws {
        let service = try service(Self.routes + Self.gate)
        try service.folder.write(Self.routes + Self.gate.replacing("admins", with: "guard"), to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        try service.folder.write(good, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
    }

    @Test("A new route outside of an interceptor's pattern breaks a policy, as in check")
    func policies() async throws {
        let service = try service(Self.routes + Self.gate, policy: Self.policy)
        let open = Self.gate.replacing("/admin/**", with: "/admin/stats")
        try service.folder.write(Self.routes + "  - { url: /admin/new, handler: one }\n" + open, to: "Routes/a.yaml")
        let attempt = await service.reloader.reload(ReloadPrecondition(allowsLostInterceptors: true))
        #expect((attempt.result, attempt.reason) == (.failed, .policy))
        #expect(attempt.diagnostics.map(\.id) == ["X006"])
        await #expect(throws: RoutingError.self) { try await service.router.open("/admin/new") }
        try service.folder.write(Self.routes + "  - { url: /new, handler: one }\n" + open, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
    }

    @Test("An existing policy error blocks no other change; an error in the configuration blocks every change")
    func knownProblems() async throws {
        let service = try service(Self.routes + Self.gate.replacing("/admin/**", with: "/admins"), policy: Self.policy)
        let changed = (Self.routes + Self.gate).replacing("/admin/**", with: "/admins").replacing("/one", with: "/two")
        try service.folder.write(changed, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .published)
        try service.folder.write("polices: []\n", to: "Routes/.waybill.yaml")
        try service.folder.write(changed.replacing("/two", with: "/three"), to: "Routes/a.yaml")
        let attempt = await service.reloader.reload()
        #expect(attempt.reason == .policy)
        #expect(attempt.diagnostics.first?.id == "G004")
    }
}
