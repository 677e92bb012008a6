import Dispatch
import Testing
import Waybill
import WaybillTestSupport
import WaybillTesting

@Suite("Lanes")
struct LaneTests {
    static let manifest = """
        routes:
          - { url: "/a/:n", handler: work, lane: one, tags: [t] }
          - { url: "/b/:n", handler: work, lane: two }
          - { url: "/again/:n", handler: again, lane: one }
          - { url: "/free/:n", handler: work }
          - { url: "/via/:n", forward: "/a/:n" }
        """

    func router(
        _ holder: RouterHolder = RouterHolder(), _ work: @escaping @Sendable (RouteRequest) async throws -> String
    )
        throws -> Router
    {
        let router = try Router(manifest: Self.manifest) {
            $0.lane("one")
            $0.lane("two")
            $0.handler("work", work)
            $0.handler("again") { request in
                try await holder.router?.open(request.payload as? String ?? "/a/1").text ?? ""
            }
        }
        holder.set(router)
        return router
    }

    @Test("Opens on one lane run one at a time, in the order of the calls, in whatever view; others run beside them")
    func serial() async throws {
        let (log, begun, finish) = (Log(), Event(), Event())
        let router = try router { request in
            let number = request["n"] ?? ""
            log.note("begin \(number)")
            if number == "1" {
                begun.happen()
                await finish.wait()
            }
            log.note("end \(number)")
            return number
        }
        async let first = router.open("/a/1")
        await begun.wait()
        async let second = router["t"].open("/a/2")
        #expect(try await router.open("/free/3").text == "3")
        #expect(try await router.open("/b/4").text == "4")
        #expect(log.all == ["begin 1", "begin 3", "end 3", "begin 4", "end 4"])
        finish.happen()
        _ = try await (first, second)
        #expect(log.all.suffix(3) == ["end 1", "begin 2", "end 2"])
    }

    @Test("Waiting for the own lane is reported, and does not hang")
    func ownLane() async throws {
        let router = try router { $0["n"] ?? "" }
        let error = await #expect(throws: RoutingError.self) { try await router.open("/again/1") }
        guard case .laneDeadlock("one") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await router.open("/a/2").text == "2", "the lane is free again")
        #expect(try await router.open("/again/1", payload: "/b/7").text == "7", "another lane may be awaited")
    }

    @Test("An open that a handler begins without awaiting it waits for its turn")
    func queued() async throws {
        let (holder, log) = (RouterHolder(), Log())
        let router = try router(holder) { request in
            if request["n"] == "1" {
                holder.keep(Task { try await holder.router?.open("/a/2").text ?? "" })
                await Task.yield()
            }
            log.note("end \(request["n"] ?? "")")
            return request["n"] ?? ""
        }
        _ = try await router.open("/a/1")
        #expect(try await holder.task?.value == "2")
        #expect(log.all == ["end 1", "end 2"])
    }

    @Test("A cycle of lanes that wait for each other is reported to the one that would close it")
    func cycle() async throws {
        let holder = RouterHolder()
        let (oneHeld, twoHeld) = (Event(), Event())
        let router = try Router(
            manifest: """
                routes:
                  - { url: /x, handler: x, lane: one }
                  - { url: /y, handler: y, lane: two }
                  - { url: /one, handler: leaf, lane: one }
                  - { url: /two, handler: leaf, lane: two }
                """
        ) {
            $0.lane("one")
            $0.lane("two")
            $0.handler("leaf") { _ in "leaf" }
            $0.handler("x") { _ in
                oneHeld.happen()
                await twoHeld.wait()
                return try await holder.router?.open("/two").text ?? ""
            }
            $0.handler("y") { _ in
                twoHeld.happen()
                await oneHeld.wait()
                return try await holder.router?.open("/one").text ?? ""
            }
        }
        holder.set(router)
        async let x = Result { try await router.open("/x").text }
        async let y = Result { try await router.open("/y").text }
        let results = await [x, y]
        #expect(results.filter { (try? $0.get()) != nil }.count == 1)
        #expect(
            results.contains { result in
                if case .failure(RoutingError.laneDeadlock) = result { true } else { false }
            })
    }

    @Test("A cycle is found through every lane that the holder waits for, not only the first")
    func cycleThroughChildren() async throws {
        let holder = RouterHolder()
        let (slowBegun, yBegun, finish) = (Event(), Event(), Event())
        let router = try makeRouter(
            """
            routes:
              - { url: /x, handler: x, lane: one }
              - { url: /slow, handler: slow, lane: two }
              - { url: /two, handler: leaf, lane: two }
              - { url: /y, handler: y, lane: three }
              - { url: /three, handler: leaf, lane: three }
              - { url: /one, handler: leaf, lane: one }
            """
        ) {
            for lane in ["one", "two", "three"] { $0.lane(LaneName(rawValue: lane)) }
            $0.handler("leaf") { _ in "leaf" }
            $0.handler("slow") { _ in
                slowBegun.happen()
                await finish.wait()
                return ""
            }
            $0.handler("x") { _ in
                async let two = holder.router?.open("/two")
                async let three = holder.router?.open("/three")
                return try await "\(two?.text ?? "") \(three?.text ?? "")"
            }
            $0.handler("y") { _ in
                yBegun.happen()
                while holder.router?.runtime.lanes["three"]?.waiterCount == 0 { await Task.yield() }
                return try await holder.router?.open("/one").text ?? ""
            }
        }
        holder.set(router)
        async let slow = router.open("/slow")
        await slowBegun.wait()
        async let y = Result { try await router.open("/y").text }
        await yBegun.wait()
        async let x = Result { try await router.open("/x").text }
        let results = await [y]
        finish.happen()
        _ = try await slow
        #expect(try await x.get() == "leaf leaf")
        guard case .failure(RoutingError.laneDeadlock("one")) = results[0] else {
            Issue.record("\(results)")
            return
        }
    }

    @Test("A lane with an actor runs there")
    func onActor() async throws {
        let router = try Router(manifest: "routes: [{ url: /ui, handler: ui, lane: main }]") {
            $0.lane("main", on: MainActor.shared)
            $0.handler("ui") { _ in
                MainActor.assertIsolated()
                return "on main"
            }
        }
        #expect(try await router.open("/ui").text == "on main")
    }

    @Test("A lane runs on the executor of its actor")
    func onExecutor() async throws {
        let actor = QueueActor()
        let router = try Router(manifest: "routes: [{ url: /q, handler: q, lane: l }]") {
            $0.lane("l", on: actor)
            $0.handler("q") { _ in
                dispatchPrecondition(condition: .onQueue(actor.executor.queue))
                return "on the queue"
            }
        }
        #expect(try await router.open("/q").text == "on the queue")
    }

    @Test("Waiting for a lane ends with the cancellation of its task, and the lane continues")
    func cancelled() async throws {
        let (begun, finish) = (Event(), Event())
        let router = try router { request in
            if request["n"] == "1" {
                begun.happen()
                await finish.wait()
            }
            return request["n"] ?? ""
        }
        async let first = router.open("/a/1")
        await begun.wait()
        let waiting = Task { try await router.open("/a/2") }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        finish.happen()
        _ = try await first
        #expect(try await router.open("/a/3").text == "3")
    }

    @Test("A redirect takes the lane of the route that it leads to")
    func redirected() async throws {
        let router = try router { $0["n"] ?? "" }
        #expect(try await router.open("/via/5").text == "5")
    }

    @Test("A fallback takes the lane of the module that it leads to")
    func fallback() async throws {
        let holder = RouterHolder()
        let router = try Router(
            manifest: """
                modules: { printer: { lane: one } }
                routes: [{ url: /a, handler: again, lane: one }]
                fallback: { module: printer }
                """
        ) {
            $0.lane("one")
            $0.register("printer") { _ in 7 }
            $0.handler("again") { _ in try await holder.router?.open("/nowhere").destination as? Int }
        }
        holder.set(router)
        #expect(try await router.open("/nowhere").destination as? Int == 7)
        let error = await #expect(throws: RoutingError.self) { try await router.open("/a") }
        guard case .laneDeadlock("one") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

/// An actor with its own queue.
private actor QueueActor {
    final class Executor: SerialExecutor {
        let queue = DispatchQueue(label: "lane")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    nonisolated let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
}

extension Result where Failure == any Error {
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
