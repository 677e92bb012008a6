extension Array {
    /// An element of a table, read without the check of bounds that a lookup would make for each segment.
    ///
    /// - Parameter index: One that the table's builder made, or that is below the count for another reason. Debug builds
    ///   check it.
    @inline(__always)
    @unsafe
    subscript(unchecked index: Int) -> Element {
        assert(index >= 0 && index < count)
        return unsafe withUnsafeBufferPointer { unsafe $0[index] }  // the caller says why it is in bounds
    }
}
