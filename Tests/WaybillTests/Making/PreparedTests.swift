import Testing
import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTestSupport
import WaybillTesting

@Suite("Routers with asynchronous shared modules")
struct PreparedTests {
    private static let manifest = """
        waybill: 1
        protocols:
          Store: { default: first }
        modules:
          first: { factory: store, provides: [Store], scope: shared, with: { name: first } }
          second: { factory: store, provides: [Store], scope: shared, with: { name: second } }
        routes:
          - { url: /store, handler: name }
        """

    /// Without deadlines: a test may wait for a processor.
    private static let options = RouterOptions(clock: ManualClock())

    private static var registry: Registry {
        var registry = Registry()
        registry.registerAsync("store", making: MemoryStore.self) { (context: MakeContext<StoreOptions>) in
            await Task.yield()
            return MemoryStore(name: context.configuration.name)
        }
        .provides { $0 as any Store }
        registry.handler("name") { request in try request.make(Routable<any Store>()).name }
        return registry
    }

    @Test("A prepared router makes the modules that can be requested")
    func prepared() async throws {
        let router = try await Router.prepared(
            compilation: .compile(text: Self.manifest), registry: Self.registry, options: Self.options)
        #expect(try router.make(Routable<any Store>()).name == "first")
        #expect(try await router.open("/store", as: String.self) == "first")
        // By the manifests' declarations, nothing leads to the other one.
        #expect(router.generation.modules.count == 2)
    }

    @Test("What a required module throws is reported without the configured values of any module")
    func secretOfRequired() async throws {
        var registry = Registry()
        registry.register("db") { (context: MakeContext<StoreOptions>) -> MemoryStore in
            throw WrongPassword(password: context.configuration.name)
        }
        registry.register("store") { context in
            _ = try context.make(identifier: "app://db")
            return MemoryStore(name: "store")
        }
        let text = """
            waybill: 1
            modules:
              db: { identifiers: ["app://db"], with: { name: "${PASSWORD}" } }
              store: { identifiers: ["app://store"], scope: shared }
            """
        let errors = try await #require(throws: ManifestErrors.self) {
            try await Router.prepared(
                compilation: .compile(text: text, environment: ["PASSWORD": "s3cr3t"]), registry: registry,
                options: Self.options)
        }
        #expect(errors.description.contains("wrong password") && !errors.description.contains("s3cr3t"))
    }

    @Test("A synchronous router is rejected at the place of the module, with help")
    func synchronous() throws {
        let errors = try #require(throws: ManifestErrors.self) {
            try Router(compilation: .compile(text: Self.manifest), registry: Self.registry)
        }
        let error = try #require(errors.diagnostics.first)
        #expect(errors.diagnostics.count == 1 && error.rule == .isolationMismatch)
        #expect(error.message.hasPrefix("module 'first' is shared and its factory must be awaited"))
        #expect(error.help?.contains("try await Router.prepared(") == true)
        #expect(errors.description.contains(":5:"))
    }

    @Test("A replacement that needs a new one is rejected, and changes nothing; one with existing modules is not")
    func replaced() async throws {
        let router = try await Router.prepared(
            compilation: .compile(text: Self.manifest), registry: Self.registry, options: Self.options)
        let store = try router.make(Routable<any Store>())
        let other = Self.manifest.replacing("default: first", with: "default: second")
        #expect(throws: ManifestErrors.self) { try router.replace(with: .compile(text: other)) }
        let routes = Self.manifest + "\n  - { url: /other, handler: name }"
        #expect(try router.replace(with: .compile(text: routes)).number == 2)
        #expect(try router.make(Routable<any Store>()) as? MemoryStore === store as? MemoryStore)
    }

    @Test("A fake that replaces it needs neither preparation nor the module")
    func fake() throws {
        var registry = Self.registry
        registry.rebind((any Store).self) { MemoryStore(name: "fake") }
        let router = try Router(compilation: .compile(text: Self.manifest), registry: registry)
        #expect(try router.make(Routable<any Store>()).name == "fake")
    }

    @Test("Those that require each other are an error, and do not wait", .timeLimit(.minutes(1)))
    func cycle() async throws {
        let text = """
            waybill: 1
            modules:
              a: { identifiers: ["app://a"], scope: shared, requires: ["app://b"] }
              b: { identifiers: ["app://b"], scope: shared, requires: ["app://a"] }
            """
        var registry = Registry()
        for (name, other) in [("a", "b"), ("b", "a")] {
            registry.registerAsync(name) { context in
                await Task.yield()
                _ = try context.make(identifier: "app://\(other)")
                return MemoryStore(name: name)
            }
        }
        let sealed = registry
        let errors = try await #require(throws: ManifestErrors.self) {
            try await Router.prepared(compilation: .compile(text: text), registry: sealed, options: Self.options)
        }
        #expect(Set(errors.diagnostics.map(\.rule)) == [.dependencyCycle, .failedMaking])
    }
}

private struct WrongPassword: Error, CustomStringConvertible {
    var password: String
    var description: String { "wrong password '\(password)'" }
}
