/// The SHA-256 of bytes that come in pieces (FIPS 180-4).
///
/// It identifies contents and protects nothing: it is neither keyed, nor does it run in constant time. Its loops use
/// pointers and `while`, because a service that is built for debugging reads its whole executable with them: so it
/// takes a sixth of the time that arrays take there, and the same in a release.
package struct SHA256 {
    private typealias State = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

    private static let blockSize = 64
    private var state: State = (
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
    )
    /// What does not fill a block yet.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    package init() {}

    /// Returns the digest of bytes: 32 bytes.
    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    package mutating func update(_ bytes: some Collection<UInt8>) {
        // Without contiguous storage, the bytes are copied.
        if bytes.withContiguousStorageIfAvailable({ unsafe update(UnsafeRawBufferPointer($0)) }) == nil {
            unsafe Array(bytes).withUnsafeBytes { unsafe update($0) }
        }
    }

    /// Returns the digest of all bytes so far: 32 bytes.
    package consuming func finalize() -> [UInt8] {
        let bits = (count &* 8).bigEndian
        let zeros = (2 * Self.blockSize - 9 - rest.count) % Self.blockSize
        update([0x80] + [UInt8](repeating: 0, count: zeros))
        unsafe withUnsafeBytes(of: bits) { unsafe update($0) }
        return [state.0, state.1, state.2, state.3, state.4, state.5, state.6, state.7].flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    private mutating func update(_ bytes: UnsafeRawBufferPointer) {
        count &+= UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(Self.blockSize - rest.count, bytes.count)
            unsafe rest.append(contentsOf: bytes[..<start])
            guard rest.count == Self.blockSize else { return }
            let block = rest
            rest.removeAll(keepingCapacity: true)
            unsafe block.withUnsafeBytes { unsafe addBlocks(of: $0) }
        }
        let end = bytes.count - (bytes.count - start) % Self.blockSize
        unsafe addBlocks(of: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        unsafe rest.append(contentsOf: bytes[end...])
    }

    private mutating func addBlocks(of bytes: UnsafeRawBufferPointer) {
        unsafe Self.constants.withUnsafeBufferPointer { constants in
            unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.blockSize) { schedule in
                guard let start = bytes.baseAddress, let schedule = schedule.baseAddress,
                    let constants = constants.baseAddress
                else { return }
                var offset = 0
                while offset < bytes.count {
                    unsafe Self.fill(schedule, from: start + offset)
                    unsafe addBlock(schedule, constants)
                    offset &+= Self.blockSize
                }
            }
        }
    }

    /// Writes the message schedule of a block (6.2.2, step 1).
    private static func fill(_ w: UnsafeMutablePointer<UInt32>, from block: UnsafeRawPointer) {
        var i = 0
        while i < 16 {
            unsafe w[i] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 &* i, as: UInt32.self))
            i &+= 1
        }
        while i < 64 {
            let (x, y) = unsafe (w[i &- 15], w[i &- 2])
            let s0 = (x &>> 7 | x &<< 25) ^ (x &>> 18 | x &<< 14) ^ (x &>> 3)
            let s1 = (y &>> 17 | y &<< 15) ^ (y &>> 19 | y &<< 13) ^ (y &>> 10)
            unsafe w[i] = w[i &- 16] &+ s0 &+ w[i &- 7] &+ s1
            i &+= 1
        }
    }

    /// Adds a block to the state (6.2.2, steps 2 to 4).
    private mutating func addBlock(_ w: UnsafeMutablePointer<UInt32>, _ k: UnsafePointer<UInt32>) {
        var (a, b, c, d, e, f, g, h) = state
        var i = 0
        while i < 64 {
            let s1 = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
            let choice = (e & f) ^ (~e & g)
            let first = unsafe h &+ s1 &+ choice &+ k[i] &+ w[i]
            let s0 = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ s0 &+ majority)
            i &+= 1
        }
        state = (
            state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e, state.5 &+ f, state.6 &+ g,
            state.7 &+ h
        )
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2).
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
