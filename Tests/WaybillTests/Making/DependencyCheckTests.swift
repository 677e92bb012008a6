import Testing
import Waybill
import WaybillManifest
import WaybillSyntax
import WaybillTestSupport
import WaybillTesting

@Suite("Checks when manifests are bound")
struct DependencyCheckTests {
    static let manifest = """
        protocols: { Store: {}, Clockwork: }
        modules:
          store: { provides: [Store], scope: OUTER, requires: [Clockwork] }
          clock: { provides: [Clockwork], scope: INNER, factory: clock }
        """

    func found(_ outer: String, _ inner: String) -> [String] {
        let manifest = Self.manifest.replacing("OUTER", with: outer).replacing("INNER", with: inner)
        return problems(manifest) {
            $0.register("store") { _ in MemoryStore() }.provides((any Store).self) { $0 }
            $0.register("clock") { _ in FixedClock() }.provides((any Clockwork).self) { $0 }
        }
    }

    @Test("A shared module that keeps a weak one is an error")
    func captive() {
        #expect(found("shared", "weak") == ["3:57 F005 shared module 'store' keeps weak module 'clock' alive forever"])
    }

    @Test(
        "Other scopes may keep each other", arguments: ["transient", "weak"], ["transient", "shared", "weak"])
    func free(outer: String, inner: String) {
        #expect(found(outer, inner).isEmpty)
        #expect(found("shared", "shared").isEmpty && found("shared", "transient").isEmpty)
    }

    @Test("A captive dependency is found through transient modules too")
    func captiveOverTransient() {
        let found = problems(
            """
            protocols: { Store: {}, Clockwork: {}, Greeter: }
            modules:
              store: { provides: [Store], scope: shared, requires: [Greeter] }
              greeter: { provides: [Greeter], requires: [Clockwork] }
              clock: { provides: [Clockwork], scope: weak }
            """
        ) {
            $0.register("store") { _ in MemoryStore() }.provides((any Store).self) { $0 }
            $0.register("greeter") { _ in ValueGreeter(greeting: "") }.provides((any Greeter).self) { $0 }
            $0.register("clock") { _ in FixedClock() }.provides((any Clockwork).self) { $0 }
        }
        #expect(
            found == [
                "3:57 F005 shared module 'store' keeps weak module 'clock' alive forever, through 'greeter'"
            ])
    }

    @Test("Of several paths to a weak module the shortest is reported, also with cycles")
    func shortestWayToCaptive() {
        let found = problems(
            """
            protocols: { Store: {}, Clockwork: {}, Greeter: {}, Labelled: }
            modules:
              store: { provides: [Store], scope: shared, requires: [Greeter] }
              greeter: { provides: [Greeter], requires: [Labelled, Clockwork] }
              labelled: { provides: [Labelled], requires: [Greeter] }
              clock: { provides: [Clockwork], scope: weak }
            """
        ) {
            $0.register("store") { _ in MemoryStore() }.provides((any Store).self) { $0 }
            $0.register("greeter") { _ in ValueGreeter(greeting: "") }.provides((any Greeter).self) { $0 }
            $0.register("labelled") { _ in MemoryStore() }.provides((any Labelled).self) { $0 }
            $0.register("clock") { _ in FixedClock() }.provides((any Clockwork).self) { $0 }
        }
        #expect(
            found == [
                "3:57 F005 shared module 'store' keeps weak module 'clock' alive forever, through 'greeter'",
                "4:46 F006 modules require each other: 'greeter' -> 'labelled' -> 'greeter'",
            ])
    }

    private func cycle(_ register: (inout Registry) -> Void) -> [(line: String, diagnostic: Diagnostic)] {
        diagnostics(
            """
            protocols: { Store: {}, Clockwork: {}, Greeter: }
            modules:
              store: { provides: [Store], requires: [Greeter] }
              clock: { provides: [Clockwork], requires: [Store], identifiers: ["app://clock"] }
              greeter: { provides: [Greeter], requires: ["app://clock"] }
            """
        ) {
            $0.register("clock") { _ in FixedClock() }.provides((any Clockwork).self) { $0 }
            $0.register("greeter") { _ in ValueGreeter(greeting: "") }.provides((any Greeter).self) { $0 }
            register(&$0)
        }
    }

    @Test("Modules whose factories need each other are reported, with their path and a note at each")
    func cycleOfFactories() {
        let found = cycle { $0.register("store") { _ in MemoryStore() }.provides((any Store).self) { $0 } }
        #expect(
            found.map(\.line) == [
                "4:46 F006 modules require each other: 'clock' -> 'store' -> 'greeter' -> 'clock'"
            ])
        #expect(
            found.first?.diagnostic.notes.map(\.message) == [
                "'store' requires 'Greeter' here", "'greeter' requires 'app://clock' here",
            ])
        #expect(found.first?.diagnostic.severity == .warning)
    }

    @Test("A module that requires itself is reported")
    func requiresItself() {
        let found = problems("modules: { m: { factory: f, identifiers: [a], requires: [a] } }") {
            $0.register("f") { _ in FixedClock() }
        }
        #expect(found == ["1:58 F006 module requires itself: 'm' -> 'm'"])
    }

    @Test("A cycle with a hook is allowed, because its module is made by then")
    func cycleOverHook() {
        let found = cycle {
            $0.register("store") { _ in MemoryStore() }.provides((any Store).self) { $0 }.prepares { _, _ in }
        }
        #expect(found.isEmpty)
        let event = cycle {
            $0.register("store") { _ in MemoryStore() }.provides((any Store).self) { $0 }.on("wake") { _, _ in }
        }
        #expect(event.isEmpty)
    }

    @Test("Two protocols of one Swift type that lead to different modules are an error")
    func sameSwiftType() {
        let register: (inout Registry) -> Void = {
            $0.register("a") { _ in FixedClock() }.provides((any Clockwork).self) { $0 }
            $0.register("b") { _ in FixedClock() }.provides((any Clockwork).self) { $0 }
        }
        let found = problems(
            """
            protocols:
              Clockwork:
              Other: { swift: any Clockwork }
            modules: { a: { provides: [Clockwork] }, b: { provides: [Other] } }
            """, register)
        #expect(
            found.map { String($0.drop { $0 != "I" }) } == [
                "I001 'Other' is the same Swift type as 'Clockwork', 'any Clockwork', but another module provides it"
            ])
    }

    @Test("A lane that is not registered is an error with suggestions")
    func lanes() {
        let found = diagnostics(
            "modules: { m: { factory: f, lane: mian } }\nroutes: [{ url: /a, handler: h, lane: main }]"
        ) {
            $0.register("f") { _ in 1 }
            $0.handlers("h")
            $0.lane("main")
        }
        #expect(found.map(\.line) == ["1:35 F001 no lane 'mian' is registered"])
        #expect(found.first?.diagnostic.suggestions == ["main"])
    }

    @Test("A weak module with an asynchronous factory is an error")
    func weakAsynchronous() {
        let found = problems("modules: { m: { factory: f, scope: weak } }") {
            $0.registerAsync("f") { _ in FixedClock() }
        }
        #expect(found.map { $0.contains("F007 module 'm' is weak, but its factory must be awaited") } == [true])
    }
}
