/// How much work the proofs about a table may take. Where one ends first, its question stays undecided, and the result
/// says so.
public struct ProofLimits: Sendable, Hashable {
    /// For all walks together: nodes visited, for each entry of the table.
    public var walkPerEntry: Int
    /// The least that all walks together get, however small the table.
    public var walk: Int
    /// The most that all walks together get, however big the table.
    public var mostOfWalk: Int
    /// For one question about two patterns, or about one and all above it: entries of automata made.
    public var relation: Int
    /// For all such questions together.
    public var relations: Int

    public init(
        walkPerEntry: Int = 300, walk: Int = 1_000_000, mostOfWalk: Int = 8_000_000, relation: Int = 4_000_000,
        relations: Int = 6_000_000
    ) {
        self.walkPerEntry = walkPerEntry
        self.walk = walk
        self.mostOfWalk = mostOfWalk
        self.relation = relation
        self.relations = relations
    }

    /// For all walks of a table, or of another list, with so many entries.
    func walkBudget(entries count: Int) -> WorkBudget {
        WorkBudget(stepsLeft: min(walk + walkPerEntry * count, mostOfWalk))
    }

    public static let standard = ProofLimits()
}
