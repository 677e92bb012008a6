extension PatternTree {
    /// Follows a plain path for as long as there is nothing to choose: where a node has literals alone, or a wild child
    /// alone. That is all of a lookup in most tables.
    ///
    /// - Parameters:
    ///   - text: The path, at least sixteen bytes.
    ///   - ends: Where its segments end, one bit a byte; none of them is empty.
    ///   - wilds: With room for 64: where the segments stand that a wild child took.
    /// - Returns: The node that the path leads to; 0 where there is none, where there is a choice, where a segment might be
    ///   a `.` or `..`, and where segments compare without case: then nothing is known, and a walk has to say.
    @inline(__always)
    @unsafe func descend(
        _ text: UnsafeRawPointer, ends: UInt64, wilds: borrowing Scratch<URLScan.Place>
    ) -> Index {
        var (index, ends, start) = (quickRoot, ends, 1)
        var next = unsafe wilds.base
        while true {
            let end = ends.trailingZeroBitCount
            let way = unsafe nodes[unchecked: Int(index)].wildOrChoice
            if way == 0 {
                index = unsafe literal(of: index, text, from: start, to: end)
            } else {
                let isDot = unsafe text.load(fromByteOffset: start, as: UInt8.self) == UInt8(ascii: ".")
                if way >= Node.choiceMark || isDot { return 0 }
                unsafe next.pointee = URLScan.Place(start, end)
                unsafe next += 1
                index = way
            }
            ends &= ends &- 1
            if ends == 0 { return index }
            // The root, behind a literal that there is not, has a choice.
            start = end &+ 1
        }
    }

    /// The smallest entry that ends at a node and that the scope shows, for a path without a slash at its end; or
    /// ``Findings/none``.
    @inline(__always)
    func best(at node: Index, in scope: borrowing RequestScope) -> UInt32 {
        var index = unsafe Int(nodes[unchecked: Int(node)].terminals)
        var best = Findings.none
        while true {
            let terminal = unsafe terminals[unchecked: index]
            if unsafe terminal.entry < best && scope.shows(terminal, isSlashed: false) { best = terminal.entry }
            if terminal.isLast { return best }
            index &+= 1
        }
    }

    /// The child for a literal of a path, or 0.
    @inline(__always)
    @unsafe func literal(of node: Index, _ text: UnsafeRawPointer, from start: Int, to end: Int) -> Index {
        let length = end &- start
        guard length <= SegmentKey.exactLength else {
            return unsafe longLiteral(of: node, text + start, length: length)
        }
        let last =
            unsafe end >= 8
            ? text.word(at: end &- 8) : text.word(at: 0) &<< UInt64(truncatingIfNeeded: 64 &- end &* 8)
        let key = last &>> UInt64(truncatingIfNeeded: 64 &- length &* 8)
        let slot = unsafe slots[unchecked: Self.slot(node, key) & lastSlot]
        return slot.key == key && slot.node == node ? slot.child : fartherLiteral(of: node, key)
    }

    // Calls of their own for what is rare leave the registers to what is not.

    /// The same, where the first slot is another's.
    @inline(never)
    private func fartherLiteral(of node: Index, _ key: UInt64) -> Index {
        var index = Self.slot(node, key)
        while true {
            let slot = unsafe slots[unchecked: index & lastSlot]
            if slot.child == 0 || slot.key == key && slot.node == node { return slot.child }
            index &+= 1
        }
    }

    /// The same, for a literal that its key does not hold whole.
    @inline(never)
    @unsafe private func longLiteral(of node: Index, _ text: UnsafeRawPointer, length: Int) -> Index {
        let key = unsafe SegmentKey.mix(text.word(at: 0), text.word(at: length &- 8), length)
        var index = Self.slot(node, key)
        while true {
            let slot = unsafe slots[unchecked: index & lastSlot]
            if slot.child == 0 { return 0 }
            if slot.key == key && slot.node == node | Slot.longMark {
                let label = unsafe nodes[unchecked: Int(slot.child)].label
                if unsafe label.length == length && labels.holds(text, length: length, at: Int(label.start)) {
                    return slot.child
                }
            }
            index &+= 1
        }
    }
}

extension FrozenArray<UInt8> {
    /// Whether a text of eight bytes or more stands at a place that has room for it.
    @inline(__always)
    @unsafe fileprivate func holds(_ text: UnsafeRawPointer, length: Int, at start: Int) -> Bool {
        let own = unsafe UnsafeRawPointer(buffer.baseAddress!) + start
        var offset = 0
        while true {
            if unsafe text.word(at: offset) != own.word(at: offset) { return false }
            if offset == length &- 8 { return true }
            // The last word overlaps with the one before.
            offset = min(offset &+ 8, length &- 8)
        }
    }
}
