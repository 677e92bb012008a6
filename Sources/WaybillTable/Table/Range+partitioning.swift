// Of places and not of elements: what is generic would not be specialised where another module calls it.
extension Range<Int> {
    /// The first place for which a condition holds, which then holds for all after it; the end where it holds for none.
    ///
    /// - Complexity: O(log *n*) questions.
    package func partitioningIndex(where holds: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
