extension Sequence where Element: Hashable {
    /// Returns the elements without duplicates, each at its first place.
    package func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
