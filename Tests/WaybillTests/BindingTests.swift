import Testing
import Waybill
import WaybillManifest
import WaybillSyntax
import WaybillTestSupport

private protocol A5000 {}
private protocol C5000 {}
extension MemoryStore: A5000, C5000 {}

@Suite("Binding reports problems of the registry, at the places in the manifest")
struct BindingTests {
    @Test("Every unregistered name, all together")
    func unregisteredNames() {
        let found = problems(
            """
            protocols: { Clockwork: {}, LegacyClock: { required: true } }
            modules:
              clock: { factory: clok, provides: [Clockwork] }
            adapters:
              LegacyClock: { provided: Clockwork, using: adaptClok }
            interceptors:
              gate: { url: /**, use: gatekeeper }
            routes:
              - { url: /a, handler: shwo }
            fallback: { handler: nowhere }
            """)
        #expect(
            found == [
                "3:21 F001 no factory 'clok' is registered",
                "5:46 F001 no adapter 'adaptClok' is registered",
                "7:26 F001 no interceptor 'gatekeeper' is registered",
                "9:25 F001 no handler 'shwo' is registered",
                "10:22 F001 no handler 'nowhere' is registered",
            ])
    }

    @Test("A near name is suggested, and a small registry listed")
    func suggestions() throws {
        let found = diagnostics("routes: [{ url: /a, handler: shwo }]") { $0.handlers("show", "list") }
        let diagnostic = try #require(found.first?.diagnostic)
        #expect(diagnostic.suggestions == ["show"])
        #expect(diagnostic.help == "registered: list, show")
    }

    @Test("A name that is registered as another kind is reported so")
    func otherKind() throws {
        let found = diagnostics("routes: [{ url: /a, handler: gate }]") { $0.passing("gate", log: Log()) }
        #expect(
            found.first?.diagnostic.help
                == "'gate' is registered as an interceptor: register a handler of this name")
    }

    @Test("A duplicate registration is reported at its use")
    func duplicate() {
        let found = problems("routes: [{ url: /a, handler: show }]") { $0.handlers("show", "show", "list") }
        #expect(found == ["1:30 F003 handler 'show' is registered twice"])
    }

    @Test("A module names a protocol that its factory does not provide")
    func factoryMismatch() throws {
        let found = diagnostics("protocols: { Store: }\nmodules: { store: { provides: [Store] } }") {
            $0.register("store") { _ in MemoryStore() }.provides((any Labelled).self) { $0 }
        }
        #expect(found.map(\.line) == ["2:32 F002 factory 'store' does not provide 'any Store'"])
        #expect(found.first?.diagnostic.help?.contains(".provides((any Store).self) { $0 }") == true)
    }

    @Test(
        "A Swift type may be spelled with or without 'any' and module, with its members in any order",
        arguments: [
            "any Store & Labelled", "Labelled & Store", "any WaybillTestSupport.Labelled & Store",
            "any (Store & Labelled)",
            "any Store & Labelled & Sendable",
        ])
    func spellings(type: String) throws {
        let router = try makeRouter(
            "protocols: { Both: { swift: \"\(type)\" } }\nmodules: { store: { provides: [Both] } }"
        ) { $0.register("store") { _ in MemoryStore() }.provides((any Store & Labelled).self) { $0 } }
        #expect(try router.make(Routable<any Store & Labelled>()).name == "memory")
    }

    private enum Outer { struct Box<Item>: Sendable { let text: String } }

    @Test(
        "The name of a nested generic type may be spelled with or without enclosing types and arguments",
        arguments: ["Box<MemoryStore>", "Outer.Box<WaybillTestSupport.MemoryStore>"])
    func nestedSpellings(type: String) throws {
        let router = try makeRouter(
            "protocols: { Boxed: { swift: \"\(type)\" } }\nmodules: { boxed: { provides: [Boxed] } }"
        ) {
            $0.register("boxed") { _ in Outer.Box<MemoryStore>(text: "x") }.provides(Outer.Box<MemoryStore>.self) { $0 }
        }
        #expect(try router.generation.provider(for: Outer.Box<MemoryStore>.self).0.id == "boxed")
    }

    @Test(
        "A protocol with an associated type is spelled as in Swift",
        arguments: ["any Repository<Int>", "WaybillTests.Repository<Swift.Int>", "Repository<Int>"])
    func constrainedProtocols(type: String) throws {
        let router = try makeRouter(
            "protocols: { Numbers: { swift: \"\(type)\" } }\nmodules: { numbers: { provides: [Numbers] } }"
        ) {
            $0.register("numbers") { _ in Stored<Int>() }
                .provides { $0 as any Repository<Int> }
                .provides { _ in Stored<String>() as any Repository<String> }
        }
        #expect(try router.make((any Repository<Int>).self) is Stored<Int>)
    }

    @Test("A chain of adapters and a composition may be as long as a manifest")
    func longChains() throws {
        let last = 5_000
        let chain = (1..<last).map { "  A\($0): { required: true }\n  C\($0): { all_of: [C\($0 + 1)] }\n" }.joined()
        let adapters = (0..<last).map { "  A\($0): { provided: A\($0 + 1) }\n" }.joined()
        let router = try makeRouter(
            """
            protocols:
              A0: { required: true, swift: any Clockwork }
              C0: { all_of: [C1], swift: any Greeter }
            \(chain)
              A\(last):
              C\(last):
            adapters:
            \(adapters)
            modules:
              a: { factory: f, provides: [A\(last)] }
              c: { factory: f, provides: [C\(last)] }
            """
        ) {
            $0.register("f") { _ in MemoryStore() }
                .provides((any A5000).self) { $0 }
                .provides((any C5000).self) { $0 }
        }
        #expect(try router.generation.provider(for: (any Clockwork).self).0.id == "a")
        #expect(try router.generation.provider(for: (any Greeter).self).0.id == "c")
    }

    @Test("A factory that states its type makes that type, however its closure is written")
    func statedType() throws {
        let router = try makeRouter(
            """
            protocols: { Store: }
            modules: { store: { provides: [Store], scope: weak } }
            """
        ) {
            $0.register("store", making: MemoryStore.self) { _ in
                let name = "several statements"
                return MemoryStore(name: name)
            }
            .provides((any Store).self) { $0 }
        }
        let made = try router.make(Routable<any Store>())
        #expect(made.name == "several statements")
        #expect(try router.make(Routable<any Store>()) as? MemoryStore === made as? MemoryStore)
        #expect(router.generation.modules(making: made).map(\.id) == ["store"])
    }

    @Test("A factory whose type was inferred from what it provides is reported, unless the type is stated")
    func guessedType() {
        func found(_ scope: String, isStated: Bool = false) -> [(line: String, diagnostic: Diagnostic)] {
            diagnostics(
                """
                protocols: { Store: }
                modules:
                  store: { provides: [Store], scope: \(scope) }
                """
            ) {
                if isStated {
                    $0.register("store", making: (any Store).self) { _ in
                        let name = "several statements"
                        return MemoryStore(name: name)
                    }
                    .provides((any Store).self) { $0 }
                } else {
                    $0.register("store") { _ in
                        let name = "several statements"
                        return MemoryStore(name: name)
                    }
                    .provides((any Store).self) { $0 }
                }
            }
        }
        let guessed = found("transient")
        #expect(
            guessed.map(\.line) == [
                "3:3 F002 factory 'store' is registered as making 'any Store', so the module is not found by the type of "
                    + "what it makes"
            ])
        let weak = found("weak")
        #expect(
            weak.map(\.line) == [
                "3:38 F002 module 'store' is weak, but its factory makes 'Store', which is not a class"
            ])
        for help in (guessed + weak).map(\.diagnostic.help) {
            #expect(help?.contains(#"register("store", making: <type>.self)"#) == true)
        }
        #expect(found("transient", isStated: true).isEmpty)
    }

    @Test("A name that means two Swift types is an error that names both, with a default and without")
    func twoTypes() {
        func found(_ keys: String) -> [String] {
            problems(
                """
                protocols: { Inner: \(keys) }
                modules: { a: { provides: [Inner] }, b: { provides: [Inner] } }
                """
            ) {
                $0.register("a") { _ in First() }.provides((any First.Inner).self) { $0 }
                $0.register("b") { _ in Second() }.provides((any Second.Inner).self) { $0 }
            }
        }
        let types = "means two Swift types: WaybillTests.First.Inner and WaybillTests.Second.Inner"
        #expect(found("{ default: a }") == ["1:14 F002 'any Inner' \(types)"])
        #expect(
            found("") == [
                "1:14 F002 'any Inner' \(types)",
                "1:14 I010 several modules provide 'Inner', but none is its default: 'a', 'b'",
            ])
    }

    @Test("An adapter's types must be those of the protocols that it connects")
    func adapterMismatch() {
        let found = problems(
            """
            protocols: { Clockwork: {}, LegacyClock: { required: true } }
            modules: { clock: { provides: [Clockwork] } }
            adapters:
              LegacyClock: { provided: Clockwork, using: ring }
            """
        ) {
            $0.register("clock") { _ in FixedClock() }.provides((any Clockwork).self) { $0 }
            $0.adapter("ring") { (clock: any LegacyClock) -> any OldestClock in BellShim(clock: clock) }
        }
        #expect(
            found
                == [
                    "4:46 F002 adapter 'ring' takes 'LegacyClock', not 'any Clockwork'",
                    "4:46 F002 adapter 'ring' makes 'OldestClock', not 'any LegacyClock'",
                ].sorted())
    }

    @Test("A type that is not Sendable is not shared, and no route leads to it")
    func isolation() {
        let found = problems(
            """
            modules:
              pad: { scope: shared }
              other: { factory: pad }
            routes:
              - { url: /pad, module: other }
            fallback: { module: other }
            """
        ) { $0.register("pad") { _ in Scratch() } }
        #expect(
            found == [
                "2:17 F007 module 'pad' is shared, but its factory makes 'Scratch', which is not Sendable",
                "5:26 F007 route '/pad' leads to module 'other', whose factory makes 'Scratch', which is not Sendable",
                "6:21 F007 the fallback leads to module 'other', whose factory makes 'Scratch', which is not Sendable",
            ])
    }

    @Test("The error of a router describes the places in words")
    func description() throws {
        let errors = try #require(throws: ManifestErrors.self) { try makeRouter("routes: [{ url: /a, handler: a }]") }
        #expect("\(errors)".contains("Routes.yaml:2:30"))
        #expect("\(errors)".contains("no handler 'a' is registered [F001 unregistered-name]"))
    }

    @Test("Only a class can be weak")
    func weakValue() {
        let found = problems("modules: { shim: { scope: weak } }") {
            $0.register("shim") { _ in ClockShim(clock: FixedClock()) }
        }
        #expect(found == ["1:27 F002 module 'shim' is weak, but its factory makes 'ClockShim', which is not a class"])
    }
}

struct First: Sendable, First.Inner { protocol Inner: Sendable {} }
struct Second: Sendable, Second.Inner { protocol Inner: Sendable {} }

@Suite("Configurations are decoded when manifests are bound")
struct ConfigurationTests {
    func register(_ registry: inout Registry) {
        registry.register("store") { (context: MakeContext<StoreOptions>) in
            MemoryStore(name: "\(context.configuration.name) \(context.configuration.size ?? 0)")
        }
        registry.handler("show", configuration: StoreOptions.self) { _, options in options.name }
        registry.interceptor("gate", configuration: StoreOptions.self) { request, next, options in
            var request = request
            request.parameters["gate"] = options.name
            return try await next(request)
        }
        registry.handler("parameters") { request in request["gate"] ?? "none" }
    }

    @Test("A value of the wrong type is reported at its place")
    func wrongType() {
        let found = problems("modules: { store: { with: { name: a, size: big } } }", register)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("1:44 F008 factory 'store' cannot take its configuration: 'size'") == true)
    }

    @Test("A value whose variable is not set is one problem, without a second one about its type")
    func unsetVariable() {
        let found = problems("modules: { store: { with: { name: a, size: \"${UNSET}\" } } }", register)
        #expect(found.count == 1)
        #expect(found.first?.contains("S010 ${UNSET} is not set") == true, "\(found)")
    }

    @Test("A missing key is reported at 'with', or at the entry that should have one")
    func missingKey() {
        let found = problems(
            """
            modules: { store: { with: { size: 1 } } }
            interceptors: { gate: { url: /**, use: gate } }
            routes:
              - { url: /a, handler: show }
            """, register)
        #expect(
            found == [
                "1:27 F008 factory 'store' cannot take its configuration: 'name' is missing",
                "2:40 F008 interceptor 'gate' cannot take its configuration: 'name' is missing",
                "4:25 F008 handler 'show' cannot take its configuration: 'name' is missing",
            ])
    }

    @Test("A key that the code does not know is reported with a suggestion")
    func unknownKey() throws {
        let found = diagnostics("modules: { store: { with: { name: a, sise: 1 } } }", register)
        #expect(found.map(\.line) == ["1:38 F008 factory 'store' takes no 'sise'"])
        #expect(found.first?.diagnostic.suggestions == ["size"])
    }

    @Test("A 'with' for code that takes no configuration is a warning")
    func unused() throws {
        let found = diagnostics("routes: [{ url: /a, handler: parameters, with: { a: 1 } }]", register)
        #expect(found.map(\.line) == ["1:48 F008 handler 'parameters' takes no configuration, so 'with' has no effect"])
        #expect(found.first?.diagnostic.severity == .warning)
    }

    @Test("A 'with' for an interceptor without configuration is an error, because it may be for authorization")
    func unusedByInterceptor() throws {
        let found = diagnostics(
            """
            interceptors: { gate: { url: /**, use: gate, with: { token: a } } }
            routes: [{ url: /a, handler: show }]
            """
        ) {
            $0.interceptor("gate") { request, next in try await next(request) }
            $0.handler("show") { _ in "" }
        }
        #expect(
            found.map(\.line) == ["1:52 F008 interceptor 'gate' takes no configuration, so 'with' has no effect"])
        #expect(found.first?.diagnostic.severity == .error)
    }

    @Test("A route's 'with' overlays its module's, key by key")
    func overlay() async throws {
        let router = try makeRouter(
            """
            modules: { store: { with: { name: module, size: 1 } } }
            routes:
              - { url: /plain, module: store }
              - { url: /over, module: store, with: { size: 2 } }
            """, register)
        #expect(try await (router.open("/plain").destination as? MemoryStore)?.name == "module 1")
        #expect(try await (router.open("/over").destination as? MemoryStore)?.name == "module 2")
    }

    @Test("A route cannot configure an instance that is shared")
    func overlayOfShared() {
        let found = problems(
            """
            modules: { store: { scope: shared, with: { name: a } } }
            routes:
              - { id: over, url: /over, module: store, with: { size: 2 } }
            """, register)
        #expect(
            found == [
                "3:50 F008 route 'over' configures module 'store', which is shared: "
                    + "its one instance is made without the route"
            ])
    }

    @Test("Handlers and interceptors get their configuration")
    func handlersAndInterceptors() async throws {
        let router = try makeRouter(
            """
            interceptors: { gate: { url: /**, use: gate, with: { name: guarded } } }
            routes:
              - { url: /a, handler: show, with: { name: shown } }
              - { url: /b, handler: parameters }
            """, register)
        #expect(try await router.open("/a").text == "shown")
        #expect(try await router.open("/b").text == "guarded")
    }
}

protocol Repository<Item>: Sendable { associatedtype Item }

private struct Stored<Item>: Repository {}
