/// A random-access list that shares most of its memory with the list that it was made from.
///
/// Its elements stand in chunks, so that a list of which a few elements differ takes over all other chunks as they are: what
/// is to be copied, and to be let go of in the end, are the chunks that differ, and a place for each of the others. An array
/// would retain all elements anew.
///
/// - Complexity: An element by its place costs constant time: two small tables are read on the way.
public struct ChunkedArray<Element: Sendable>: Sendable {
    /// Of `leastLength` to `mostLength` elements, but for the last one, which may have fewer.
    @usableFromInline
    var chunks: [[Element]] = []
    /// Where each chunk begins, and where the last one ends.
    @usableFromInline
    var starts: [Int] = [0]
    /// By a place, divided by the least length: the chunk that it is in, or the one before that: no two chunks begin so
    /// close to each other.
    @usableFromInline
    var guide: [UInt32] = []

    @usableFromInline static var leastLength: Int { 32 }
    @usableFromInline static var usualLength: Int { 64 }
    @usableFromInline static var mostLength: Int { 128 }

    /// Makes a list of what stands in chunks of any lengths.
    @inlinable
    package init(chunks: [[Element]]) {
        for chunk in chunks { append(chunk) }
        for chunk in self.chunks { starts.append(starts[starts.count - 1] + chunk.count) }
        guide.reserveCapacity(count / Self.leastLength + 1)
        for chunk in self.chunks.indices {
            while guide.count * Self.leastLength < starts[chunk + 1] { guide.append(UInt32(chunk)) }
        }
    }

    /// Appends a chunk of any length; where it or the last one is too short, both become one.
    @inlinable
    mutating func append(_ chunk: [Element]) {
        if chunk.isEmpty { return }
        if let last = chunks.last, last.count < Self.leastLength || chunk.count < Self.leastLength {
            chunks.removeLast()
            appendParts(of: last + chunk)
        } else {
            appendParts(of: chunk)
        }
    }

    @inlinable
    mutating func appendParts(of chunk: [Element]) {
        if chunk.count <= Self.mostLength { return chunks.append(chunk) }
        let parts = chunk.count / Self.usualLength
        for part in 0..<parts {
            chunks.append(Array(chunk[chunk.count * part / parts..<chunk.count * (part + 1) / parts]))
        }
    }
}

extension ChunkedArray: RandomAccessCollection, MutableCollection {
    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { starts[starts.count - 1] }

    @inlinable public subscript(position: Int) -> Element {
        get {
            let chunk = chunk(of: position)
            return chunks[chunk][position - starts[chunk]]
        }
        set {
            let chunk = chunk(of: position)
            chunks[chunk][position - starts[chunk]] = newValue
        }
    }

    /// - Precondition: It is the place of an element.
    @inlinable
    func chunk(of position: Int) -> Int {
        let chunk = Int(guide[position / Self.leastLength])
        return position < starts[chunk + 1] ? chunk : chunk + 1
    }

    @inlinable public func makeIterator() -> FlattenSequence<[[Element]]>.Iterator { chunks.joined().makeIterator() }
}

extension ChunkedArray {
    /// The list without some elements and with others, which shares with this one the chunks in which nothing changes.
    ///
    /// - Parameters:
    ///   - removed: Places in this list, ascending.
    ///   - added: Places in the new list, ascending, and what is to stand there.
    /// - Complexity: Linear in the number of chunks, and in the elements of those that change.
    @inlinable
    public func replacing(_ removed: [Int], with added: [(place: Int, element: Element)]) -> Self {
        var (parts, place, nextRemoved, nextAdded) = ([[Element]](), 0, 0, 0)
        parts.reserveCapacity(chunks.count + 1)
        for chunk in chunks.indices {
            let (start, elements) = (starts[chunk], chunks[chunk])
            let losesNone = nextRemoved == removed.count || removed[nextRemoved] >= start + elements.count
            if losesNone, nextAdded == added.count || added[nextAdded].place >= place + elements.count {
                parts.append(elements)
                place += elements.count
                continue
            }
            var (edited, rest) = ([Element](), 0)
            edited.reserveCapacity(elements.count + 1)
            while rest < elements.count {
                if nextAdded < added.count, added[nextAdded].place == place {
                    edited.append(added[nextAdded].element)
                    (nextAdded, place) = (nextAdded + 1, place + 1)
                } else if nextRemoved < removed.count, removed[nextRemoved] == start + rest {
                    (nextRemoved, rest) = (nextRemoved + 1, rest + 1)
                } else {
                    edited.append(elements[rest])
                    (rest, place) = (rest + 1, place + 1)
                }
            }
            parts.append(edited)
        }
        return Self(chunks: parts + [added[nextAdded...].map(\.element)])
    }

    /// The length of a chunk that two lists share, where it begins at these places; else 0.
    package func sharedLength(at position: Int, with other: Self, at otherPosition: Int) -> Int {
        let (chunk, otherChunk) = (chunk(of: position), other.chunk(of: otherPosition))
        guard starts[chunk] == position, other.starts[otherChunk] == otherPosition else { return 0 }
        // The addresses are compared, and nothing is read there.
        let isShared = unsafe chunks[chunk].withUnsafeBufferPointer { elements in
            unsafe other.chunks[otherChunk].withUnsafeBufferPointer { unsafe $0.baseAddress == elements.baseAddress }
        }
        return isShared ? chunks[chunk].count : 0
    }
}

extension ChunkedArray: Equatable where Element: Equatable {
    /// Whether both hold the same elements in the same order, in whatever chunks.
    @inlinable public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.elementsEqual(right)
    }
}

extension ChunkedArray: ExpressibleByArrayLiteral {
    /// Makes a list of elements from elsewhere.
    ///
    /// - Complexity: Linear in them.
    @inlinable
    public init(_ elements: some Sequence<Element>) {
        var (chunks, chunk): ([[Element]], [Element]) = ([], [])
        for element in elements {
            if chunk.isEmpty { chunk.reserveCapacity(Self.usualLength) }
            chunk.append(element)
            guard chunk.count == Self.usualLength else { continue }
            chunks.append(chunk)
            chunk = []
        }
        self.init(chunks: chunks + [chunk])
    }

    public init(arrayLiteral elements: Element...) { self.init(elements) }
}
