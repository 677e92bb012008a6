/// The requirements between the modules of a set, by their indices in the set.
struct ModuleGraph: Sendable {
    private let requirements: [[Int]]
    /// Every module, after those that it requires. Of a cycle, the first in the set comes last.
    let order: [Int]
    /// The modules that callers can ask for.
    private let used: Set<Int>

    static let empty = ModuleGraph([], asked: [])

    /// - Parameters:
    ///   - requirements: The direct requirements of each module.
    ///   - asked: The modules to which callers and routes lead.
    init(_ requirements: [[Int]], asked: [Int]) {
        self.requirements = requirements
        order = Self.order(requirements)
        used = Self.reached(from: asked, over: requirements)
    }

    func requirements(of index: Int) -> [Int] { requirements[index] }

    func isUsed(_ index: Int) -> Bool { used.contains(index) }

    /// Returns the modules in `wanted` that a module requires, directly or through modules that are not in it.
    func nearest(to index: Int, among wanted: Set<Int>) -> Set<Int> {
        var found: Set<Int> = []
        var seen: Set<Int> = [index]
        var waiting = requirements[index]
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            if wanted.contains(next) { found.insert(next) } else { waiting += requirements[next] }
        }
        return found
    }

    /// Returns these modules, and all that require one of them, directly or through others.
    func dependents(of changed: [Int]) -> Set<Int> {
        var requirers = [[Int]](repeating: [], count: requirements.count)
        for (index, required) in requirements.enumerated() {
            for other in required { requirers[other].append(index) }
        }
        return Self.reached(from: changed, over: requirers)
    }

    private static func reached(from start: [Int], over edges: [[Int]]) -> Set<Int> {
        var reached = Set(start)
        var waiting = start
        while let next = waiting.popLast() {
            waiting += edges[next].filter { reached.insert($0).inserted }
        }
        return reached
    }

    /// Sorts the modules. It uses its own stack, because a chain may be as long as a manifest.
    private static func order(_ requirements: [[Int]]) -> [Int] {
        var order: [Int] = []
        var seen: Set<Int> = []
        for start in requirements.indices where seen.insert(start).inserted {
            var path = [(index: start, remaining: requirements[start][...])]
            while let last = path.last {
                if let next = last.remaining.first {
                    path[path.count - 1].remaining.removeFirst()
                    if seen.insert(next).inserted { path.append((next, requirements[next][...])) }
                } else {
                    order.append(last.index)
                    path.removeLast()
                }
            }
        }
        return order
    }
}
