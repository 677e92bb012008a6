extension Dictionary {
    /// Creates a dictionary with the first value of each key.
    // Inlinable, so that the module of the caller specializes it.
    @inlinable
    package init(firstOf pairs: some Sequence<(Key, Value)>) {
        self.init(pairs, uniquingKeysWith: { first, _ in first })
    }
}
