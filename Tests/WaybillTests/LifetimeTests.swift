import Foundation
import Synchronization
import Testing
import WaybillManifest
import WaybillTable
import WaybillTestSupport

@testable import Waybill

@Suite("The lifetime of what the engine keeps", .timeLimit(.minutes(1)))
struct LifetimeTests {
    @Test("A stored outcome keeps its information, but no generation")
    func outcome() async throws {
        let retired = Event()
        let router = try makeRouter(
            """
            modules: { store: { scope: shared } }
            interceptors: { add: { url: "/new/*", use: add } }
            routes:
              - { id: old, url: "/old/:id", forward: "/new/:id" }
              - { id: new, url: "/new/:id", module: store }
            """, options: RouterOptions(clock: ManualClock())
        ) {
            $0.register("store") { _ in MemoryStore() }.retires { _ in retired.happen() }
            $0.handlers("h")
            $0.interceptor("add") { request, next in
                var request = request
                request.parameters["added"] = "yes"
                return try await next(request)
            }
        }
        weak let generation = router.generation
        let outcome = try await router.open("/old/7?q=1")
        try router.replace(with: compile("routes: [{ url: /other, handler: h }]"))
        await retired.wait()
        #expect(outcome.generation == 1 && outcome.routeID == "new" && outcome.moduleID == "store")
        #expect(outcome.originalURL.text == "/old/7?q=1" && outcome.url.text == "/new/7" && !outcome.isFallback)
        #expect(outcome.parameters.all == ["id": "7", "q": "1", "added": "yes"])
        #expect(outcome.hops.map { "\($0.by) \($0.to)" } == ["route 'old' /new/7"])
        #expect(router.generationsLive == 1)
        #expect(generation == nil)
        withExtendedLifetime(outcome) {}
    }

    @Test("A thread that asks for the current generation, as the main thread of a service does once, does not keep it")
    func readGeneration() async throws {
        let router = try makeRouter("routes: [{ url: /a, handler: h }]") { $0.handlers("h") }
        weak let generation = router.generation
        let (hasRead, mayEnd) = (Event(), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            _ = router.generation.number
            hasRead.happen()
            mayEnd.wait()
        }
        await hasRead.wait()
        try router.replace(with: compile("routes: [{ url: /b, handler: h }]"))
        #expect(generation == nil)
        mayEnd.signal()
    }

    @Test("What a router holds is released with it, on the thread that lets it go")
    func lastReference() throws {
        let isReleased = Mutex(false)
        let holder = Mutex<Router?>(try makeRouter("routes: [{ url: /a, handler: h }]") { $0.handlers("h") })
        onThread {
            holder.withLock { router in
                let object = Releasing { isReleased.withLock { $0 = true } }
                #expect(throws: Never.self) { try router?.map("/held") { [object] _ in "\(object)" } }
                #expect(router?.canOpen("/held") == true)
            }
        }
        #expect(!isReleased.withLock { $0 })
        onThread { holder.withLock { $0 = nil } }
        #expect(isReleased.withLock { $0 })
    }

    @Test("An object that an addition held may change the overlay when it is released")
    func overlayReleases() async throws {
        let router = try makeRouter("routes: [{ url: /a, handler: h }]") { $0.handlers("h") }
        let other = try router.map("/other") { _ in "other" }
        var object: Releasing? = Releasing { other.remove() }
        let handle = try router.map("/mapped") { [object] _ in "\(object == nil)" }
        object = nil
        handle.remove()
        #expect(!router.canOpen("/mapped") && !router.canOpen("/other"))
    }

    @Test("An addition whose owner is gone is dropped once, however many find it at the same moment")
    func droppedOnce() async throws {
        let router = try makeRouter("routes: [{ url: /a, handler: h }]") { $0.handlers("h") }
        try router.map("/kept", owner: router) { _ in "kept" }
        do {
            let owner = Owner()
            try router.map("/mapped", owner: owner) { _ in "mapped" }
        }
        let found = router.snapshots.current.overlay.orphans
        #expect(found.count == 1 && router.canOpen("/kept") && !router.canOpen("/mapped"))
        let overlay = router.snapshots.current.overlay
        #expect(overlay.entries.count == 1)
        router.snapshots.drop(found)
        _ = try await router.open("/a")
        #expect(router.snapshots.current.overlay === overlay)
        try router.replace(with: compile("routes: [{ url: /b, handler: h }]"))
        #expect(router.snapshots.current.overlay === overlay, "equal settings: what is compiled is used again")
    }

    @Test("A replacement during a binding is an error, and the binding continues")
    func replaceWithin() async throws {
        let router = try makeRouter("routes: [{ url: /a, handler: a }]") {
            $0.handler("a", configuration: Replacing.self) { _, configuration in configuration.error }
        }
        Replacing.router.withLock { $0 = router }
        try router.replace(with: compile("routes: [{ url: /a, handler: a, with: { n: 1 } }]"))
        Replacing.router.withLock { $0 = nil }
        let text = try #require(try await router.open("/a").text)
        #expect(text.contains("while manifests are being bound [F011 nested-replacement]"), "\(text)")
        #expect(router.generation.number == 2)
    }

    @Test("A binding may wait for another thread that replaces the manifests: those that are bound come after them")
    func replaceMeanwhile() async throws {
        let router = try makeRouter("routes: [{ url: /a, handler: a }]") {
            $0.handler("a", configuration: Waiting.self) { _, _ in "a" }
        }
        Waiting.work.withLock { work in
            work = { onThread { _ = try? router.replace(with: compile("routes: [{ url: /b, handler: a }]")) } }
        }
        try router.replace(with: compile("routes: [{ url: /c, handler: a, with: { n: 1 } }]"))
        #expect(router.canOpen("/c") && !router.canOpen("/b"))
        #expect(router.generation.number == 3)
    }
}

private final class Owner {}

/// Calls a closure when it is released.
private final class Releasing: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
}

/// Replaces the manifests of a router while it is decoded.
private struct Replacing: Decodable, Sendable {
    static let router = Mutex<Router?>(nil)
    let error: String

    private enum CodingKeys: CodingKey { case n }

    init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .n)
        guard let router = Self.router.withLock({ $0 }) else {
            error = "none"
            return
        }
        do {
            try router.replace(with: compile("routes: [{ url: /b, handler: a }]"))
            error = "replaced"
        } catch { self.error = "\(error)" }
    }
}

/// Does some work, once, while it is decoded.
private struct Waiting: Decodable, Sendable {
    static let work = Mutex<(@Sendable () -> Void)?>(nil)

    private enum CodingKeys: CodingKey { case n }

    init(from decoder: any Decoder) throws {
        guard try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .n) != nil else {
            return
        }
        let work = Self.work.withLock { work in
            defer { work = nil }
            return work
        }
        work?()
    }
}

/// Runs `body` on a thread of its own, and waits for it.
private func onThread(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        body()
        hasEnded.signal()
    }
    hasEnded.wait()
}
