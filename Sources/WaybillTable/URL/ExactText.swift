#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A text that is compared by its bytes, as the law demands (law 4).
///
/// `String` considers a composed and a decomposed "é" equal. URLs do not, so wherever two texts of a manifest or of a
/// request are compared, counted or sorted, these are.
package struct ExactText: Sendable, Hashable, Comparable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.order(against: right) == 0 }

    package static func < (left: ExactText, right: ExactText) -> Bool { left.order(against: right) < 0 }

    /// Returns a number below zero if it comes before another text, zero if it is equal, and a number above zero if it
    /// comes after it.
    package func order(against other: ExactText) -> Int {
        let (own, others) = (text.utf8, other.text.utf8)
        // One call for both texts is faster than two for each byte, because ids have long common prefixes.
        let order = unsafe own.withContiguousStorageIfAvailable { own in  // valid in the body
            unsafe others.withContiguousStorageIfAvailable { others in unsafe Self.order(own, others) }  // the same
        }
        if let order = order ?? nil { return order }
        return own.elementsEqual(others) ? 0 : own.lexicographicallyPrecedes(others) ? -1 : 1
    }

    @unsafe private static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        guard let one = left.baseAddress, let other = right.baseAddress else { return left.count - right.count }
        let difference = unsafe memcmp(one, other, min(left.count, right.count))  // within both buffers
        return difference == 0 ? left.count - right.count : Int(difference)
    }

    /// The hash of `String` is the same for more texts than it must be, which costs only time.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
    package var exact: ExactText { ExactText(self) }
}
