import WaybillTable

/// An interceptor of the old table and the one with the same id in the new table.
struct InterceptorPair {
    var old: Int?
    var new: Int?
    /// Whether both differ only in their patterns.
    var isKept = false
    /// Only requests of these patterns may be treated differently.
    var changed: [TableChange.Clause] = []

    subscript(side: TableChange.Side) -> Int? { side == .old ? old : new }

    static func all(_ old: ComparedTable, _ new: ComparedTable) -> [InterceptorPair] {
        let numbers = Dictionary(
            new.table.interceptors.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var pairs = old.table.interceptors.enumerated().map { index, interceptor in
            InterceptorPair(old: index, new: numbers[interceptor.id])
        }
        let known = Set(pairs.compactMap(\.new))
        pairs += new.table.interceptors.indices.filter { !known.contains($0) }.map { InterceptorPair(new: $0) }
        for index in pairs.indices { pairs[index].compare(old, new) }
        return pairs
    }

    /// Whether it may end requests in only one of the tables, or at different places.
    func mayEndOthers(_ before: ComparedTable, _ after: ComparedTable) -> Bool {
        let effects = [old.map { before.interceptors[$0] }, new.map { after.interceptors[$0] }]
        return !changed.isEmpty && effects.contains { $0?.isTerminating == true }
    }

    private mutating func compare(_ before: ComparedTable, _ after: ComparedTable) {
        let own = old.map { before.table.interceptors[$0].patterns } ?? []
        let others = new.map { after.table.interceptors[$0].patterns } ?? []
        isKept = isAlike(before, after)
        let isInOrder = isKept && own.filter(others.contains) == others.filter(own.contains)
        changed =
            clauses(.old, own, besides: isInOrder ? others : []) + clauses(.new, others, besides: isInOrder ? own : [])
    }

    private func clauses(
        _ side: TableChange.Side, _ patterns: [Pattern], besides known: [Pattern]
    ) -> [TableChange.Clause] {
        guard let number = self[side] else { return [] }
        return patterns.indices.filter { !known.contains(patterns[$0]) }
            .map { TableChange.Clause(side: side, item: .interceptor(number, pattern: $0)) }
    }

    private func isAlike(_ before: ComparedTable, _ after: ComparedTable) -> Bool {
        guard let old, let new, before.table.settings == after.table.settings else { return false }
        let one = before.table.interceptors[old]
        let other = after.table.interceptors[new]
        return before.interceptors[old] == after.interceptors[new] && one.order == other.order
            && Set(one.methods) == Set(other.methods) && one.tags == other.tags
            && one.appliesEverywhere == other.appliesEverywhere && one.constraints == other.constraints
    }
}
