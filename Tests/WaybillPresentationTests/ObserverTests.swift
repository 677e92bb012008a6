import Testing
import Waybill
import WaybillManifest
import WaybillPresentation
import WaybillTestSupport
import WaybillTesting

@Suite("Observers")
struct ObserverTests {
    @Test("Observers are called in the order that they request, then in that of their registration")
    func order() async throws {
        let log = Log()
        let stage = try Stage {
            $0.observe(order: 1) { event in if event.phase == .didPerform { log.note("second") } }
            $0.observe { event in if event.phase == .didPerform { log.note("first a") } }
            $0.observe { event in if event.phase == .didPerform { log.note("first b") } }
            $0.observe(order: -1) { event in if event.phase == .didPerform { log.note("zeroth") } }
        }
        try await stage.router.perform(Routable<any Editor>())
        #expect(log.all == ["zeroth", "first a", "first b", "second"])
    }

    @Test("A scope is a module, a type with its subclasses, a tag, a route, a kind, or everything")
    func scopes() async throws {
        let log = Log()
        let manifest = """
            protocols: { Editor: }
            modules: { editor: { kind: view, provides: [Editor], present: [push], tags: [mine] } }
            routes: [{ id: show, url: /show, module: editor, tags: [theirs] }]
            """
        let scopes: [(String, ObserverScope)] = [
            ("module", .module("editor")), ("other module", .module("other")),
            ("superclass", .destination(Screen.self)), ("protocol", .destination((any Editor).self)),
            ("subclass", .destination(SpecialScreen.self)), ("tag", .tag("mine")), ("route tag", .tag("theirs")),
            ("route", .route("show")), ("kind", .kind(.view)), ("all", .everything),
        ]
        let stage = try Stage(manifest) {
            for (name, scope) in scopes {
                $0.observe(scope) { event in if event.phase == .didPerform { log.note(name) } }
            }
        }
        try await stage.router.perform(Routable<any Editor>())
        #expect(log.all == ["module", "superclass", "protocol", "tag", "kind", "all"])
        log.clear()
        _ = try await stage.router.open("/show")
        #expect(log.all == ["module", "superclass", "protocol", "tag", "route tag", "route", "kind", "all"])
    }

    @Test("A class's observer gets events of its subclasses")
    func subclasses() async throws {
        let log = Log()
        let router = try Router(manifest: "modules: { s: { identifiers: [s] } }") {
            $0.register("s") { _ in SpecialScreen() }
            $0.observe(.destination(Screen.self)) { event in log.note(event.phase.rawValue) }
        }
        try await router.perform(identifier: "s")
        #expect(log.all == ["willPerform", "didPerform"])
    }
}
