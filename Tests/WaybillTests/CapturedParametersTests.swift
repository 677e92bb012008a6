import Testing
import Waybill
import WaybillTesting

@Suite("Handlers of generated parameters")
struct CapturedParametersTests {
    private enum Size: String, CaseIterable, Sendable { case small, large }

    private struct Shown: CapturedParameters {
        static let route = DeclaredRoute(
            id: "show", urls: ["/:id/:size", "/:id/:size/:page"],
            params: ["id": .int, "size": .oneOf(["small", "large"])])

        let id: Int
        let size: Size
        let page: String?

        init(_ request: RouteParameters) throws(InvalidParameter) {
            id = try request.require("id", as: Int.self)
            size = try request.require("size", foldingCaseOf: Size.self)
            page = try request.get("page", as: String.self)
        }
    }

    private func router(_ manifest: String) throws -> Router {
        try Router(manifest: manifest) { registry in
            registry.handler("show", captures: Shown.self) { _, shown in
                "\(shown.id) \(shown.size) \(shown.page ?? "-")"
            }
        }
    }

    @Test("A handler gets what its route captures")
    func values() async throws {
        let router = try router(
            "routes: [{ urls: [/:id/:size, /:id/:size/:page], params: { id: int, size: [small, large] }, handler: show }]"
        )
        #expect(try await router.open("/7/small").destination as? String == "7 small -")
        #expect(try await router.open("/-7/large/a%2Fb").destination as? String == "-7 large a/b")
    }

    @Test("A list is read without case if the manifests compare it so")
    func folding() async throws {
        let router = try router(
            """
            settings: { case_sensitive: false }
            routes: [{ url: "/:id/:size", params: { id: int, size: [small, large] }, handler: show }]
            """)
        #expect(try await router.open("/7/LARGE").destination as? String == "7 large -")
    }

    @Test(
        "A route that does not capture what the handler reads is rejected",
        arguments: [
            (
                "{ url: /:size, handler: show }",
                "handler 'show' requires the parameter 'id', which '/:size' does not capture"
            ),
            (
                "{ url: /:id/:size, params: { id: slug }, handler: show }",
                "handler 'show' reads the parameter 'id' as Int, but the route accepts other values"
            ),
            (
                "{ url: /:id/:size, params: { id: uint }, handler: show }",
                "handler 'show' reads the parameter 'id' as Int, but the route accepts other values"
            ),
            (
                "{ url: /:id/:size, params: { size: [small] }, handler: show }",
                "handler 'show' reads the parameter 'id' as Int, but the route accepts other values"
            ),
            (
                "{ url: /:id/:size, params: { id: int }, handler: show }",
                "handler 'show' reads the parameter 'size' as [small, large], but the route accepts other values"
            ),
            (
                "{ url: /:id/:size, params: { size: [small, huge] }, handler: show }",
                "handler 'show' reads the parameter 'size' as [small, large], but the route accepts other values"
            ),
        ])
    func misfits(_ route: String, _ message: String) throws {
        let error = #expect(throws: ManifestErrors.self) { try router("routes:\n  - \(route)") }
        let text = try #require(error).description
        #expect(text.contains("error: \(message) [F012 parameter-mismatch]"), "\(text)")
    }

    @Test(
        "A route that captures fewer values of the same kind is accepted",
        arguments: [
            "{ url: /:id/:size, params: { id: [1, 2], size: [small] }, handler: show }",
            "{ url: /:id/:size, params: { id: '/[0-9]{3}/', size: [large] }, handler: show }",
        ])
    func fits(_ route: String) throws {
        _ = try router("routes:\n  - \(route)")
    }
}
