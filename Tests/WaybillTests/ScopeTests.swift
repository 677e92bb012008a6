import Testing
import Waybill
import WaybillTestSupport

@Suite("Scopes")
struct ScopeTests {
    func manifest(scope: String, name: String = "a", more: String = "") -> String {
        """
        protocols: { Store: }
        modules:
          store: { provides: [Store], scope: \(scope), with: { name: \(name) } }
        \(more)
        """
    }

    func registry(_ count: Counter) -> Registry {
        makeRegistry {
            $0.register("store") { (context: MakeContext<StoreOptions>) in
                MemoryStore(name: "\(context.configuration.name)\(count.next())")
            }
            .provides((any Store).self) { $0 }
            $0.handlers("late")
        }
    }

    @Test("A transient module is made again each time")
    func transient() throws {
        let router = try Router(compilation: compile(manifest(scope: "transient")), registry: registry(Counter()))
        #expect(try router.make(Routable<any Store>()).name == "a1")
        #expect(try router.make(Routable<any Store>()).name == "a2")
    }

    @Test("A shared module is made once")
    func shared() throws {
        let router = try Router(compilation: compile(manifest(scope: "shared")), registry: registry(Counter()))
        #expect(try router.make(Routable<any Store>()).name == "a1")
        #expect(try router.make(Routable<any Store>()).name == "a1")
    }

    @Test("A shared module is made once when many ask at the same time")
    func sharedRace() async throws {
        let count = Counter()
        let router = try Router(compilation: compile(manifest(scope: "shared")), registry: registry(count))
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<64 { group.addTask { try router.make(Routable<any Store>()).name } }
            for try await name in group { #expect(name == "a1") }
        }
        #expect(count.value == 1)
    }

    @Test("A weak module lives as long as it is held")
    func weak() throws {
        let router = try Router(compilation: compile(manifest(scope: "weak")), registry: registry(Counter()))
        var held: (any Store)? = try router.make(Routable<any Store>())
        #expect(held?.name == "a1")
        #expect(try router.make(Routable<any Store>()).name == "a1")
        held = nil
        #expect(try router.make(Routable<any Store>()).name == "a2")
    }

    @Test("A shared instance outlives a reload that does not touch its module")
    func keptOverReload() throws {
        let router = try Router(compilation: compile(manifest(scope: "shared")), registry: registry(Counter()))
        #expect(try router.make(Routable<any Store>()).name == "a1")
        try router.replace(
            with: compile(manifest(scope: "shared", more: "routes: [{ url: /late, handler: late }]")))
        #expect(router.generation.number == 2)
        #expect(try router.make(Routable<any Store>()).name == "a1")
    }

    @Test("A shared instance is made again after a reload that changes its module's configuration")
    func remadeAfterChange() throws {
        let router = try Router(compilation: compile(manifest(scope: "shared")), registry: registry(Counter()))
        #expect(try router.make(Routable<any Store>()).name == "a1")
        try router.replace(with: compile(manifest(scope: "shared", name: "b")))
        #expect(try router.make(Routable<any Store>()).name == "b2")
    }

    @Test("A shared instance that failed to be made is tried again")
    func failureIsNotKept() throws {
        struct Broken: Error {}
        let count = Counter()
        let router = try makeRouter("protocols: { Store: }\nmodules: { store: { provides: [Store], scope: shared } }") {
            $0.register("store") { _ in
                guard count.next() > 1 else { throw Broken() }
                return MemoryStore()
            }
            .provides((any Store).self) { $0 }
        }
        #expect(throws: RoutingError.self) { try router.make(Routable<any Store>()) }
        #expect(try router.make(Routable<any Store>()).name == "memory")
    }
}
