import WaybillTable

/// A set of texts for a segment or a host: one literal, or the texts of an automaton.
///
/// Literals are separate because there are many, and comparing them needs no automaton.
enum TextSet: Sendable, Equatable {
    /// With folding, the bytes are in lower case, and texts that differ only in the case of ASCII letters are members.
    case literal([UInt8], folding: Bool)
    // In a box of its own, because sets are copied more often than they are made.
    indirect case matching(Automaton)

    /// An empty set is `nil` below, so that no value is ever empty.
    private init?(_ automaton: Automaton) {
        if automaton.isEmpty { return nil }
        self = .matching(automaton)
    }

    func contains(_ text: [UInt8]) -> Bool {
        switch self {
        case .literal(let bytes, let folding): bytes == (folding ? ASCII.lowercased(text) : text)
        case .matching(let automaton): automaton.matches(text[...])
        }
    }

    func intersection(_ other: TextSet, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> TextSet? {
        switch (self, other) {
        case (.literal(let bytes, let folds), .literal(let others, let otherFolds)) where folds == otherFolds:
            return bytes == others ? self : nil
        case (.literal(let bytes, folding: false), _): return other.contains(bytes) ? self : nil
        case (_, .literal(let bytes, folding: false)): return contains(bytes) ? other : nil
        default:
            let own = try automaton(&work)
            let others = try other.automaton(&work)
            return own == others ? self : TextSet(try work.memo.intersection(own, others, &work.budget))
        }
    }

    func subtracting(_ other: TextSet, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> TextSet? {
        switch (self, other) {
        case (.literal(let bytes, let folds), .literal(let others, let otherFolds)) where folds == otherFolds:
            return bytes == others ? nil : self
        case (.literal(let bytes, folding: false), _): return other.contains(bytes) ? nil : self
        default:
            let own = try automaton(&work)
            let others = try other.automaton(&work)
            return own == others ? nil : TextSet(try work.memo.difference(own, others, &work.budget))
        }
    }

    func automaton(_ work: inout ProofWork) throws(WorkBudget.Exhausted) -> Automaton {
        switch self {
        case .literal(let bytes, let folding):
            try work.memo.surrounding(.empty, with: bytes, [], folding: folding, &work.budget)
        case .matching(let automaton): automaton
        }
    }

    /// Returns a member: the first of `wanted` that is one, else one of the fewest bytes. The empty text is chosen only
    /// if there is no other.
    func member(preferring wanted: [[UInt8]]) -> [UInt8] {
        if let text = wanted.first(where: contains) { return text }
        switch self {
        case .literal(let bytes, _): return bytes
        case .matching(let automaton): return automaton.shortestMember(excludingEmpty: true) ?? []
        }
    }
}
