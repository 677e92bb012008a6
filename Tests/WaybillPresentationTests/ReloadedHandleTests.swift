import Testing
import Waybill
import WaybillPresentation
import WaybillTestSupport

@Suite("A kept handle over a reload")
struct ReloadedHandleTests {
    let log = Log()

    private func router(_ manifest: String) throws -> Router {
        try makeRouter(manifest) {
            $0.register("store") { (context: MakeContext<StoreOptions>) in
                MemoryStore(name: context.configuration.name)
            }
            .performs { [log] store, _ in log.note("shows \(store.name)") }
            for name in ["editor", "bigEditor"] {
                $0.register(name) { (context: MakeContext<EditorOptions>) in
                    Screen("\(name) \(context.configuration.account ?? "-") \(context.configuration.theme ?? "-")")
                }
                .configured(by: (any EditorInput).self) { $0 }
            }
        }
    }

    @Test(
        "A handle of an open performs the module of the current manifests, and no retired one",
        arguments: [
            "modules: { store: { scope: shared, with: { name: NAME } } }\nroutes: [{ url: /show, module: store }]",
            "modules: { store: { with: { name: own } } }\nroutes: [{ url: /show, module: store, with: { name: NAME } }]",
        ])
    func opened(_ manifest: String) async throws {
        let router = try router(manifest.replacing("NAME", with: "old"))
        let handle = try #require(try await router.open("/show").performedRoute)
        try await handle.perform()
        try router.replace(with: compile(manifest.replacing("NAME", with: "new")))
        try await handle.perform()
        #expect(log.all == ["shows old", "shows old", "shows new"])
    }

    @Test("A handle of an open says that its module, or the route that configures it, is gone")
    func gone() async throws {
        let router = try router(
            """
            modules: { store: { with: { name: own } } }
            routes: [{ id: plain, url: /plain, module: store }, { id: show, url: /show, module: store, with: { name: its } }]
            """)
        let plain = try #require(try await router.open("/plain").performedRoute)
        let configured = try #require(try await router.open("/show").performedRoute)
        try router.replace(with: compile("modules: { store: { with: { name: new } } }"))
        try await plain.perform()
        let lost = await #expect(throws: RouteRefusal.self) { try await configured.perform() }
        #expect(
            lost.map { "\($0)" } == "route 'show', which configured module 'store', is no longer in the manifests")
        try router.replace(with: compile("modules: {}"))
        let gone = await #expect(throws: RouteRefusal.self) { try await plain.perform() }
        #expect(gone.map { "\($0)" } == "module 'store' is no longer in the manifests")
        #expect(plain.refusalToPerform as? RouteRefusal == gone && !plain.canPerform && plain.state == .routed)
        #expect(log.all == ["shows own", "shows its", "shows new"])
    }

    @Test("A handle of a configured module performs the current one, with the caller's values")
    func configured() async throws {
        let manifest = """
            protocols: { EditorInput: { kind: configuration } }
            modules: { NAME: { configuration: EditorInput, with: { theme: dark } } }
            """
        let router = try router(manifest.replacing("NAME", with: "editor"))
        let performed = try await router.perform(RoutableModule<any EditorInput>()) { $0.account = "ann" }
        #expect((performed.destination as? Screen)?.title == "editor ann dark")
        try router.replace(with: compile(manifest.replacing("NAME", with: "bigEditor")))
        #expect((try await performed.route.perform().destination as? Screen)?.title == "bigEditor ann dark")
        try router.replace(with: compile("modules: {}"))
        let gone = await #expect(throws: RoutingError.self) { try await performed.route.perform() }
        #expect(gone.map { "\($0)" } == "no module provides 'EditorInput'")
    }
}
