import Waybill
import WaybillManifest
import WaybillPresentation
import WaybillRules

/// One of the tasks: it runs random steps.
struct Soaker {
    private let router: Router
    private var random: UInt64
    private(set) var steps = 0
    /// Objects that live as long as a screen.
    private var outcomes: [Outcome] = []
    private var performed: [Performed<any Sendable>] = []

    init(_ router: Router, _ number: Int) {
        self.router = router
        random = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func step(swapping editions: [Compilation]) async throws {
        steps += 1
        switch next(12) {
        case 0, 1: try await open("/made")
        case 2: try await open("/lane")
        case 3: try await open("/actor")
        case 4: try await open("/nested")
        case 5: try await open("/moved")
        case 6: try await open("/performed")
        case 7: _ = try router.make(Routable<any Soaked>())
        case 8: try await perform()
        case 9: try await map()
        case 10: try await intercept()
        default:
            if next(4) == 0 { try router.replace(with: editions[next(editions.count)]) }
            if let handle = outcomes.popLast()?.performedRoute { try? await handle.remove() }
        }
    }

    private mutating func open(_ path: String) async throws {
        let task = Task { [router, number = next(100)] in try await router.open("\(path)/\(number)") }
        if next(16) == 0 { task.cancel() }
        do { outcomes.append(try await task.value) } catch is CancellationError {}
        if outcomes.count > 20 { outcomes.removeFirst(10) }
    }

    private mutating func perform() async throws {
        let shown = try await router.perform(identifier: "performed") { $0.userInfo["object"] = Counted() }
        _ = shown.route.states
        performed.append(shown)
        guard performed.count > 10 else { return }
        try await performed.removeFirst().remove()
    }

    private mutating func map() async throws {
        let (object, path) = (Counted(), "/mapped/\(next(1_000_000))")
        let handle = try router.map("\(path)/:n", lane: next(2) == 0 ? "one" : nil) { _ in "\(object)" }
        try await open(path)
        handle.remove()
    }

    private mutating func intercept() async throws {
        let owner = Counted()
        try router.intercept("/made/*", owner: owner) { request, next in
            withExtendedLifetime(Counted()) {}
            return try await next(request)
        }
        try await open("/made")
        withExtendedLifetime(owner) {}
    }

    private mutating func next(_ count: Int) -> Int {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return Int(random % UInt64(count))
    }
}
