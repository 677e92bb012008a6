/// The cycles of a directed graph.
package struct Cycles<Vertex: Hashable & Comparable> {
    /// Each cycle once, starting at its smallest vertex. Very long lists of cycles are cut.
    package let paths: [[Vertex]]
    /// All vertices that are part of a cycle.
    package let members: Set<Vertex>

    private init(of edges: [Vertex: [Vertex]]) {
        let vertices = edges.keys.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(vertices, vertices.indices))
        // A vertex without edges of its own is part of no cycle.
        var search = CycleSearch(vertices.map { edges[$0, default: []].compactMap { numbers[$0] } })
        for vertex in vertices.indices { search.visit(vertex) }
        paths = search.paths.sorted { $0.lexicographicallyPrecedes($1) }.map { $0.map { vertices[$0] } }
        members = Set(search.members.map { vertices[$0] })
    }
}

// Of concrete types, because other modules would call the code that is not specialized.

extension Cycles<Int> {
    /// - Complexity: O(*e* + *v* log *v*) for *e* edges and *v* vertices.
    package init(in edges: [Int: [Int]]) { self.init(of: edges) }
}

extension Cycles<String> {
    /// - Complexity: O(*e* + *v* log *v*) for *e* edges and *v* vertices.
    package init(in edges: [String: [String]]) { self.init(of: edges) }
}

/// Tarjan's search for strongly connected components of the vertices `0..<edges.count`. It keeps its own stack, because
/// a chain may be as long as a manifest.
private struct CycleSearch {
    private let edges: [[Int]]
    private(set) var paths: Set<[Int]> = []
    private(set) var members: Set<Int> = []
    /// The vertices from the start of the search to the current one, each with the targets that were not visited yet.
    private var path: [(vertex: Int, remaining: ArraySlice<Int>)] = []
    /// By vertex; `nil` before its visit.
    private var visits: [Visit?]
    /// Visited vertices whose component is not complete yet.
    private var open: [Int] = []
    /// The number of visited vertices.
    private var visited = 0
    /// The number of vertices that further cycles may have together.
    private var vertexBudget = 10_000

    private struct Visit {
        let number: Int
        /// The smallest number of a vertex that this one leads back to.
        var lowest: Int
        /// The position on the path.
        var position: Int?
        var isOpen = true
    }

    init(_ edges: [[Int]]) {
        self.edges = edges
        visits = Array(repeating: nil, count: edges.count)
    }

    mutating func visit(_ start: Int) {
        if visits[start] == nil { enter(start) }
        while let vertex = path.last?.vertex {
            guard let next = path[path.count - 1].remaining.popFirst() else {
                leave(vertex)
                continue
            }
            guard let visit = visits[next] else {
                enter(next)
                continue
            }
            if visit.isOpen { lower(vertex, to: visit.number) }
            if let position = visit.position { addCycle(from: position) }
        }
    }

    private mutating func enter(_ vertex: Int) {
        visits[vertex] = Visit(number: visited, lowest: visited, position: path.count)
        visited += 1
        open.append(vertex)
        path.append((vertex, edges[vertex][...]))
    }

    private mutating func leave(_ vertex: Int) {
        path.removeLast()
        visits[vertex]?.position = nil
        guard let visit = visits[vertex] else { return }
        if let previous = path.last?.vertex { lower(previous, to: visit.lowest) }
        guard visit.lowest == visit.number, let first = open.lastIndex(of: vertex) else { return }
        if open.count - first > 1 || edges[vertex].contains(vertex) { members.formUnion(open[first...]) }
        for closed in open[first...] { visits[closed]?.isOpen = false }
        open.removeSubrange(first...)
    }

    private mutating func lower(_ vertex: Int, to number: Int) {
        guard let lowest = visits[vertex]?.lowest, number < lowest else { return }
        visits[vertex]?.lowest = number
    }

    private mutating func addCycle(from position: Int) {
        guard vertexBudget > 0 else { return }
        vertexBudget -= path.count - position
        let cycle = path[position...].map(\.vertex)
        guard let smallest = cycle.min(), let index = cycle.firstIndex(of: smallest) else { return }
        paths.insert(Array(cycle[index...] + cycle[..<index]))
    }
}
