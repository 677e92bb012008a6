import WaybillTable

/// How much work the proofs about a table may take. Where a limit ends a question first, the question stays undecided, and
/// the result says so.
public struct ProofLimits: Sendable, Hashable {
    /// For all searches of an index together: nodes visited, for each entry of the table. Beyond it the questions that are
    /// left stay undecided.
    public var walkPerEntry: Int
    /// The least that all these searches together get, however small the table.
    public var minimumWalk: Int
    /// The most that all these searches together get, however big the table.
    public var maximumWalk: Int
    /// For one question about two patterns, or about one and all above it: entries of automata made. Beyond it that question
    /// stays undecided.
    public var relation: Int
    /// For all such questions together. Beyond it the questions that are left stay undecided.
    public var relations: Int

    /// The other routes that may serve members of a set one after the other while a request is looked for that one route
    /// serves. Beyond them the search is undecided.
    package var rivals = 256
    /// The same while two tables are compared, where any member of a class may be served by others.
    package var comparisonRivals = 4_096
    /// After so many of the latter the search takes members that no route is likely to name, however they read.
    package var readableRivals = 8
    /// The rivals that a priority may decide against before it counts as one that decides something: among so many one does.
    package var priorityRivals = 64

    /// The patterns of one redirect source that example requests are made for. The others go without.
    package var patternsPerSource = 4
    /// The URLs that are tried where the targets of a redirect intersect a pattern. Others may lead there, too.
    package var targetsPerPattern = 8
    /// Of the requests for such URLs those that are followed. Others may go another way.
    package var requestsPerTarget = 4
    /// The requests that are tried for one that gets through to a redirect source. Beyond them none is found.
    package var attemptsPerSource = 16

    /// The entries of an automaton that is kept for the next question. Bigger ones would fill the memory, are seldom asked
    /// for twice, and are made again.
    package var entriesPerAutomaton = 50_000
    /// What all that are kept may have together. Those beyond are made again.
    package var entriesKept = 8_000_000

    public init(
        walkPerEntry: Int = 300, minimumWalk: Int = 1_000_000, maximumWalk: Int = 8_000_000, relation: Int = 4_000_000,
        relations: Int = 6_000_000
    ) {
        self.walkPerEntry = walkPerEntry
        self.minimumWalk = minimumWalk
        self.maximumWalk = maximumWalk
        self.relation = relation
        self.relations = relations
    }

    /// For all walks of a table, or of another list, with so many entries.
    func walkBudget(entries count: Int) -> WorkBudget {
        WorkBudget(stepsLeft: min(minimumWalk + walkPerEntry * count, maximumWalk))
    }

    public static let standard = ProofLimits()
}
