/// Memory for plain values that a lookup works in, again and again: it grows, and never shrinks.
///
/// An array would ask on each write whether somebody shares it. Nobody can share this.
@safe struct Scratch<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    private(set) var capacity: Int
    private(set) var base: UnsafeMutablePointer<Element>
    private let filler: Element

    init(filler: Element, capacity: Int = 1) {
        self.capacity = max(1, capacity)
        self.filler = filler
        unsafe base = .allocate(capacity: self.capacity)
        unsafe base.initialize(repeating: filler, count: self.capacity)
    }

    deinit { unsafe base.deallocate() }

    /// Makes room for `count` elements, and keeps those that are there.
    @inline(__always)
    mutating func reserve(_ count: Int) {
        if count > capacity { grow(to: count) }
    }

    @inline(never)
    private mutating func grow(to count: Int) {
        let larger = max(count, capacity * 2)
        let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        unsafe new.update(from: base, count: capacity)
        unsafe (new + capacity).initialize(repeating: filler, count: larger - capacity)
        unsafe base.deallocate()
        unsafe base = new
        capacity = larger
    }

    subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < capacity)
            return unsafe base[index]
        }
        set {
            precondition(index >= 0 && index < capacity)
            unsafe base[index] = newValue
        }
    }

    /// - Parameter index: Is below ``capacity``.
    @unsafe subscript(unchecked index: Int) -> Element {
        @inline(__always) get { unsafe base[index] }
        @inline(__always) nonmutating set { unsafe base[index] = newValue }
    }

    /// The first `count` elements, which must not outlive the scratch.
    @inline(__always)
    @unsafe func buffer(_ count: Int) -> UnsafeBufferPointer<Element> {
        unsafe UnsafeBufferPointer(start: base, count: min(count, capacity))
    }
}
