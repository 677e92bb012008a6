import Testing
import Waybill
import WaybillTable
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

    @Test("Routes that code adds are visible at once, above the manifests, the newest first")
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

    @Test("A literal that begins with a dot or a sign leads to an added route, with its parameters")
    func unusualLiterals() async throws {
        let router = try router()
        for (pattern, url) in [("/.well-known/:x", "/.well-known/7"), ("/$m/:x", "/$m/7"), ("/a!b/:x", "/a!b/7?q=1")] {
            let handle = try router.map(pattern) { $0["x"] ?? "nothing" }
            #expect(try await router.open(url).text == "7")
            #expect(try router.resolve(url).parameters["x"] == "7")
            handle.remove()
        }
    }

    @Test("A handle removes its addition, and nothing else; a second removal does nothing")
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

    @Test("The allowed methods of a URL count added routes, as long as they are there")
    func allowedMethods() async throws {
        let router = try Router(manifest: "routes: [{ url: /notes, methods: [GET], handler: declared }]") {
            $0.handlers("declared")
        }
        func allowed(_ url: String) async -> [String] {
            do { _ = try await router.open(url, method: "DELETE") } catch RoutingError.unmatched(_, let methods) {
                return methods
            } catch { Issue.record(error) }
            return []
        }
        let handle = try router.map("/notes", methods: ["POST"]) { _ in "added" }
        try router.map("/added", methods: ["PUT"], tags: ["t"]) { _ in "added" }
        #expect(await allowed("/notes") == ["GET", "HEAD", "POST"])
        #expect(await allowed("/added") == ["PUT"])
        handle.remove()
        #expect(await allowed("/notes") == ["GET", "HEAD"])
    }

    @Test("An addition ends with its owner, which the router does not keep alive")
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

    @Test("Interceptors that code adds run before the manifests', the newest first")
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

    @Test("A running open stays on its snapshot")
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

    @Test("An invalid pattern, and a lane that is not registered, are errors with the reason")
    func errors() throws {
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

    @Test("An addition that can never match is rejected at once, with help")
    func refusals() throws {
        let router = try router()
        func reason(_ add: () throws(RoutingError) -> OverlayHandle) -> String {
            do { _ = try add() } catch { return "\(error)" }
            return "added"
        }
        let pass: InterceptorBody = { request, next in try await next(request) }
        let reasons = [
            reason { () throws(RoutingError) in try router.map("/a", methods: ["get"]) { _ in 1 } },
            reason { () throws(RoutingError) in try router.intercept("/a", methods: ["G T"], pass) },
            reason { () throws(RoutingError) in try router.map("/a", tags: ["views, logs"]) { _ in 1 } },
            reason { () throws(RoutingError) in try router.intercept("/a", tags: ["a b"], pass) },
            reason { () throws(RoutingError) in try router.map { _ in 1 } },
            reason { () throws(RoutingError) in try router.intercept { try await pass($0, $1) } },
            reason { () throws(RoutingError) in try router.map("/:id", params: ["di": .int]) { _ in 1 } },
            reason { () throws(RoutingError) in try router.map("/**rest", params: ["rest": .int]) { _ in 1 } },
            reason { () throws(RoutingError) in try router.map("/:id", params: ["id": .oneOf([])]) { _ in 1 } },
            reason { () throws(RoutingError) in try router.intercept("/a", timeout: .zero, pass) },
        ]
        #expect(
            reasons.map { $0.replacing("invalid route or interceptor: ", with: "") } == [
                #"methods are upper-case: write "GET" instead of "get""#, #""G T" is not a method"#,
                #""views, logs" is not a tag: write each by itself, as "views", "logs""#,
                #""a b" is not a tag: tags are made of letters, digits, '_', '.' and '-'"#,
                "it has no pattern", "it has no pattern",
                "no pattern has a parameter 'di'; did you mean 'id'?",
                "'**rest' cannot have a constraint: only ':name' captures can",
                "the list of values of 'id' is empty", "a timeout must be greater than zero",
            ])
        #expect(!router.canOpen("/a"))
    }

    @Test("Additions take params, priority, order and timeout, as manifests do")
    func keys() async throws {
        let (log, clock) = (Log(), ManualClock())
        let router = try Router(manifest: "routes: []", options: RouterOptions(clock: clock)) { _ in }
        try router.map("/:id", params: ["id": .int], priority: 1) { _ in "number" }
        try router.map("/:id", params: ["id": .oneOf(["a", "b"])]) { _ in "letter" }
        try router.map("/*") { _ in "newest" }
        #expect(try await router.open("/7").text == "number")
        #expect(try await router.open("/a").text == "newest")
        for (name, order) in [("first", -1), ("older", 0), ("newer", 0), ("last", 1)] {
            try router.intercept("/**", order: order) { request, next in
                log.note(name)
                return try await next(request)
            }
        }
        _ = try await router.open("/7")
        #expect(log.all == ["first", "newer", "older", "last"])
        try router.map("/slow/:id", timeout: .seconds(2)) { _ in try await Task.sleep(for: .seconds(3600)) }
        let slow = Task { try await router.open("/slow/1") }
        await clock.taskSleeps()
        clock.advance(by: .seconds(2))
        let error = await #expect(throws: RoutingError.self) { try await slow.value }
        guard case .timedOut = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A list of values is compared as the manifests in use compare paths")
    func folding() throws {
        let router = try router()
        try router.map("/letters/:id", params: ["id": .oneOf(["a"])]) { _ in 1 }
        #expect(router.canOpen("/letters/a") && !router.canOpen("/letters/A"))
        try router.replace(with: compile("settings: { case_sensitive: false }"))
        #expect(router.canOpen("/letters/A"))
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
