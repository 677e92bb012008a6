extension PatternIndex {
    /// Items whose patterns look alike but for the case of letters, an escaped slash, and, where the table looks at it, a
    /// slash at the end: in groups by a hash, so that others may be among them.
    ///
    /// Costs a step for each node, for hashes of beginnings are shared.
    var lookAlikes: [[Number]] {
        let isStrict = settings.trailingSlash == .strict
        let hashes = spellingHashes
        // Only what is written in an unusual way is spelled otherwise than anything.
        guard isStrict || hashes.contains(where: \.isUnusual) else { return [] }
        var lists: [(hash: UInt64, first: Number)] = []
        for (node, hash) in zip(nodes, hashes) {
            if node.ends != Self.none { lists.append((hash.value, node.ends)) }
            if node.rests != Self.none { lists.append((hash.mixed(2).value, node.rests)) }
        }
        lists.sort { $0.hash < $1.hash }
        return lists.chunked { $0.hash == $1.hash }.filter { $0.count > 1 || isStrict }
            .map { $0.flatMap { items(from: $0.first) } }
            .filter { $0.count > 1 }
    }

    private var spellingHashes: [SpellingHash] {
        var hashes: [SpellingHash] = []
        hashes.reserveCapacity(nodes.count)
        for index in nodes.indices {
            let kind = nodes[index].kind
            guard kind != .root else {
                hashes.append(SpellingHash().mixed(UInt64(index)))
                continue
            }
            var hash = hashes[Int(nodes[index].parent)].mixed(UInt64(UInt8(ascii: "/")))
            hash.read(text(nodes[index].prefix))
            if kind == .star { hash.mix(1) } else if kind != .literal { hash.mix(0) }
            hash.read(text(nodes[index].suffix))
            hashes.append(hash)
        }
        return hashes
    }

    private func items(from first: Number) -> [Number] {
        var items: [Number] = []
        var number = first
        while number != Self.none {
            items.append(number)
            number = nextItem[Int(number)]
        }
        return items
    }
}

/// A hash of a beginning that does not look at the case of letters, nor at whether a slash was escaped.
private struct SpellingHash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325
    /// Whether some literal text has a capital letter or an escaped slash.
    private(set) var isUnusual = false

    mutating func read(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "/") || (0x41...0x5A).contains(byte) { isUnusual = true }
            mix(UInt64(ASCII.lowercased(byte)))
        }
    }

    mutating func mix(_ part: UInt64) { value = (value ^ part) &* 0x100_0000_01b3 }

    func mixed(_ part: UInt64) -> SpellingHash {
        var copy = self
        copy.mix(part)
        return copy
    }
}

extension Array {
    /// Runs of neighbours that belong together.
    fileprivate func chunked(by belong: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
        var chunks: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices where index + 1 == endIndex || !belong(self[index], self[index + 1]) {
            chunks.append(self[start...index])
            start = index + 1
        }
        return chunks
    }
}
