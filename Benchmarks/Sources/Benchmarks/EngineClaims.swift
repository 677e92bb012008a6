import AllocationCounter
import Synchronization
import Waybill
import WaybillManifest
import WaybillRules
import WaybillTable

/// The number of blocks that a call of `body` allocates, averaged over many calls after a warm-up.
func allocations(calls: Int = 1000, _ body: () -> Void) -> Double {
    for _ in 0..<100 { body() }
    let before = allocation_count()
    for _ in 0..<calls { body() }
    return Double(allocation_count() - before) / Double(calls)
}

extension Claim {
    static func allocations(_ name: String, _ count: Double) -> Claim {
        Claim(name: name, figure: "\((count * 100).rounded() / 100) allocations a call", goal: "none")
    }
}

/// Reading the current snapshot, against reading it from a Mutex.
struct EngineSnapshot {
    private let router: Router
    private let peer: Mutexed

    private final class Mutexed: Sendable {
        let generation: Mutex<Generation>
        init(_ generation: Generation) { self.generation = Mutex(generation) }
    }

    init() throws {
        router = try Router(
            compilation: .compile(text: "waybill: 1\n", path: "Bench.yaml"), registry: Registry())
        peer = Mutexed(router.generation)
    }

    func claims(calls: Int = 2_000_000) -> [Claim] {
        let (router, peer) = (router, peer)
        let locked = {
            var sum = 0
            for _ in 0..<calls { sum &+= peer.generation.withLock { $0 }.number }
            return sum
        }
        let read = medians(
            callsPerRound: calls,
            {
                var sum = 0
                for _ in 0..<calls { sum &+= router.generation.number }
                return sum
            }, locked)
        return [.cost("reading the snapshot", read, of: "Mutex.withLock", goal: "none")]
    }
}

/// Making by protocol with 200 modules, against a dictionary of closures.
struct EngineMaking {
    private let router: Router
    private let peer: [ObjectIdentifier: @Sendable () -> any Widget]

    init() throws {
        let others = (1..<200).map { "  m\($0): { identifiers: [\"id\($0)\"] }" }.joined(separator: "\n")
        let manifest = """
            waybill: 1
            protocols: { Widget: }
            modules:
              widget: { provides: [Widget] }
            \(others)
            """
        var registry = Registry()
        registry.register("widget") { _ in PlainWidget() }.provides((any Widget).self) { $0 }
        for index in 1..<200 { registry.register("m\(index)") { _ in index } }
        router = try Router(compilation: .compile(text: manifest, path: "Bench.yaml"), registry: registry)
        var peer: [ObjectIdentifier: @Sendable () -> any Widget] = [
            ObjectIdentifier((any Widget).self): { PlainWidget() }
        ]
        for type in ManyTypes.all(199) { peer[type] = { PlainWidget() } }
        self.peer = peer
    }

    func claims(calls: Int = 500_000) throws -> [Claim] {
        let (router, peer) = (router, peer)
        _ = try router.make(Routable<any Widget>())
        let result = medians(
            callsPerRound: calls,
            {
                var sum = 0
                for _ in 0..<calls { sum &+= (try? router.make(Routable<any Widget>()).size) ?? 0 }
                return sum
            },
            {
                var sum = 0
                for _ in 0..<calls { sum &+= peer[ObjectIdentifier((any Widget).self)]?().size ?? 0 }
                return sum
            })
        let extra =
            allocations { _ = try? router.make(Routable<any Widget>()) } - allocations { _ = PlainWidget.madeAlone() }
        return [
            .cost("make by protocol, 200 modules", result, of: "[ObjectIdentifier: closure]", goal: "none"),
            .allocations("make by protocol, beyond the object", extra),
        ]
    }
}

protocol Widget: Sendable { var size: Int { get } }
final class PlainWidget: Widget {
    let size = 1
    @inline(never) static func madeAlone() -> any Widget { PlainWidget() }
}
extension Routable where P == any Widget { init() { self.init(declared: ()) } }

/// A number of distinct types.
enum ManyTypes {
    private struct Wrapped<T> {}

    static func all(_ count: Int) -> [ObjectIdentifier] {
        var found: [ObjectIdentifier] = []
        func add<T>(_ type: T.Type) {
            guard found.count < count else { return }
            found.append(ObjectIdentifier(type))
            add(Wrapped<T>.self)
        }
        add(Int.self)
        return found
    }
}

/// Three interceptors that call the next one, and the handler after them, against one call of that handler.
struct EngineChain {
    private let resolved: ResolvedURL
    private let request: RouteRequest
    private let handler: @Sendable (RouteRequest) async throws -> any Sendable

    init() async throws {
        let handler: @Sendable (RouteRequest) async throws -> any Sendable = { request in request.url.text.utf8.count }
        let kept = Mutex<RouteRequest?>(nil)
        var registry = Registry()
        for name in ["a", "b", "c"] {
            registry.interceptor(name) { request, next in try await next(request) }
        }
        registry.handler("bare") { request in request.url.text.utf8.count }
        registry.handler("keep") { request in kept.withLock { $0 = request } }
        let manifest = """
            waybill: 1
            interceptors:
              a: { url: /bench, use: a }
              b: { url: /bench, use: b }
              c: { url: /bench, use: c }
            routes:
              - { url: /bench, handler: bare }
              - { url: /keep, handler: keep }
            """
        let router = try Router(compilation: .compile(text: manifest, path: "Bench.yaml"), registry: registry)
        _ = try await router.open("/keep")
        resolved = try router.resolve("/bench")
        request = kept.withLock { $0 }!  // the handler has just stored it
        self.handler = handler
    }

    func claims(calls: Int = 200_000, rounds: Int = 15) async throws -> [Claim] {
        var (own, peer): ([Double], [Double]) = ([], [])
        let clock = ContinuousClock()
        for _ in 0..<rounds {
            own.append(try await nanoseconds(clock, calls) { try await resolved.open().destination as! Int })
            peer.append(try await nanoseconds(clock, calls) { try await handler(request) as! Int })
        }
        let before = allocation_count()
        for _ in 0..<1000 { _ = try await resolved.open() }
        let allocated = Double(allocation_count() - before) / 1000
        let times = (own.sorted()[rounds / 2], peer.sorted()[rounds / 2])
        return [
            .cost("three interceptors and their handler", times, of: "one bare async call", goal: "none"),
            .allocations("three interceptors and their handler", allocated),
        ]
    }

    private func nanoseconds(
        _ clock: ContinuousClock, _ calls: Int, _ body: () async throws -> Int
    ) async throws -> Double {
        var sum = 0
        let start = clock.now
        for _ in 0..<calls { sum &+= try await body() }
        let (seconds, attoseconds) = (clock.now - start).components
        precondition(sum > 0, "the work was optimized away")
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(calls)
    }
}
