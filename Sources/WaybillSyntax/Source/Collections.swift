extension Range<Int> {
    /// Returns the first index for which a condition holds, which then holds for all after it; the end if it holds for
    /// none.
    ///
    /// Not `package`, because most targets see this library and WaybillTable, which has the same function for them.
    func partitioningIndex(where holds: (Int) -> Bool) -> Int {
        var low = lowerBound
        var high = upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns the last index for which a condition holds that also holds for all indices before it; the first index if
    /// there is none.
    func binarySearchLast(where holds: (Int) -> Bool) -> Int {
        Swift.max(lowerBound, partitioningIndex { !holds($0) } - 1)
    }
}

extension Dictionary {
    /// Creates a dictionary with the first value of each key.
    // Inlinable, so that the module of the caller specializes it.
    @inlinable
    package init(firstOf pairs: some Sequence<(Key, Value)>) {
        self.init(pairs, uniquingKeysWith: { first, _ in first })
    }
}

extension Sequence where Element: Hashable {
    /// Returns the elements without duplicates, each at its first place.
    package func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
