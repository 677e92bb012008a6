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
