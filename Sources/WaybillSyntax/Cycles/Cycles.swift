/// The cycles of a directed graph.
package struct Cycles<Vertex: Hashable & Comparable> {
    /// Each cycle once, starting at its smallest vertex. Very long lists of cycles are cut.
    package let paths: [[Vertex]]
    /// All vertices that are part of a cycle.
    package let members: Set<Vertex>

    /// - Complexity: Linear in the edges.
    package init(in edges: [Vertex: [Vertex]]) {
        var search = CycleSearch(edges)
        for vertex in edges.keys.sorted() { search.visit(vertex) }
        paths = search.paths.sorted { $0.lexicographicallyPrecedes($1) }
        members = search.members
    }
}

/// Tarjan's search for strongly connected components. It keeps its own stack, because a chain may be as long as a
/// manifest.
private struct CycleSearch<Vertex: Hashable & Comparable> {
    private let edges: [Vertex: [Vertex]]
    private(set) var paths: Set<[Vertex]> = []
    private(set) var members: Set<Vertex> = []
    /// The vertices from the start of the search to the current one, each with the targets that were not visited yet.
    private var path: [(vertex: Vertex, remaining: ArraySlice<Vertex>)] = []
    private var visits: [Vertex: Visit] = [:]
    /// Visited vertices whose component is not complete yet.
    private var open: [Vertex] = []
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

    init(_ edges: [Vertex: [Vertex]]) { self.edges = edges }

    mutating func visit(_ start: Vertex) {
        if visits[start] == nil { enter(start) }
        while let vertex = path.last?.vertex {
            guard let next = path[path.count - 1].remaining.popFirst() else {
                leave(vertex)
                continue
            }
            guard let visit = visits[next] else {
                if edges[next] != nil { enter(next) }
                continue
            }
            if visit.isOpen { lower(vertex, to: visit.number) }
            if let position = visit.position { addCycle(from: position) }
        }
    }

    private mutating func enter(_ vertex: Vertex) {
        visits[vertex] = Visit(number: visits.count, lowest: visits.count, position: path.count)
        open.append(vertex)
        path.append((vertex, edges[vertex, default: []][...]))
    }

    private mutating func leave(_ vertex: Vertex) {
        path.removeLast()
        visits[vertex]?.position = nil
        guard let visit = visits[vertex] else { return }
        if let previous = path.last?.vertex { lower(previous, to: visit.lowest) }
        guard visit.lowest == visit.number, let first = open.lastIndex(of: vertex) else { return }
        if open.count - first > 1 || edges[vertex, default: []].contains(vertex) { members.formUnion(open[first...]) }
        for closed in open[first...] { visits[closed]?.isOpen = false }
        open.removeSubrange(first...)
    }

    private mutating func lower(_ vertex: Vertex, to number: Int) {
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
