/// An interceptor of the old table beside the one of the same id of the new table.
struct ComparedGate {
    var old: Int?
    var new: Int?
    /// Whether both differ in nothing but their patterns.
    var isKept = false
    /// Only requests of these patterns may be treated differently.
    var touched: [TableChange.Clause] = []

    subscript(side: TableChange.Side) -> Int? { side == .old ? old : new }

    static func all(_ old: ComparedTable, _ new: ComparedTable) -> [ComparedGate] {
        let numbers = Dictionary(
            new.table.interceptors.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var gates = old.table.interceptors.enumerated().map { index, interceptor in
            ComparedGate(old: index, new: numbers[interceptor.id])
        }
        let known = Set(gates.compactMap(\.new))
        gates += new.table.interceptors.indices.filter { !known.contains($0) }.map { ComparedGate(new: $0) }
        for index in gates.indices { gates[index].compare(old, new) }
        return gates
    }

    private mutating func compare(_ before: ComparedTable, _ after: ComparedTable) {
        let own = old.map { before.table.interceptors[$0].patterns } ?? []
        let others = new.map { after.table.interceptors[$0].patterns } ?? []
        isKept = isAlike(before, after)
        let isInOrder = isKept && own.filter(others.contains) == others.filter(own.contains)
        func clauses(_ side: TableChange.Side, _ patterns: [Pattern], besides known: [Pattern]) -> [TableChange.Clause]
        {
            patterns.indices.filter { !isInOrder || !known.contains(patterns[$0]) }.compactMap { index in
                self[side].map { TableChange.Clause(side: side, item: .interceptor($0, pattern: index)) }
            }
        }
        touched = clauses(.old, own, besides: others) + clauses(.new, others, besides: own)
    }

    private func isAlike(_ before: ComparedTable, _ after: ComparedTable) -> Bool {
        guard let old, let new, before.table.settings == after.table.settings else { return false }
        let (one, other) = (before.table.interceptors[old], after.table.interceptors[new])
        return before.interceptors[old] == after.interceptors[new] && one.order == other.order
            && Set(one.methods) == Set(other.methods) && one.tags == other.tags
            && one.appliesEverywhere == other.appliesEverywhere && one.narrowings == other.narrowings
    }
}
