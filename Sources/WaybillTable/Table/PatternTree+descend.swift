extension PatternTree {
    /// The end of a descent.
    struct Descent: BitwiseCopyable {
        /// The node of the path; 0 if a walk must find the result.
        var node: Index = 0
        /// The segments that a child for any segment took.
        var captures = PathCaptures()
        /// A bit for each of them; see ``signature(of:length:)``.
        var signatures: UInt64 = 0

        /// Returns one bit, which distinguishes most texts from a few others.
        ///
        /// - Parameter word: The first bytes of the text, of which the first one counts.
        @inline(__always)
        static func signature(of word: UInt64, length: Int) -> UInt64 {
            1 &<< (word &+ UInt64(truncatingIfNeeded: length &* 8))
        }
    }

    /// Follows a path as it is written, as long as there is no choice: a node has only literals, or only a child for
    /// any segment. In most tables, this is the whole lookup.
    ///
    /// - Returns: The end of the path. The node is 0 if there is none, if there is a choice, if the path is longer than
    ///   ``PathCaptures/maximumLength``, if something must be decoded, if a segment is empty or might be a `.` or `..`,
    ///   or if segments compare without case.
    @inline(__always)
    func descend(_ url: Span<UInt8>) -> Descent {
        let slash = UInt8(ascii: "/")
        let tail = url.tail
        var descent = Descent()
        guard url.has(slash, at: 0) else { return descent }
        if url.count > PathCaptures.maximumLength { return descent }
        var link = descentRoot
        var start = 1
        // A slash closes the last segment too, so the segment after a trailing slash is empty, and leads nowhere.
        while start <= url.count {
            let word = url.word(at: start, padding: slash, tail: tail)
            let slashes = word.firstMarks(of: slash)
            var end = start &+ slashes.firstMarkedByte
            if link.isLiteral {
                link = child(of: link.index, word & slashes.bytesToMark)
                start = slashes == 0 ? end : end &+ 1
            } else {
                // An empty segment begins with a slash, which comes after the dot.
                guard !link.isChoice, word.isPlain, UInt8(truncatingIfNeeded: word) | 1 != slash else {
                    return descent
                }
                if slashes == 0 {
                    end = Self.endOfSegment(in: url, from: end, tail)
                    if end == 0 { return descent }
                }
                descent.captures.append(from: start, to: end)
                descent.signatures |= Descent.signature(of: word, length: end &- start)
                link = unsafe nodes[unchecked: Int(link.index)].anySegment  // every link leads to a node
                start = end &+ 1
            }
        }
        descent.node = link.index
        return descent
    }

    /// Returns the end of a segment that is longer than a word; 0 if a byte might have to be decoded.
    @inline(__always)
    private static func endOfSegment(in url: Span<UInt8>, from start: Int, _ tail: UInt64) -> Int {
        var end = start
        while true {
            let word = url.word(at: end, padding: UInt8(ascii: "/"), tail: tail)
            if !word.isPlain { return 0 }
            let slashes = word.firstMarks(of: UInt8(ascii: "/"))
            end &+= slashes.firstMarkedByte
            if slashes != 0 { return end }
        }
    }

    /// Returns the smallest entry that ends at a node and that the scope shows, for a path without a slash at its end;
    /// or ``FoundEntries/none``.
    @inline(__always)
    func best(at node: Index, in scope: borrowing RequestScope) -> UInt32 {
        var index = Int(unsafe nodes[unchecked: Int(node)].terminals)  // the descent reached it
        while true {
            let terminal = unsafe terminals[unchecked: index]  // the last one of each node is marked
            if scope.shows(terminal, isSlashed: false) { return terminal.entry }
            if terminal.isLast { return FoundEntries.none }
            index &+= 1
        }
    }
}
