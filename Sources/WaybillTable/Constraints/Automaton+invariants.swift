extension Automaton {
    /// Returns the violated invariants of the layout, in words. For tests.
    func _checkInvariants() -> [String] {
        guard classOf.count == 256, transitions.count == stateCount * classCount,
            accepting.count == (stateCount + 63) / 64, transitions.allSatisfy({ $0 < stateCount })
        else { return ["sizes do not agree"] }
        var broken: [String] = []
        if !isNumberedByFirstBytes { broken.append("classes are not numbered by their first bytes") }
        if Set(columns).count != classCount { broken.append("two classes have the same column") }
        if transitions[..<classCount].contains(where: { $0 != 0 }) || isAccepting(Self.deadEnd) {
            broken.append("state 0 is not a dead end")
        }
        if !isNumberedBreadthFirst { broken.append("states are not numbered breadth-first") }
        if distances.dropFirst().contains(nil) { broken.append("there is a second dead end") }
        if PartitionRefinement(of: draft).blockCount != stateCount { broken.append("two states are equivalent") }
        if !isSubset(of: .text) { broken.append("not all that matches is UTF-8") }
        return broken
    }

    /// The same automaton as a draft.
    var draft: AutomatonDraft {
        AutomatonDraft(
            classOf: classOf, classCount: classCount, transitions: transitions,
            accepting: (0..<stateCount).map(isAccepting), start: start)
    }

    private var isNumberedByFirstBytes: Bool {
        var count = 0
        for byteClass in classOf where Int(byteClass) >= count {
            guard byteClass == count else { return false }
            count += 1
        }
        return count == classCount
    }

    private var columns: [[UInt32]] {
        (0..<classCount).map { byteClass in
            (0..<stateCount).map { transitions[$0 * classCount + byteClass] }
        }
    }

    private var isNumberedBreadthFirst: Bool {
        var known = start + 1
        for (index, target) in transitions.enumerated() {
            guard index / classCount < known, target <= known else { return false }
            known = max(known, Int(target) + 1)
        }
        return known == stateCount
    }
}
