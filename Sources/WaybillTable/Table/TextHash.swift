/// A quick hash of words and texts, 128 bits wide and the same in every run.
///
/// It tells things apart that nobody chose to be alike; it is no defence against somebody who seeks collisions.
package struct TextHash: Sendable, Hashable {
    package private(set) var low: UInt64 = 0x9E37_79B9_7F4A_7C15
    package private(set) var high: UInt64 = 0xC2B2_AE3D_27D4_EB4F

    package init() {}

    private init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

    /// What sums begin with.
    package static let zero = TextHash(low: 0, high: 0)

    package mutating func combine(_ word: UInt64) {
        low = Self.mix(low ^ word, 0xA076_1D64_78BD_642F)
        high = Self.mix(high &+ word, 0xE703_7ED1_A0B4_28DB)
    }

    /// Takes a text's length and its UTF-8, eight bytes at a time.
    package mutating func combine(_ text: String) {
        let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in  // alive in the body
            unsafe combine(UnsafeRawBufferPointer(bytes))  // the buffer just given
        }
        if isDone == nil { combine(utf8: Array(text.utf8)) }
    }

    /// Takes a text that is there as its UTF-8.
    package mutating func combine(utf8: [UInt8]) {
        unsafe utf8.withUnsafeBytes { bytes in unsafe combine(bytes) }  // alive in the body
    }

    /// What it comes to with another: the same whichever of the two is first.
    package mutating func add(_ other: TextHash) {
        low &+= other.low
        high &+= other.high
    }

    @unsafe private mutating func combine(_ bytes: UnsafeRawBufferPointer) {
        combine(UInt64(bytes.count))
        var start = 0
        while start &+ 8 <= bytes.count {
            combine(UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))  // inside
            start &+= 8
        }
        guard start < bytes.count else { return }
        var word: UInt64 = 0
        for index in start..<bytes.count { word = word << 8 | UInt64(unsafe bytes[index]) }  // inside
        combine(word)
    }

    private static func mix(_ word: UInt64, _ factor: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        return product.high ^ product.low &+ factor
    }
}
