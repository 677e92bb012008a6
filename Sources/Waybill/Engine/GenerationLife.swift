import Synchronization
import WaybillManifest
import WaybillSyntax

/// Counts the opens on a generation, and knows whether another generation has replaced it.
///
/// It is over when it is replaced and no open runs on it. From then on, nothing uses the modules that only this
/// generation has.
final class GenerationLife: Sendable {
    private let number: Int
    private let lives: GenerationLives
    /// Twice the number of opens, plus one after the generation was replaced.
    private let state = Atomic<Int>(0)
    /// Replaced and without opens. No open begins any more.
    private static let over = 1

    init(number: Int, lives: GenerationLives) {
        self.number = number
        self.lives = lives
    }

    /// Begins an open. Returns false if the life is over, because another generation is published.
    func begin() -> Bool {
        var seen = state.load(ordering: .relaxed)
        while seen != Self.over {
            let (isDone, now) = state.compareExchange(
                expected: seen, desired: seen + 2, ordering: .acquiringAndReleasing)
            if isDone { return true }
            seen = now
        }
        return false
    }

    func end() {
        if state.wrappingSubtract(2, ordering: .acquiringAndReleasing).newValue == Self.over { lives.end(number) }
    }

    func supersede() {
        if state.bitwiseOr(1, ordering: .acquiringAndReleasing).newValue == Self.over { lives.end(number) }
    }
}

/// The replaced generations that still run opens, and what to retire after them.
final class GenerationLives: Sendable {
    private struct Entry {
        let number: Int
        /// Shared instances that no later generation has, until they are retired.
        var retiring: [BoundModule]
        var isOver = false
        /// Limits the wait for its opens.
        let deadline = Deadline()
    }

    private let retirements: Retirements
    /// The oldest first.
    private let entries = Mutex<[Entry]>([])

    init(_ retirements: Retirements) { self.retirements = retirements }

    /// The number of generations that run opens, including the current one.
    var count: Int { entries.withLock { $0.count { !$0.isOver } } + 1 }

    /// Records that a generation is replaced. When the opens of this generation and of those before it are over, or at the
    /// drain timeout, what it has and no successor keeps is retired.
    func supersede(_ generation: Generation, by successors: [Generation], drain: Duration, timer: DeadlineTimer) {
        let number = generation.number
        let entry = Entry(number: number, retiring: generation.retiring(for: successors))
        entries.withLock { $0.append(entry) }
        generation.life.supersede()
        timer.start(entry.deadline, after: drain) { self.end(number) }
    }

    func end(_ number: Int) {
        let (deadline, retiring) = entries.withLock { entries -> (Deadline?, [[BoundModule]]) in
            guard let index = entries.firstIndex(where: { $0.number == number }) else { return (nil, []) }
            let deadline = entries[index].deadline
            entries[index].isOver = true
            var retiring: [[BoundModule]] = []
            while let first = entries.first, first.isOver {
                retiring.append(first.retiring)
                entries.removeFirst()
            }
            return (deadline, retiring)
        }
        deadline?.remove()
        for modules in retiring { retirements.begin(modules) }
    }

    /// Stops waiting for opens, and returns what to retire, by generation, the oldest first.
    func close() -> [[BoundModule]] {
        let entries = entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
        for entry in entries { entry.deadline.remove() }
        return entries.map(\.retiring)
    }
}

extension BoundModule {
    /// Stops the module if it runs, and retires its instance. Only the first call for an instance does anything.
    fileprivate func retire(by runner: (any ModuleRunner)?) async {
        guard factory.ends, let (value, running) = instance?.takeToRetire() else { return }
        await running?.stop()
        await retire(value, by: runner)
    }

    /// Runs the `retires` hook for a product.
    func retire(_ value: any Sendable, by runner: (any ModuleRunner)?) async {
        guard factory.retires else { return }
        guard let runner else { return await factory.retire(value) }
        await runner.retire(id) { await self.factory.retire(value) }
    }
}

/// Retires modules in the background, one after the other, because a module may need what a later generation retires.
final class Retirements: Sendable {
    private let runner: (any ModuleRunner)?
    /// Ends after all that have begun.
    private let last = Mutex<Task<Void, Never>?>(nil)

    init(runner: (any ModuleRunner)?) { self.runner = runner }

    /// Begins to retire modules, in the reverse order of making.
    func begin(_ modules: [BoundModule]) {
        guard modules.contains(where: \.factory.ends) else { return }
        begin { runner in
            for module in modules.reversed() { await module.retire(by: runner) }
        }
    }

    func begin(_ work: @escaping @Sendable ((any ModuleRunner)?) async -> Void) {
        last.withLock { last in
            last = Task { [last] in
                await last?.value
                await work(runner)
            }
        }
    }

    /// Waits for all retirements that have begun.
    func end() async { await last.withLock { $0 }?.value }
}

extension Generation {
    /// The shared instances of this generation that no successor keeps. Weak instances end with those who hold them.
    fileprivate func retiring(for successors: [Generation]) -> [BoundModule] {
        let kept = Set(successors.flatMap(\.instances))
        return sharedModules.filter { module in
            module.instance.map { !kept.contains(ObjectIdentifier($0)) } ?? false
        }
    }

    /// The shared modules, each after those that it requires.
    var sharedModules: [BoundModule] {
        bound.graph.order.map { bound.modules[$0] }.filter { $0.declaration.scope.value == .shared }
    }

    /// The instances that it keeps alive.
    var instances: Set<ObjectIdentifier> {
        Set(bound.modules.compactMap { $0.instance.map(ObjectIdentifier.init) })
    }
}
