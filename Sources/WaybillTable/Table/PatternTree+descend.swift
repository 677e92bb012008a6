extension PatternTree {
    /// Follows a plain path for as long as there is nothing to choose: where a node has literals alone, or a wild child
    /// alone. That is all of a lookup in most tables.
    ///
    /// Plain is what begins with a slash, is shorter than a block, and has nothing to decode and no empty segment.
    ///
    /// A call of its own, and none in it that is not rare, so that all that the loop works with stays in registers.
    ///
    /// - Parameter lookup: Its captures become the segments that a wild child took.
    /// - Returns: The node that the path leads to; 0 where there is none, where there is a choice, where a segment might be
    ///   a `.` or `..`, and where segments compare without case: then nothing is known, and a walk has to say.
    @inline(__always)
    func descend(_ url: Span<UInt8>, _ lookup: inout Lookup) -> Index {
        guard url.count > 0, url.count < PathBlock.length, url[0] == UInt8(ascii: "/") else { return 0 }
        let (text, length) = unsafe lookup.scan.text(of: url)
        let block = unsafe PathBlock(text, count: length)
        // Where segments end, counted from what follows the first slash. An empty one ends where the one before it does,
        // and one more; so does that behind a trailing slash.
        let ends = block.slashes &>> 1 | 1 &<< UInt64(truncatingIfNeeded: url.count &- 1)
        if block.needsCare || ends & (ends &<< 1 | 1) != 0 { return 0 }
        return unsafe descend(
            text, lastWord: text + (length &- 8), from: quickRoot, ends: ends, wilds: lookup.captures.base)
    }

    /// - Parameters:
    ///   - text: A slash, and what follows it.
    ///   - lastWord: The last eight bytes of it.
    ///   - ends: Where segments end, one bit a byte behind the slash; none of them is empty.
    ///   - wilds: Room for 64.
    @inline(__always)
    @unsafe private func descend(
        _ text: UnsafeRawPointer, lastWord: UnsafeRawPointer, from root: Link, ends: UInt64,
        wilds: UnsafeMutablePointer<URLScan.Place>
    ) -> Index {
        // The rest of the path, and where segments end in it.
        var (link, rest, ends) = unsafe (root, text + 1, ends)
        var next = unsafe wilds
        while ends != 0 {
            let length = ends.trailingZeroBitCount
            guard link.isLiteral else {
                let isDot = unsafe rest.load(as: UInt8.self) == UInt8(ascii: ".")
                if link.isChoice || isDot { return 0 }
                let start = unsafe rest - text
                unsafe next.pointee = URLScan.Place(start, start &+ length)
                unsafe next += 1
                link = unsafe nodes[unchecked: Int(link.index)].wild
                unsafe rest += length &+ 1
                ends = (ends &>> UInt64(truncatingIfNeeded: length)) &>> 1
                continue
            }
            // A read across the end is one of the last eight bytes; what lies before the segment is shifted out.
            let word =
                unsafe rest <= lastWord
                ? rest.word(at: 0) : lastWord.word(at: 0) &>> UInt64(truncatingIfNeeded: (rest - lastWord) &* 8)
            let (owner, key): (Index, UInt64)
            if length > SegmentKey.length {
                (owner, key) = (link.index | Slot.pieceMark, word)
                unsafe rest += SegmentKey.length
                ends &>>= UInt64(truncatingIfNeeded: SegmentKey.length)
            } else {
                unsafe rest += length &+ 1
                ends = (ends &>> UInt64(truncatingIfNeeded: length)) &>> 1
                let unused = UInt64(truncatingIfNeeded: 64 &- length &* 8)
                (owner, key) = (link.index, (word &<< unused) &>> unused)
            }
            guard let child = child(of: owner, key) else { return 0 }
            link = child
        }
        return link.index
    }

    /// The smallest entry that ends at a node and that the scope shows, for a path without a slash at its end; or
    /// ``Findings/none``.
    @inline(__always)
    func best(at node: Index, in scope: borrowing RequestScope) -> UInt32 {
        var index = unsafe Int(nodes[unchecked: Int(node)].terminals)
        while true {
            let terminal = unsafe terminals[unchecked: index]
            if unsafe scope.shows(terminal, isSlashed: false) { return terminal.entry }
            if terminal.isLast { return Findings.none }
            index &+= 1
        }
    }
}
