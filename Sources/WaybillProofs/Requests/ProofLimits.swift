import WaybillTable

/// The limits of work for the proofs about a table. A question that exceeds a limit is undecided, and the result says
/// so.
public struct ProofLimits: Sendable, Hashable {
    /// For all searches of an index together: the visited nodes and the items in them, for each entry of the table.
    public var walkPerEntry: Int
    /// The minimum for all these searches, for small tables.
    public var minimumWalk: Int
    /// The maximum for all these searches, for big tables.
    public var maximumWalk: Int
    /// For one question about two patterns, or about one pattern and all above it: the entries of new automata.
    public var relation: Int
    /// For all such questions together.
    public var relations: Int

    /// The number of other routes that may serve samples while a request of one route is searched. Above it the search
    /// is undecided.
    package var rivals = 256
    /// The same for a comparison of two tables, in which any member of a class may be served by others.
    package var comparisonRivals = 4_096
    /// After this number of rivals, the search uses samples that no route is likely to name, even if they are less
    /// readable.
    package var readableRivals = 8
    /// After this number of rivals without an effect, a priority counts as having one.
    package var priorityRivals = 64

    /// The number of patterns of one redirect source for which example requests are made.
    package var patternsPerSource = 4
    /// The number of URLs that are tried in the intersection of a redirect's target and a pattern.
    package var targetsPerPattern = 8
    /// The number of requests that are followed for such URLs.
    package var requestsPerTarget = 4
    /// The number of requests that are tried to reach a redirect source.
    package var attemptsPerSource = 16

    /// The limit of entries of a cached automaton. Bigger ones need much memory, and are seldom needed twice.
    package var entriesPerAutomaton = 50_000
    /// The limit of entries of all cached automata.
    package var entriesKept = 8_000_000

    public init(
        walkPerEntry: Int = 300, minimumWalk: Int = 1_000_000, maximumWalk: Int = 4_000_000, relation: Int = 2_000_000,
        relations: Int = 3_000_000
    ) {
        self.walkPerEntry = walkPerEntry
        self.minimumWalk = minimumWalk
        self.maximumWalk = maximumWalk
        self.relation = relation
        self.relations = relations
    }

    /// Returns the budget for all walks of a table, or of another list, with this number of entries.
    func walkBudget(entries count: Int) -> WorkBudget {
        WorkBudget(stepsLeft: min(minimumWalk + walkPerEntry * count, maximumWalk))
    }

    /// The default limits.
    public static let standard = ProofLimits()
}
