// On indices and not on elements, because a generic function would not be specialized for callers in other modules.
extension Range<Int> {
    /// Returns the first index for which a condition holds, which then holds for all after it; the end if it holds for
    /// none.
    ///
    /// - Complexity: O(log *n*) calls.
    package func partitioningIndex(where holds: (Int) -> Bool) -> Int {
        var low = lowerBound
        var high = upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Array {
    /// An element of a table, without the bounds check that a lookup would make for each segment.
    ///
    /// - Parameter index: An index that the table's builder made, or that is in bounds for another reason. Debug builds
    ///   check it.
    @inline(__always)
    @unsafe
    subscript(unchecked index: Int) -> Element {
        assert(index >= 0 && index < count)
        return unsafe withUnsafeBufferPointer { unsafe $0[index] }  // the caller says why it is in bounds
    }
}
