import Testing
import Waybill
import WaybillTestSupport

@Suite("Making modules")
struct MakingTests {
    static let clock = """
        protocols: { Clockwork: }
        modules:
          clock: { provides: [Clockwork], identifiers: ["app://clock"] }

        """

    @Test("A protocol is served by the module that provides it")
    func byProtocol() throws {
        let router = try makeRouter(Self.clock) {
            $0.register("clock") { _ in FixedClock(time: 7) }.provides((any Clockwork).self) { $0 }
        }
        #expect(try router.make(Routable<any Clockwork>()).time == 7)
    }

    @Test("An identifier is served by its module, with the factory's product unchanged")
    func byIdentifier() throws {
        let router = try makeRouter(Self.clock) {
            $0.register("clock") { _ in FixedClock(time: 7) }.provides((any Clockwork).self) { $0 }
        }
        #expect(try (router.make(identifier: "app://clock") as? FixedClock)?.time == 7)
    }

    @Test("onError gets every failed make, once, with the requested target")
    func failures() throws {
        struct No: Error {}
        let log = Log()
        let router = try makeRouter(
            """
            protocols: { Clockwork: , Store: }
            modules:
              clock: { provides: [Clockwork], identifiers: [clock] }
              store: { provides: [Store], identifiers: [store] }
            """
        ) {
            $0.register("clock") { _ -> FixedClock in throw No() }.provides((any Clockwork).self) { $0 }
            $0.register("store") { context in
                _ = try context.make(Routable<any Clockwork>())
                return MemoryStore()
            }
            .provides((any Store).self) { $0 as MemoryStore }.prepares { _, _ in }
            $0.onError { log.note("\($0.action) \($0.target) \($0.moduleID ?? "-")") }
        }
        _ = try? router.make(Routable<any Clockwork>())
        _ = try? router.make(Routable<any Store>())
        _ = try? router.make(Routable<any Store>()) { _ in }
        _ = try? router.make(identifier: "store")
        _ = try? router.make(Routable<any Scratchpad>())
        _ = try? router.make(identifier: "nothing")
        #expect(
            log.all == [
                "make Clockwork clock", "make Store store", "make Store store", "make store store",
                "make Scratchpad -", "make nothing -",
            ])
    }

    @Test("An identifier that looks like a URL is not one: opening finds only routes, and making compares it whole")
    func identifiersAndURLs() async throws {
        let router = try makeRouter(Self.clock + "routes: [{ url: \"app://clock/:zone\", module: clock }]") {
            $0.register("clock") { _ in FixedClock(time: 7) }.provides((any Clockwork).self) { $0 }
        }
        #expect(!router.canOpen("app://clock") && router.canOpen("app://clock/utc?x=1"))
        #expect(try router.make(identifier: "app://clock") is FixedClock)
        for text in ["app://clock/", "APP://clock", "app://clock?x=1", "app://clock/utc"] {
            #expect(throws: RoutingError.self) { try router.make(identifier: text) }
        }
    }

    @Test("An unknown identifier is an error with suggestions")
    func unknownIdentifier() throws {
        let router = try makeRouter(Self.clock) {
            $0.register("clock") { _ in FixedClock() }.provides((any Clockwork).self) { $0 }
        }
        let error = #expect(throws: RoutingError.self) { try router.make(identifier: "app://clok") }
        guard case .unknownIdentifier("app://clok", ["app://clock"]) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A protocol that no module provides is an error")
    func unprovided() throws {
        let router = try makeRouter(Self.clock) {
            $0.register("clock") { _ in FixedClock() }.provides((any Clockwork).self) { $0 }
        }
        let error = #expect(throws: RoutingError.self) { try router.make(Routable<any Store>()) }
        guard case .unprovided("Store", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A protocol that several modules provide is ambiguous for make")
    func ambiguous() throws {
        let router = try makeRouter(
            """
            protocols: { Clockwork: }
            modules:
              a: { factory: clock, provides: [Clockwork], identifiers: [a] }
              b: { factory: clock, provides: [Clockwork] }
            """
        ) { $0.register("clock") { _ in FixedClock() }.provides((any Clockwork).self) { $0 } }
        let error = #expect(throws: RoutingError.self) { try router.make(Routable<any Clockwork>()) }
        guard case .ambiguous("Clockwork", ["a", "b"]) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try router.make(identifier: "a") is FixedClock)
    }

    @Test("A composed protocol is provided by the module that provides all its parts")
    func composed() throws {
        let router = try makeRouter(
            """
            protocols:
              Store:
              Labelled:
              LabelledStore: { all_of: [Store, Labelled] }
            modules:
              plain: { provides: [Store] }
              both: { provides: [Labelled, Store] }
            """
        ) {
            $0.register("plain") { _ in MemoryStore() }.provides((any Store).self) { $0 }
            $0.register("both") { _ in MemoryStore(name: "both") }
                .provides((any Store).self) { $0 }
                .provides((any Labelled).self) { $0 }
        }
        for _ in 1...2 {
            #expect(try router.make(Routable<any Store & Labelled>()).label == "store both")
        }
    }

    @Test("An object that is not Sendable can be made, only for the caller")
    func notSendable() throws {
        let router = try makeRouter("protocols: { Scratchpad: }\nmodules: { pad: { provides: [Scratchpad] } }") {
            $0.register("pad") { _ in Scratch() }.provides((any Scratchpad).self) { $0 }
        }
        #expect(try router.make(Routable<any Scratchpad>()).text == "")
    }

    @Test("A factory gets the configuration of its module")
    func configuration() throws {
        let router = try makeRouter(
            "protocols: { Store: }\nmodules: { store: { provides: [Store], with: { name: disk, size: 3 } } }"
        ) {
            $0.register("store") { (context: MakeContext<StoreOptions>) in
                MemoryStore(name: "\(context.configuration.name) \(context.configuration.size ?? 0)")
            }
            .provides((any Store).self) { $0 }
        }
        #expect(try router.make(Routable<any Store>()).name == "disk 3")
    }

    @Test("A factory makes what it needs through its context")
    func dependencies() throws {
        let router = try makeRouter(
            """
            protocols: { Store: {}, Clockwork: }
            modules:
              store: { provides: [Store], requires: [Clockwork] }
              clock: { provides: [Clockwork], identifiers: [the-clock] }
            """
        ) {
            $0.register("clock") { _ in FixedClock(time: 3) }.provides((any Clockwork).self) { $0 }
            $0.register("store") { context in
                let clock = try context.make(Routable<any Clockwork>())
                let same = try context.make(identifier: "the-clock") as? FixedClock
                return MemoryStore(name: "at \(clock.time), \(same?.time ?? 0)")
            }
            .provides((any Store).self) { $0 }
        }
        #expect(try router.make(Routable<any Store>()).name == "at 3, 3")
    }

    @Test("An error of a factory is makeFailed with the module's id")
    func factoryThrows() throws {
        struct Broken: Error {}
        let router = try makeRouter(Self.clock) {
            $0.register("clock") { _ -> FixedClock in throw Broken() }.provides((any Clockwork).self) { $0 }
        }
        let error = #expect(throws: RoutingError.self) { try router.make(Routable<any Clockwork>()) }
        guard case .makeFailed("clock", is Broken) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

@Suite("Dependency cycles")
struct CycleTests {
    static let manifest = """
        protocols: { Store: {}, Clockwork: }
        modules:
          store: { provides: [Store], scope: SCOPE }
          clock: { provides: [Clockwork], scope: SCOPE }
        """

    private func router(scope: String) throws -> Router {
        try makeRouter(Self.manifest.replacing("SCOPE", with: scope)) {
            $0.register("clock") { context in FixedClock(time: try context.make(Routable<any Store>()).name.count) }
                .provides((any Clockwork).self) { $0 }
            $0.register("store") { context in
                MemoryStore(name: "\(try context.make(Routable<any Clockwork>()).time)")
            }
            .provides((any Store).self) { $0 }
        }
    }

    @Test("Modules that need each other are an error with the path", arguments: ["transient", "shared", "weak"])
    func cycle(scope: String) throws {
        let router = try router(scope: scope)
        let error = #expect(throws: RoutingError.self) { try router.make(Routable<any Store>()) }
        guard case .dependencyCycle(["store", "clock", "store"]) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Two shared modules that need each other never wait for one another on two threads")
    func cycleOnTwoThreads() async throws {
        let router = try router(scope: "shared")
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<16 {
                group.addTask {
                    do {
                        if index.isMultiple(of: 2) { _ = try router.make(Routable<any Store>()) }
                        if !index.isMultiple(of: 2) { _ = try router.make(Routable<any Clockwork>()) }
                        return false
                    } catch RoutingError.dependencyCycle {
                        return true
                    } catch {
                        return false
                    }
                }
            }
            for await isCycle in group { #expect(isCycle) }
        }
    }

    @Test("A cycle through the router instead of the context is found too")
    func cycleThroughRouter() throws {
        let holder = RouterHolder()
        let router = try makeRouter("protocols: { Clockwork: }\nmodules: { clock: { provides: [Clockwork] } }") {
            $0.register("clock") { _ in FixedClock(time: try holder.router!.make(Routable<any Clockwork>()).time) }
                .provides((any Clockwork).self) { $0 }
        }
        holder.set(router)
        let error = #expect(throws: RoutingError.self) { try router.make(Routable<any Clockwork>()) }
        guard case .dependencyCycle(["clock", "clock"]) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Modules are made in a task group and its child tasks, each on a stack of its own")
    func inTaskGroup() async throws {
        let router = try makeRouter(
            "protocols: { Store: , Clockwork: }\nmodules: { clock: { provides: [Clockwork] }, store: { provides: [Store] } }"
        ) {
            $0.register("clock") { _ in FixedClock(time: 7) }.provides((any Clockwork).self) { $0 }
            $0.register("store") { MemoryStore(name: "\(try $0.make(Routable<any Clockwork>()).time)") }
                .provides((any Store).self) { $0 }
        }
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask { try router.make(Routable<any Store>()).name }
                #expect(try router.make(Routable<any Store>()).name == "7")
            }
            for try await name in group { #expect(name == "7") }
        }
    }

    @Test("A task that a factory starts is not on the factory's stack")
    func taskStartedByFactory() async throws {
        let holder = RouterHolder()
        let count = Counter()
        let router = try makeRouter("protocols: { Store: }\nmodules: { store: { provides: [Store] } }") {
            $0.register("store") { _ in
                if count.next() == 1 {
                    holder.keep(Task { try holder.router!.make(Routable<any Store>()).name })
                }
                return MemoryStore()
            }
            .provides((any Store).self) { $0 }
        }
        holder.set(router)
        _ = try router.make(Routable<any Store>())
        #expect(try await holder.task?.value == "memory")
    }
}
