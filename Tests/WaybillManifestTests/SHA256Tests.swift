import Testing
import WaybillManifest

/// `Scripts/sha256.sh` compares many more inputs with another implementation.
@Suite("SHA-256")
struct SHA256Tests {
    /// The examples that NIST publishes with FIPS 180-4, and the empty message.
    private static let published = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ]

    private func text(_ digest: [UInt8]) -> String {
        digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("has the published digests", arguments: published)
    func examples(message: String, digest: String) {
        #expect(text(SHA256.hash(Array(message.utf8))) == digest)
        // Not contiguous.
        #expect(text(SHA256.hash(message.utf8.lazy.map { $0 })) == digest)
    }

    @Test("of a million letters, in pieces, is the published one")
    func million() {
        var hash = SHA256()
        for _ in 0..<1000 { hash.update([UInt8](repeating: 0x61, count: 1000)) }
        #expect(text(hash.finalize()) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("does not depend on the pieces, for every length around the ends of blocks")
    func pieces() {
        for length in [0, 1, 54, 55, 56, 57, 62, 63, 64, 65, 118, 119, 120, 127, 128, 129, 191, 192] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let whole = SHA256.hash(bytes)
            for cut in 0...length {
                var hash = SHA256()
                hash.update(bytes[..<cut])
                hash.update(bytes[cut...])
                #expect(hash.finalize() == whole, "\(length) bytes, cut at \(cut)")
            }
        }
    }
}
