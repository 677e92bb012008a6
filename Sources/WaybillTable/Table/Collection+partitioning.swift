extension RandomAccessCollection {
    /// The first index whose element a condition holds for, which then holds for all behind it; the end where it holds for none.
    ///
    /// - Complexity: O(log *n*) questions.
    package func partitioningIndex(where holds: (Element) -> Bool) -> Index {
        var (low, rest) = (startIndex, count)
        while rest > 0 {
            let middle = index(low, offsetBy: rest / 2)
            if holds(self[middle]) {
                rest /= 2
            } else {
                low = index(after: middle)
                rest -= rest / 2 + 1
            }
        }
        return low
    }
}
