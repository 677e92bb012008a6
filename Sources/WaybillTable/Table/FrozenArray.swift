/// Plain values that are only read once they are there: a place and a count, without an array's header to look through
/// and its alignment to ask for at each use.
@safe struct FrozenArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    private let base: UnsafePointer<Element>
    let count: Int
    private let owner: Owner

    @safe private final class Owner {
        let elements: UnsafeMutableBufferPointer<Element>

        init(_ elements: [Element]) {
            unsafe self.elements = .allocate(capacity: max(1, elements.count))
            _ = unsafe self.elements.initialize(from: elements)
        }

        deinit { unsafe elements.deallocate() }
    }

    init(_ elements: [Element] = []) {
        owner = Owner(elements)
        count = elements.count
        // An allocation always has a base address.
        unsafe base = UnsafePointer(owner.elements.baseAddress!)
    }

    var indices: Range<Int> { 0..<count }

    subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count)
        return unsafe base[index]
    }

    /// - Parameter index: Is below ``count``.
    @unsafe subscript(unchecked index: Int) -> Element {
        @inline(__always) get { unsafe base[index] }
    }

    /// Where an element stands; must not outlive the array.
    @inline(__always)
    @unsafe func pointer(to index: Int) -> UnsafePointer<Element> { unsafe base + index }

    /// All elements, which must not outlive the array.
    @inline(__always)
    @unsafe var buffer: UnsafeBufferPointer<Element> { unsafe UnsafeBufferPointer(start: base, count: count) }
}
