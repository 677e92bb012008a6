extension PatternTree {
    /// Follows a path as it is written, for as long as there is nothing to choose: where a node has literals alone, or
    /// a child for any segment alone. That is all of a lookup in most tables.
    ///
    /// - Returns: The node that the path leads to, and the segments that a child for any segment took. The node is 0
    ///   where there is none, where there is a choice, where the path is too long for ``PathSlashes``, where something
    ///   has to be decoded, where a segment is empty or might be a `.` or `..`, and where segments compare without
    ///   case: nothing is known then, and a walk has to find out.
    @inline(__always)
    func descend(_ url: Span<UInt8>) -> (node: Index, captures: PathCaptures) {
        guard let slashes = PathSlashes(of: url) else { return (0, PathCaptures()) }
        var captures = PathCaptures(slashes.bits)
        // Where segments end. An empty one ends where the one before it does, and one more; so does the one after a
        // trailing slash.
        var ends = slashes.bits | 1 &<< UInt64(truncatingIfNeeded: url.count)
        if ends & (ends &<< 1) != 0 { return (0, captures) }
        var link = descentRoot
        var start = 1
        ends &= ends &- 1
        while ends != 0 {
            let end = ends.trailingZeroBitCount
            guard link.isLiteral else {
                if link.isChoice || url[start] == UInt8(ascii: ".") { return (0, captures) }
                captures.append(end)
                link = nodes[Int(link.index)].anySegment
                start = end &+ 1
                ends &= ends &- 1
                continue
            }
            var key = url.word(at: start)
            var owner = link.index
            if end &- start > UInt64.keyLength {
                owner |= Slot.pieceMark
                start &+= UInt64.keyLength
            } else {
                key = key.prefix(end &- start)
                start = end &+ 1
                ends &= ends &- 1
            }
            link = child(of: owner, key)
        }
        return (link.index, captures)
    }

    /// The smallest entry that ends at a node and that the scope shows, for a path without a slash at its end; or
    /// ``Findings/none``.
    @inline(__always)
    func best(at node: Index, in scope: borrowing RequestScope) -> UInt32 {
        var index = Int(nodes[Int(node)].terminals)
        while true {
            let terminal = terminals[index]
            if scope.shows(terminal, isSlashed: false) { return terminal.entry }
            if terminal.isLast { return Findings.none }
            index &+= 1
        }
    }
}

/// The segments of a short path that were captured.
struct PathCaptures: Sendable, BitwiseCopyable {
    /// A bit for each slash of the path.
    private let slashes: UInt64
    /// A bit for each place where a captured segment ends.
    private var ends: UInt64 = 0

    @inline(__always)
    init(_ slashes: UInt64 = 0) { self.slashes = slashes }

    /// - Parameter end: That of a segment.
    @inline(__always)
    mutating func append(_ end: Int) { ends |= 1 &<< UInt64(truncatingIfNeeded: end) }

    @inline(__always)
    subscript(position: Int) -> Range<Int> {
        var rest = ends
        for _ in 0..<position { rest &= rest &- 1 }
        let end = rest.trailingZeroBitCount
        let before = slashes & ((1 &<< UInt64(truncatingIfNeeded: end)) &- 1)
        return 64 &- before.leadingZeroBitCount..<end
    }
}
