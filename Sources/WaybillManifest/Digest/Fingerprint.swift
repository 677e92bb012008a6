/// A running hash of values with meaning: FNV-1a over 128 bits.
///
/// It detects change and tells tables apart; it is no defence against somebody who seeks collisions.
struct Fingerprint {
    private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

    mutating func combine(_ text: String) {
        combine(text.utf8.count)
        for byte in text.utf8 { mix(byte) }
    }

    mutating func combine(_ number: Int) {
        for shift in stride(from: 0, to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func combine(_ flag: Bool) { mix(flag ? 1 : 0) }

    mutating func combine(_ text: String?) {
        combine(text != nil)
        if let text { combine(text) }
    }

    /// A list whose order has a meaning.
    mutating func combine(_ texts: [String]) {
        combine(texts.count)
        for text in texts { combine(text) }
    }

    /// A list whose order has none.
    mutating func combine(unordered texts: [String]) { combine(texts.sorted()) }

    mutating func combine(unordered texts: [Located<String>]) { combine(unordered: texts.map(\.value)) }

    /// The fingerprints of things whose order has no meaning.
    mutating func combine(unordered fingerprints: [Fingerprint]) {
        combine(fingerprints.count)
        for fingerprint in fingerprints.sorted(by: { $0.state < $1.state }) { combine(fingerprint) }
    }

    mutating func combine(_ other: Fingerprint) {
        combine(Int(truncatingIfNeeded: other.state))
        combine(Int(truncatingIfNeeded: other.state >> 64))
    }

    /// 32 hexadecimal digits.
    var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    private mutating func mix(_ byte: UInt8) {
        state = (state ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B
    }
}
