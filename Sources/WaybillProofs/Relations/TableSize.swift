public import WaybillTable

/// Sizes that make a table big or its lookups slow.
public struct TableSize: Sendable, Hashable {
    /// The number of distinct prefixes of patterns.
    public var nodes = 0
    /// The number of states of all distinct automata.
    public var states = 0
    /// The pattern with the most segments.
    public var deepest: Depth?
    /// The pattern with a segment that has the most prefixes and suffixes to compare.
    public var widest: Width?

    /// The number of segments of a pattern.
    public struct Depth: Sendable, Hashable {
        public var place: RoutePlace
        public var segments: Int
    }

    /// The number of prefixes and suffixes to compare at a segment of a pattern.
    public struct Width: Sendable, Hashable {
        public var place: RoutePlace
        public var affixes: Int
    }

    /// The usual limits: segments of a pattern, affixes at one place, states.
    package static let ordinary = (segments: 64, affixes: 256, states: 1_000_000)

    init(of prover: RouteProver) {
        nodes = prover.index.nodes.count
        states = prover.index.automata.reduce(0) { $0 + $1.stateCount }
        for (number, item) in prover.index.items.enumerated() {
            let count = prover.summaries[Int(item.node)].depth
            if count > deepest?.segments ?? 0 { deepest = Depth(place: prover.places[number], segments: count) }
        }
        for node in prover.index.nodes where node.affixes != PatternIndex.none {
            let count = prover.index.siblings(node.affixes).count
            if count > widest?.affixes ?? 0 {
                widest = Width(place: prover.places[Int(node.least)], affixes: count)
            }
        }
    }
}
