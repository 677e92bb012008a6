import WaybillTable

/// A set of requests of one pair of servers, which a comparison divides further.
struct ChangeCell {
    typealias Clause = TableChange.Clause

    var requests: RequestSet
    /// The patterns that limited the cell: those that contain it, and those that it is disjoint from.
    var inside: [Clause]
    var outside: [Clause] = []
    /// The interceptors that run in each table, of those that were already examined.
    var ran: [(old: ChainElement?, new: ChainElement?)] = []
    /// The examined interceptors that are kept, as indices of pairs.
    var asked: Set<Int> = []

    /// The number of elements that a copy copies.
    var size: Int { inside.count + outside.count + ran.count + asked.count }
    /// This much of its size is copied in the time of one step.
    static let sizePerStep = 8

    /// Returns the parts inside and outside of a set. One of them may be empty.
    func divided(
        by clause: Clause, _ set: RequestSet, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> (inside: ChangeCell, outside: ChangeCell) {
        var inside = self
        var outside = self
        inside.requests = try requests.intersection(set, &work)
        guard !inside.requests.isEmpty else { return (inside, self) }
        outside.requests = try requests.subtracting(set, &work)
        if !outside.requests.isEmpty {
            inside.inside.append(clause)
            outside.outside.append(clause)
        }
        return (inside, outside)
    }

    func chain(_ side: TableChange.Side) -> [ChainElement] {
        ran.compactMap { side == .old ? $0.old : $0.new }.sorted { $0.runs(before: $1) }
    }
}

/// The difference for the requests of a cell.
struct ChangeOutcome: Hashable {
    var movesDestination = false
    var changesParameters = false
    var lost: [ChainElement] = []
    var gained: [ChainElement] = []
    var isReordered = false
    var ends: TableChange.Ends?

    var isChange: Bool { self != ChangeOutcome() }

    /// Compares what runs. An interceptor that ends the requests of a table takes them from everything after it: later
    /// interceptors and the server.
    mutating func compare(
        _ old: [(ChainElement, InterceptorEffect)], _ new: [(ChainElement, InterceptorEffect)],
        endingAt ends: (ChainElement, TableChange.Side) -> Bool
    ) {
        let one = old.firstIndex { ends($0.0, .old) }
        let other = new.firstIndex { ends($0.0, .new) }
        if one == nil && other == nil { return compare(old, new) }
        self = ChangeOutcome()
        if one.map({ old[$0].1 }) != other.map({ new[$0].1 }) {
            movesDestination = true
            self.ends = .init(old: one.map { old[$0].0.interceptor }, new: other.map { new[$0].0.interceptor })
        }
        compare(old.through(one), new.through(other))
    }

    private mutating func compare(
        _ old: [(ChainElement, InterceptorEffect)], _ new: [(ChainElement, InterceptorEffect)]
    ) {
        isReordered = old.map(\.1) != new.map(\.1)
        var left = old
        var right = new
        // Interceptors of the same id are matched first, then those of the same order.
        let alike: [(ChainElement, ChainElement) -> Bool] = [
            { $0.id == $1.id }, { $0.order == $1.order }, { _, _ in true },
        ]
        for isAlike in alike {
            left.removeAll { element, effect in
                let place = right.firstIndex { $1 == effect && isAlike($0, element) }
                if let place { right.remove(at: place) }
                return place != nil
            }
        }
        lost = left.map(\.0)
        gained = right.map(\.0)
        if !lost.isEmpty || !gained.isEmpty { isReordered = false }
    }
}

extension Array {
    /// Returns the elements up to an index; all of them for `nil`.
    fileprivate func through(_ index: Int?) -> [Element] { index.map { Array(self[...$0]) } ?? self }
}

/// The effect of an interceptor that runs, with what it reads.
struct InterceptorEffect: Hashable {
    var code: Int
    var pieces: [CapturedPiece]
}
