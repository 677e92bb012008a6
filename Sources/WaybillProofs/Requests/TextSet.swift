import WaybillTable

/// What a segment or a host may be: one literal, or what an automaton matches.
///
/// Literals are kept apart only because they are so many: nothing has to be built to compare two of them.
enum TextSet: Sendable {
    /// With folding, every text that differs from it in the case of ASCII letters only; the bytes are in lower case then.
    case literal([UInt8], folding: Bool)
    case matching(Automaton)

    /// The set without a member is `nil` in all that follows, so that no set is ever empty.
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

    /// A member: the first of `wanted` that is one, else one of the fewest bytes, but the empty one only where there is
    /// no other.
    func member(preferring wanted: [[UInt8]]) -> [UInt8] {
        if let text = wanted.first(where: contains) { return text }
        switch self {
        case .literal(let bytes, _): return bytes
        case .matching(let automaton): return automaton.shortestMember(excluding: [[]]) ?? []
        }
    }
}
