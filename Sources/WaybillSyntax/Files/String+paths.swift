#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension String {
    /// The path with exactly one slash at the end, which joins names to it.
    package var asPrefix: String {
        var folder = self[...]
        while folder.count > 1, folder.last == "/" { folder.removeLast() }
        return folder == "/" ? "/" : folder + "/"
    }
}

/// Orders paths by their bytes, which no locale and no Unicode version changes.
package func precedesInBytes(_ left: String, _ right: String) -> Bool {
    // One call for both texts is faster than two for each byte, because paths have long common prefixes.
    let verdict = unsafe left.utf8.withContiguousStorageIfAvailable { left in  // valid in the body
        unsafe right.utf8.withContiguousStorageIfAvailable { right in unsafe precedes(left, right) }  // the same
    }
    return (verdict ?? nil) ?? left.utf8.lexicographicallyPrecedes(right.utf8)
}

@unsafe private func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let one = left.baseAddress, let other = right.baseAddress else { return left.count < right.count }
    let difference = unsafe memcmp(one, other, min(left.count, right.count))  // within both buffers
    return difference == 0 ? left.count < right.count : difference < 0
}
