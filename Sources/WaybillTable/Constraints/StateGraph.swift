/// A nondeterministic automaton over UTF-8 bytes, by Thompson's construction: edges take a byte, hops take none.
///
///     a(b|c)*     0 ──a──▶ 1 ┄┄▶ 2 ──b──▶ 4 ┄┄▶ 3 ┄┄▶ 2        end: 2
///                                └───c──▶ 5 ┄┄┘
///
/// Each loop returns to a state of its own, and each join ends in a state of its own, so that no part can be entered
/// through the middle of another.
struct StateGraph {
    struct Edge {
        let bytes: ClosedRange<UInt8>
        let target: Int
    }

    /// By state.
    private(set) var edges: [[Edge]] = [[]]
    /// By state.
    private(set) var hops: [[Int]] = [[]]
    let start = 0
    /// The only accepting state.
    private(set) var end = 0

    init(_ expression: RegularExpression) {
        end = append(expression, after: start)
    }

    private mutating func newState() -> Int {
        edges.append([])
        hops.append([])
        return edges.count - 1
    }

    /// Adds the states that match `expression` from `state` on, and returns the last state.
    private mutating func append(_ expression: RegularExpression, after state: Int) -> Int {
        switch expression {
        case .scalars(let set):
            return append(set, after: state)
        case .sequence(let parts):
            return parts.reduce(state) { append($1, after: $0) }
        case .choice(let choices):
            let join = newState()
            for choice in choices {
                hops[append(choice, after: state)].append(join)
            }
            return join
        case .repetition(let body, let minimum, let maximum):
            let repeated = (0..<minimum).reduce(state) { last, _ in append(body, after: last) }
            guard let maximum else { return appendLoop(of: body, after: repeated) }
            return appendOptional(body, upTo: maximum - minimum, after: repeated)
        }
    }

    private mutating func append(_ set: ScalarSet, after state: Int) -> Int {
        let end = newState()
        var suffixes: [ByteSequence: Int] = [[]: end]  // shared: otherwise `.` would need 18 states instead of 8
        for sequence in set.byteSequences {
            var target = end
            for index in sequence.indices.dropFirst().reversed() {
                let suffix = ByteSequence(sequence[index...])
                if let known = suffixes[suffix] {
                    target = known
                } else {
                    let middle = newState()
                    edges[middle].append(Edge(bytes: sequence[index], target: target))
                    suffixes[suffix] = middle
                    target = middle
                }
            }
            edges[state].append(Edge(bytes: sequence[0], target: target))
        }
        return end
    }

    private mutating func appendLoop(of body: RegularExpression, after state: Int) -> Int {
        let entry = newState()
        hops[state].append(entry)
        hops[append(body, after: entry)].append(entry)
        return entry
    }

    private mutating func appendOptional(_ body: RegularExpression, upTo count: Int, after state: Int) -> Int {
        let join = newState()
        var last = state
        for _ in 0..<count {
            hops[last].append(join)
            last = append(body, after: last)
        }
        hops[last].append(join)
        return join
    }
}
