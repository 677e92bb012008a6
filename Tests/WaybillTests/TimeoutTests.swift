import Dispatch
import Synchronization
import Testing
import Waybill
import WaybillTestSupport

@Suite("Timeouts")
struct TimeoutTests {
    static let manifest = """
        interceptors: { slow: { url: /a, use: slow, timeout: 2s } }
        routes:
          - { url: /a, handler: a }
          - { url: /b, handler: b, timeout: 5s }
        """

    func router(
        _ clock: ManualClock, slow: @escaping InterceptorBody = { request, next in try await next(request) },
        handler: @escaping @Sendable (RouteRequest) async throws -> String = { _ in "served" }
    ) throws -> Router {
        try makeRouter(Self.manifest, options: RouterOptions(clock: clock)) {
            $0.interceptor("slow", slow)
            $0.handler("a", handler)
            $0.handler("b", handler)
        }
    }

    @Test("An interceptor that drops its continuation is ended at the limit")
    func dropped() async throws {
        let clock = ManualClock()
        let router = try router(
            clock,
            slow: { _, _ in
                await Event().wait()
                throw CancellationError()
            })
        let outcome = Task { try await router.open("/a") }
        await clock.taskSleeps()
        clock.advance(by: .seconds(2))
        let error = await #expect(throws: RoutingError.self) { try await outcome.value }
        guard case .timedOut(.interceptor("slow"), .seconds(2)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Its timeout limits the time until it decides, not what comes after")
    func decided() async throws {
        let clock = ManualClock()
        let reached = Event()
        let goOn = Event()
        let router = try router(
            clock,
            slow: { request, next in
                if request["stays"] != nil { await Event().wait() }
                await clock.taskSleeps()
                return try await next(request)
            },
            handler: { _ in
                reached.happen()
                await goOn.wait()
                return "served"
            })
        let outcome = Task { try await router.open("/a") }
        await reached.wait()
        // Limits end in their order, so when that of a later open has ended, the first one's would have ended, too.
        await #expect(throws: RoutingError.self) {
            try await clock.advancing(by: .seconds(60), whenever: 1) { try await router.open("/a?stays=1") }
        }
        goOn.happen()
        #expect(try await outcome.value.text == "served")
    }

    @Test("An interceptor that was ended cannot pass on any more")
    func lateDecision() async throws {
        let clock = ManualClock()
        let goOn = Event()
        let done = Event()
        let log = Log()
        let router = try router(
            clock,
            slow: { request, next in
                await goOn.wait()
                defer { done.happen() }
                do { return try await next(request) } catch {
                    log.note("\(error)")
                    throw error
                }
            },
            handler: { _ in
                log.note("served")
                return ""
            })
        let outcome = Task { try await router.open("/a") }
        await clock.taskSleeps()
        clock.advance(by: .seconds(2))
        await #expect(throws: RoutingError.self) { try await outcome.value }
        goOn.happen()
        await done.wait()
        #expect(log.all == ["interceptor 'slow' did not finish within 2.0 seconds"])
    }

    @Test("A route's timeout limits its handler, which is cancelled")
    func handler() async throws {
        let clock = ManualClock()
        let wasCancelled = Event()
        let router = try router(
            clock,
            handler: { _ in
                await withTaskCancellationHandler {
                    await wasCancelled.wait()
                } onCancel: {
                    wasCancelled.happen()
                }
                return ""
            })
        let outcome = Task { try await router.open("/b") }
        await clock.taskSleeps()
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: RoutingError.self) { try await outcome.value }
        guard case .timedOut(.route("/b"), .seconds(5)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await wasCancelled.wait()
    }

    @Test("After work that has ended in time, the timer ends with the limit", .timeLimit(.minutes(1)))
    func inTime() async throws {
        let clock = ManualClock()
        let timer = WeakReference(try await timerAfterWork(clock))
        while timer.value != nil {
            try Task.checkCancellation()
            clock.advance(by: .seconds(5))
            await Task.yield()
        }
    }

    private func timerAfterWork(_ clock: ManualClock) async throws -> DeadlineTimer {
        let timer = DeadlineTimer(clock)
        try await timer.run(within: .seconds(5), error: CancellationError()) { _ in await clock.taskSleeps() }
        return timer
    }

    @Test("Of work that has ended in time nothing is kept, however long its limit is")
    func memory() async throws {
        let clock = ManualClock()
        let timer = DeadlineTimer(clock)
        let goOn = Event()
        let started = Event()
        async let first: Void = timer.run(within: .seconds(60), error: CancellationError()) { _ in
            started.happen()
            await goOn.wait()
        }
        await started.wait()
        let deadlines = Mutex<[WeakReference]>([])
        for _ in 1...100 {
            try await timer.run(within: .seconds(60), error: CancellationError()) { deadline in
                deadlines.withLock { $0.append(WeakReference(deadline)) }
            }
        }
        // The tasks of the last ones may not have been freed yet.
        #expect(deadlines.withLock { $0.count { $0.value != nil } } < 50)
        goOn.happen()
        try await first
    }

    @Test("Work with several limits ends when each is over")
    @MainActor
    func severalLimits() async throws {
        let clock = ManualClock()
        let timer = DeadlineTimer(clock)
        let log = Log()
        // On the main actor the work begins after its limit, because the caller waits only then.
        func wait(_ name: String, _ limit: Duration) async -> Task<Void, Never> {
            let began = Event()
            let task = Task { @MainActor in
                _ = try? await timer.run(within: limit, error: CancellationError()) { _ in
                    began.happen()
                    await Event().wait()
                }
                log.note(name)
            }
            await began.wait()
            return task
        }
        let short = await wait("short", .seconds(3))
        let long = await wait("long", .seconds(5))
        clock.advance(by: .seconds(1))
        let later = await wait("later", .seconds(5))
        await clock.sleepers(2)
        clock.advance(by: .seconds(2))
        await short.value
        clock.advance(by: .seconds(2))
        await long.value
        #expect(log.all == ["short", "long"])
        await clock.taskSleeps()
        clock.advance(by: .seconds(1))
        await later.value
    }

    @Test("A handler of a cancellation that takes long does not delay other limits", .timeLimit(.minutes(1)))
    func slowCancellation() async throws {
        let clock = ManualClock()
        let timer = DeadlineTimer(clock)
        let isOver = DispatchSemaphore(value: 0)
        defer { isOver.signal() }
        let slow = Task {
            try await timer.run(within: .seconds(5), error: CancellationError()) { _ in
                await withTaskCancellationHandler {
                    await Event().wait()
                } onCancel: {
                    isOver.wait()
                }
            }
        }
        await clock.taskSleeps()
        await #expect(throws: Late.self) {
            try await clock.advancing(by: .seconds(5), whenever: 1) {
                try await timer.run(within: .seconds(5), error: Late()) { _ in
                    let cancelled = Event()
                    await withTaskCancellationHandler {
                        await cancelled.wait()
                    } onCancel: {
                        cancelled.happen()
                    }
                }
            }
        }
        await #expect(throws: CancellationError.self) { try await slow.value }
    }

    @Test("An error that a handler throws in time is thrown unchanged")
    func throwing() async throws {
        struct Broken: Error {}
        let router = try router(ManualClock(), handler: { _ in throw Broken() })
        await #expect(throws: Broken.self) { try await router.open("/b") }
    }

    @Test("Cancelling an open cancels work under a timeout", arguments: ["/a", "/b"])
    func cancellation(url: String) async throws {
        let started = Event()
        let wait: @Sendable () async throws -> Void = {
            let cancelled = Event()
            started.happen()
            await withTaskCancellationHandler {
                await cancelled.wait()
            } onCancel: {
                cancelled.happen()
            }
            try Task.checkCancellation()
        }
        let router = try router(
            ManualClock(),
            slow: { request, next in
                try await wait()
                return try await next(request)
            },
            handler: { _ in
                try await wait()
                return ""
            })
        let task = Task { try await router.open(url) }
        await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("What comes after an interceptor with a limit runs on the actor that opened")
    @MainActor
    func actor() async throws {
        let log = Log()
        let note: @Sendable (String) async -> Void = { name in
            log.note("\(name) \(await isolation() === MainActor.shared)")
        }
        let router = try router(
            ManualClock(),
            slow: { request, next in
                await note("interceptor")
                let outcome = try await next(request)
                await note("interceptor again")
                return outcome
            },
            handler: { _ in
                await note("handler")
                return ""
            })
        _ = try await router.open("/a")
        _ = try await router.open("/b")
        #expect(log.all == ["interceptor true", "handler true", "interceptor again true", "handler true"])
    }

    @Test(
        "The longest limit that can be written is one that never ends",
        arguments: [.seconds(Int64.max), .seconds(Int64.max) * 18] as [Duration])
    func longest(_ limit: Duration) async throws {
        let router = try makeRouter("modules: {}")
        try router.map("/short", timeout: .milliseconds(5)) { _ in await Event().wait() }
        try router.map("/long", timeout: limit) { request in
            // When this limit has ended, the clock has begun to wait for the long one.
            await #expect(throws: RoutingError.self) { try await request.open("/short") }
            return "served"
        }
        #expect(try await router.open("/long").text == "served")
    }

    @Test("What comes after an interceptor with a limit runs on the executor that the task prefers")
    func executor() async throws {
        let (log, executor) = (Log(), QueueExecutor())
        let router = try router(
            ManualClock(),
            handler: { _ in
                await Task.yield()
                log.note("\(executor.isCurrent)")
                return ""
            })
        try await Task(executorPreference: executor) {
            _ = try await router.open("/a")
            _ = try await router.open("/b")
        }.value
        #expect(log.all == ["true", "true"])
    }
}

private struct Late: Error {}

private func isolation(_ actor: (any Actor)? = #isolation) async -> (any Actor)? { actor }

/// Runs tasks on a queue of its own.
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "executor")
    private let key = DispatchSpecificKey<Bool>()

    init() { queue.setSpecific(key: key, value: true) }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
