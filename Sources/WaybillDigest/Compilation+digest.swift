import Crypto
public import WaybillManifest

extension Compilation {
    /// The digest of the set's meaning: the same for any order of files and entries and for any layout.
    ///
    /// It is the first 16 bytes of the SHA-256 of the set's canonical encoding, as 32 hexadecimal digits. Summaries,
    /// tests and positions are not part of it.
    ///
    /// - Complexity: Linear in the set at the first call, and constant afterwards.
    public var digest: String { cachedDigest { set.digest } }
}

extension ManifestSet {
    fileprivate var digest: String {
        var encoder = CanonicalEncoder()
        encodeDeclarations(to: &encoder)
        var hash = SHA256()
        hash.update(data: encoder.bytes)
        for route in routes { hash.update(data: route.meaning) }
        return hash.finalize().text
    }
}

extension CanonicalEncoder {
    /// The first 16 bytes of the SHA-256 of the written bytes, as 32 hexadecimal digits.
    package var digest: String { SHA256.hash(data: bytes).text }
}

extension SHA256Digest {
    /// Its first 16 bytes, as 32 hexadecimal digits.
    fileprivate var text: String {
        prefix(16).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
