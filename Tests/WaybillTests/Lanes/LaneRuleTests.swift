import Testing
import Waybill
import WaybillTestSupport
import WaybillTesting

@Suite("Tasks on a lane", .timeLimit(.minutes(1)))
struct LaneRuleTests {
    typealias Handler = @Sendable (RouteRequest) async throws -> String

    func router(
        _ holder: RouterHolder = RouterHolder(), options: RouterOptions = RouterOptions(), outer: @escaping Handler,
        inner: @escaping Handler = { $0["n"] ?? "" }, timed: @escaping Handler = { _ in "timed" }
    ) throws -> Router {
        let router = try makeRouter(
            """
            routes:
              - { url: /outer, handler: outer, lane: one }
              - { url: "/inner/:n", handler: inner, lane: one }
              - { url: "/two/:n", handler: inner, lane: two }
              - { url: /timed, handler: timed, timeout: 5s }
              - { url: /held, handler: timed, timeout: 5s, lane: one }
            """, options: options
        ) {
            $0.lane("one")
            $0.lane("two")
            $0.handler("outer", outer)
            $0.handler("inner", inner)
            $0.handler("timed", timed)
        }
        holder.set(router)
        return router
    }

    /// The ways in which a child task can open a URL.
    enum Child: CaseIterable {
        case asyncLet, group, nested, timeoutHelper

        func open(_ router: Router, _ url: String) async throws -> String {
            switch self {
            case .asyncLet:
                async let text = router.open(url).text
                return try await text ?? ""
            case .group: return try await Self.inGroup { try await router.open(url).text ?? "" }
            case .nested:
                return try await Self.inGroup {
                    async let text = Self.inGroup { try await router.open(url).text ?? "" }
                    return try await text
                }
            case .timeoutHelper:
                return try await withThrowingTaskGroup(of: String.self) { group in
                    group.addTask { try await router.open(url).text ?? "" }
                    group.addTask {
                        try await Task.sleep(for: .seconds(50))
                        return "too late"
                    }
                    defer { group.cancelAll() }
                    return try await group.next() ?? ""
                }
            }
        }

        private static func inGroup(_ body: @escaping @Sendable () async throws -> String) async throws -> String {
            try await withThrowingTaskGroup(of: String.self) { group in
                group.addTask { try await body() }
                return try await group.next() ?? ""
            }
        }
    }

    @Test(
        "A child task is on the lane of its parent: its open there is a deadlock, and says so",
        arguments: Child.allCases)
    func children(child: Child) async throws {
        let holder = RouterHolder()
        let router = try router(holder, outer: { _ in try await child.open(try #require(holder.router), "/inner/1") })
        let error = await #expect(throws: RoutingError.self) { try await router.open("/outer") }
        guard case .laneDeadlock("one") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(try #require(error))".contains("child task"))
        #expect(try await router.open("/inner/2").text == "2", "the lane is free again")
    }

    @Test("A child task may open on another lane", arguments: Child.allCases)
    func otherLane(child: Child) async throws {
        let holder = RouterHolder()
        let router = try router(holder, outer: { _ in try await child.open(try #require(holder.router), "/two/7") })
        #expect(try await router.open("/outer").text == "7")
    }

    @Test("A child of a `Task { }` that was started on a lane waits for its turn")
    func unstructured() async throws {
        let (holder, log) = (RouterHolder(), Log())
        let router = try router(
            holder,
            outer: { _ in
                holder.keep(Task { try await Child.nested.open(try #require(holder.router), "/inner/1") })
                await Task.yield()
                log.note("outer ends")
                return ""
            },
            inner: { _ in
                log.note("inner runs")
                return "inner"
            })
        _ = try await router.open("/outer")
        #expect(try await holder.task?.value == "inner")
        #expect(log.all == ["outer ends", "inner runs"])
    }

    @Test("Work under a time limit is on its lane, child tasks too", arguments: Child.allCases)
    func timed(child: Child) async throws {
        let holder = RouterHolder()
        let router = try router(
            holder, options: RouterOptions(clock: ManualClock()),
            outer: { _ in try await holder.router?.open("/timed").text ?? "" },
            timed: { _ in try await child.open(try #require(holder.router), "/inner/1") })
        let error = await #expect(throws: RoutingError.self) { try await router.open("/outer") }
        guard case .laneDeadlock("one") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A task that reuses the memory of a finished one is not on its lane")
    func reusedTasks() async throws {
        let (holder, log) = (RouterHolder(), Log())
        let router = try router(
            holder, options: RouterOptions(clock: ManualClock()),
            outer: { _ in
                var tasks: [Task<Void, Never>] = []
                for _ in 0..<200 {
                    _ = try await holder.router?.open("/timed")
                    tasks.append(
                        Task {
                            do { _ = try await holder.router?.open("/inner/1") } catch { log.note("\(error)") }
                        })
                }
                let opens = tasks
                holder.keep(
                    Task {
                        for open in opens { await open.value }
                        return "all"
                    })
                return ""
            })
        _ = try await router.open("/outer")
        #expect(try await holder.task?.value == "all")
        #expect(log.all == [])
    }

    @Test("A lane is released when the work on it has ended, not at its time limit", arguments: ["/held", "/outer"])
    func lateWork(url: String) async throws {
        let (holder, log, clock, finish) = (RouterHolder(), Log(), ManualClock(), Event())
        let router = try router(
            holder, options: RouterOptions(clock: clock),
            outer: { _ in try await holder.router?.open("/timed").text ?? "" },
            inner: { _ in
                log.note("inner runs")
                return ""
            },
            timed: { _ in
                await finish.wait()
                log.note("late work ends")
                return ""
            })
        let open = Task { try await router.open(url) }
        await clock.taskSleeps()
        clock.advance(by: .seconds(5))
        await #expect(throws: RoutingError.self) { try await open.value }
        async let next = router.open("/inner/1")
        for _ in 0..<20 { await Task.yield() }
        #expect(log.all == [])
        finish.happen()
        _ = try await next
        #expect(log.all == ["late work ends", "inner runs"])
    }

    @Test("A lane's actor also runs work with a time limit")
    func actorAndTimeout() async throws {
        let router = try makeRouter(
            """
            interceptors: { watch: { url: /ui, use: watch, timeout: 1h } }
            routes: [{ url: /ui, handler: ui, lane: main, timeout: 1h }]
            """
        ) {
            $0.lane("main", on: MainActor.shared)
            $0.interceptor("watch") { request, next in
                MainActor.assertIsolated()
                defer { MainActor.assertIsolated() }
                return try await next(request)
            }
            $0.handler("ui") { _ in
                MainActor.assertIsolated()
                await Task.yield()
                MainActor.assertIsolated()
                return "on main"
            }
        }
        #expect(try await router.open("/ui").text == "on main")
    }
}
