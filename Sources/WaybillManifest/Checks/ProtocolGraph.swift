/// Which protocols lead to which.
enum ProtocolGraph {
    /// The protocols that somebody who asks for them gets: provided by a module, whole or in all parts, or bound to
    /// such a one by adapters.
    static func provided(by set: ManifestSet) -> Set<String> {
        let compositions = Compositions(set.protocols)
        let offered = set.modules.map { $0.provides.map(\.value) + ($0.configuration.map { [$0.value] } ?? []) }
        var provided = Set(offered.joined())
        // Many modules offer the same parts.
        for parts in Set(offered.map { Set($0.filter(compositions.isPart)) }) {
            provided.formUnion(compositions.completed(by: parts))
        }
        let adapters = Dictionary(grouping: set.adapters, by: \.provided.value)
        var waiting = Array(provided)
        while let name = waiting.popLast() {
            for adapter in adapters[name] ?? [] where provided.insert(adapter.required.value).inserted {
                waiting.append(adapter.required.value)
            }
        }
        return provided
    }

    /// The cycles of a graph, each once, from its smallest name on; very long ones only as far as anybody reads.
    ///
    /// - Returns: Beside them all names that lead back to themselves.
    static func cycles(in edges: [String: [String]]) -> (paths: [[String]], members: Set<String>) {
        var search = CycleSearch(edges)
        for name in edges.keys.sorted() { search.visit(name) }
        return (search.paths.sorted { $0.lexicographicallyPrecedes($1) }, search.members)
    }
}

/// The composed protocols by their parts.
private struct Compositions {
    private var parts: [Set<String>] = []
    private var names: [[String]] = []
    private var byPart: [String: [Int]] = [:]

    init(_ protocols: [ProtocolDeclaration]) {
        let composed = protocols.filter { !$0.parts.isEmpty }
        for (parts, same) in Dictionary(grouping: composed, by: { Set($0.parts.map(\.value)) }) {
            for part in parts { byPart[part, default: []].append(self.parts.count) }
            self.parts.append(parts)
            names.append(same.map(\.name.value))
        }
    }

    func isPart(_ name: String) -> Bool { byPart[name] != nil }

    /// What is composed of nothing but some names, and of what these compose.
    func completed(by offered: Set<String>) -> Set<String> {
        var (complete, waiting, missing) = (offered, Array(offered), [Int: Int]())
        while let name = waiting.popLast() {
            for index in byPart[name] ?? [] {
                missing[index, default: parts[index].count] -= 1
                guard missing[index] == 0 else { continue }
                for composed in names[index] where complete.insert(composed).inserted { waiting.append(composed) }
            }
        }
        return complete
    }
}

/// Tarjan's search for names that lead to each other, with a stack of its own: a chain may be as long as a manifest.
private struct CycleSearch {
    private let edges: [String: [String]]
    private(set) var paths: Set<[String]> = []
    private(set) var members: Set<String> = []
    /// The names on the way from where the search began, with what each leads to and was not looked at.
    private var path: [(name: String, left: ArraySlice<String>)] = []
    private var known: [String: Visit] = [:]
    /// Those of which it is not known yet which lead back to them.
    private var open: [String] = []
    private var namesLeft = 10_000

    private struct Visit {
        let number: Int
        /// The first name that it leads back to.
        var least: Int
        /// Where it stands on the path.
        var place: Int?
        var isOpen = true
    }

    init(_ edges: [String: [String]]) { self.edges = edges }

    mutating func visit(_ start: String) {
        if known[start] == nil { enter(start) }
        while let name = path.last?.name {
            guard let next = path[path.count - 1].left.popFirst() else {
                leave(name)
                continue
            }
            guard let visit = known[next] else {
                if edges[next] != nil { enter(next) }
                continue
            }
            if visit.isOpen { lower(name, to: visit.number) }
            if let place = visit.place { addPath(from: place) }
        }
    }

    private mutating func enter(_ name: String) {
        known[name] = Visit(number: known.count, least: known.count, place: path.count)
        open.append(name)
        path.append((name, edges[name, default: []][...]))
    }

    private mutating func leave(_ name: String) {
        path.removeLast()
        known[name]?.place = nil
        guard let visit = known[name] else { return }
        if let before = path.last?.name { lower(before, to: visit.least) }
        guard visit.least == visit.number, let first = open.lastIndex(of: name) else { return }
        if open.count - first > 1 || edges[name, default: []].contains(name) { members.formUnion(open[first...]) }
        for closed in open[first...] { known[closed]?.isOpen = false }
        open.removeSubrange(first...)
    }

    private mutating func lower(_ name: String, to number: Int) {
        guard let least = known[name]?.least, number < least else { return }
        known[name]?.least = number
    }

    private mutating func addPath(from place: Int) {
        guard namesLeft > 0 else { return }
        namesLeft -= path.count - place
        let cycle = path[place...].map(\.name)
        guard let least = cycle.min(), let index = cycle.firstIndex(of: least) else { return }
        paths.insert(Array(cycle[index...] + cycle[..<index]))
    }
}
