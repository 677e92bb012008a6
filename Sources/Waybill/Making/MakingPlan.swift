/// The order in which modules are made before a generation is published: each after those that it requires, and
/// independent ones concurrently. Synchronous factories run one at a time, because they make under one lock.
struct MakingPlan {
    struct Step {
        let index: Int
        let module: BoundModule
        fileprivate let needs: Set<Int>
    }

    /// In the order in which they begin if requirements do not decide.
    private var waiting: [Step]
    private var unmade: Set<Int>
    private var running: [Int: BoundModule] = [:]

    /// - Parameter indices: The modules to make, by their indices in the set.
    init(_ indices: [Int], in bound: Bound) {
        unmade = Set(indices)
        let unmade = unmade
        waiting = indices.map {
            Step(index: $0, module: bound.modules[$0], needs: bound.graph.nearest(to: $0, among: unmade))
        }
    }

    /// Takes the modules that can begin now. Modules that require each other begin in their order, and the factory that
    /// asks too early fails.
    mutating func begin() -> [Step] {
        var steps: [Step] = []
        while let next = waiting.firstIndex(where: canBegin) ?? (running.isEmpty ? waiting.indices.first : nil) {
            let step = waiting.remove(at: next)
            running[step.index] = step.module
            steps.append(step)
        }
        return steps
    }

    mutating func end(_ step: Step) {
        running[step.index] = nil
        unmade.remove(step.index)
    }

    private func canBegin(_ step: Step) -> Bool {
        guard step.needs.isDisjoint(with: unmade) else { return false }
        return step.module.factory.isAsynchronous || running.values.allSatisfy(\.factory.isAsynchronous)
    }
}
