import Testing
import Waybill
import WaybillTestSupport
import WaybillTesting

@Suite("Overlay")
struct OverlayTests {
    func router(_ log: Log = Log()) throws -> Router {
        try Router(
            manifest: """
                interceptors: { gate: { url: "/**", use: gate } }
                routes: [{ url: /notes, handler: declared }, { url: "/other/:id", handler: declared, tags: [t] }]
                """
        ) {
            $0.handlers("declared")
            $0.passing("gate", log: log)
            $0.lane("one")
        }
    }

    @Test("What code maps is seen at once, above the manifests, the newest first")
    func newestFirst() async throws {
        let router = try router()
        #expect(try await router.open("/notes").text == "declared")
        try router.map("/notes") { _ in "first" }
        try router.map("/notes") { _ in "second" }
        #expect(try await router.open("/notes").text == "second")
        try router.map("/*") { _ in "newest, though wider" }
        #expect(try await router.open("/notes").text == "newest, though wider")
        #expect(router.canOpen("/anything") && !router.canOpen("/two/segments"))
    }

    @Test("A handle takes its addition back, and nothing else; again, it does nothing")
    func remove() async throws {
        let router = try router()
        let first = try router.map("/notes") { _ in "first" }
        let second = try router.map("/notes") { _ in "second" }
        second.remove()
        second.remove()
        #expect(try await router.open("/notes").text == "first")
        first.remove()
        #expect(try await router.open("/notes").text == "declared")
    }

    @Test("An addition goes with its owner, whom the router does not keep")
    func owners() async throws {
        final class Owner {}
        let router = try router()
        var owner: Owner? = Owner()
        weak let seen = owner
        try router.map("/notes", owner: owner) { _ in "owned" }
        try router.intercept("/notes", owner: owner) { request, next in
            var outcome = try await next(request)
            outcome.destination = "intercepted \(outcome.text ?? "")"
            return outcome
        }
        #expect(try await router.open("/notes").text == "intercepted owned")
        owner = nil
        #expect(seen == nil)
        #expect(try await router.open("/notes").text == "declared")
        #expect(owner == nil)
    }

    @Test("Interceptors of code run before the manifests', the newest first")
    func interceptors() async throws {
        let log = Log()
        let router = try router(log)
        for name in ["older", "newer"] {
            try router.intercept("/**") { request, next in
                log.note(name)
                return try await next(request)
            }
        }
        _ = try await router.open("/notes")
        #expect(log.all == ["newer", "older", "gate"])
    }

    @Test("Tags hide additions from other views; everywhere does not")
    func tags() async throws {
        let log = Log()
        let router = try router(log)
        try router.map("/other/:id", tags: ["u"]) { _ in "mapped" }
        try router.intercept("/other/:id") { request, next in
            log.note("untagged")
            return try await next(request)
        }
        try router.intercept("/other/:id", everywhere: true) { request, next in
            log.note("everywhere")
            return try await next(request)
        }
        #expect(try await router["t"].open("/other/1").text == "declared")
        #expect(try await router["u"].open("/other/1").text == "mapped")
        #expect(log.all == ["everywhere", "everywhere"])
    }

    @Test("An open that is under way stays on its snapshot")
    func inFlight() async throws {
        let (begun, finish) = (Event(), Event())
        let router = try router()
        try router.intercept("/notes") { request, next in
            begun.happen()
            await finish.wait()
            return try await next(request)
        }
        let handle = try router.map("/notes") { _ in "mapped" }
        async let outcome = router.open("/notes")
        await begun.wait()
        handle.remove()
        try router.map("/notes") { _ in "too late" }
        finish.happen()
        #expect(try await outcome.text == "mapped")
    }

    @Test("Additions outlive the replacement of the manifests")
    func replaced() async throws {
        let router = try router()
        try router.map("/mapped") { _ in "mapped" }
        try router.replace(with: compile("routes: [{ url: /new, handler: declared }]"))
        #expect(try await router.open("/mapped").text == "mapped")
        #expect(try await router.open("/new").text == "declared")
        #expect(!router.canOpen("/notes"))
    }

    @Test("A text that is no pattern, and a lane that is not registered, are errors that say why")
    func mistakes() throws {
        let router = try router()
        let pattern = #expect(throws: RoutingError.self) { try router.map("/a?b") { _ in 1 } }
        guard case .invalidPattern("/a?b", _) = pattern else {
            Issue.record("\(String(describing: pattern))")
            return
        }
        let lane = #expect(throws: RoutingError.self) { try router.map("/a", lane: "onee") { _ in 1 } }
        guard case .unknownLane("onee", ["one"]) = lane else {
            Issue.record("\(String(describing: lane))")
            return
        }
    }

    @Test("Several tasks open, make, map and remove while generations are swapped: nothing is lost, nothing is mixed")
    func stress() async throws {
        let manifests = [1, 2].map { number in
            compile(
                """
                protocols: { Store: }
                modules: { store: { provides: [Store], with: { name: "\(number)" } } }
                routes: [{ url: /number, handler: number, with: { name: "\(number)" } }]
                """)
        }
        let router = try Router(
            compilation: manifests[0],
            registry: makeRegistry {
                $0.register("store") { (context: MakeContext<StoreOptions>) in
                    MemoryStore(name: context.configuration.name)
                }
                .provides((any Store).self) { $0 }
                $0.handler("number", configuration: StoreOptions.self) { request, options in
                    "\(options.name) \(try request.make(Routable<any Store>()).name)"
                }
            })
        let rounds = 200
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<rounds {
                        switch task % 4 {
                        case 0:
                            let text = try await router.open("/number").text
                            #expect(text == "1 1" || text == "2 2", "an open sees one generation")
                        case 1:
                            let handle = try router.map("/task/\(task)/\(round)") { _ in round }
                            #expect(try await router.open("/task/\(task)/\(round)").destination as? Int == round)
                            handle.remove()
                            #expect(!router.canOpen("/task/\(task)/\(round)"))
                        case 2:
                            let name = try router.make(Routable<any Store>()).name
                            #expect(name == "1" || name == "2")
                        default:
                            try router.replace(with: manifests[round % 2])
                        }
                        if round % 16 == 0 { await Task.yield() }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
