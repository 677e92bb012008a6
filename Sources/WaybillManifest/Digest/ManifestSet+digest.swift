extension ManifestSet {
    /// The digest of the set's meaning: the same for any order of files and entries and for any layout.
    ///
    /// It is the first 16 bytes of the SHA-256 of the set's canonical encoding, as 32 hexadecimal digits. Summaries,
    /// tests and positions are not part of it.
    ///
    /// - Complexity: Linear in the set.
    package var digest: String {
        var encoder = CanonicalEncoder()
        encodeDeclarations(to: &encoder)
        var hash = SHA256()
        hash.update(encoder.bytes)
        for route in routes { hash.update(route.meaning) }
        return hash.finalize().prefix(16).hexadecimal
    }
}

extension CanonicalEncoder {
    /// The first 16 bytes of the SHA-256 of the written bytes, as 32 hexadecimal digits.
    package var digest: String { SHA256.hash(bytes).prefix(16).hexadecimal }
}

extension Sequence<UInt8> {
    /// Two lower-case digits for each byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
