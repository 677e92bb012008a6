import WaybillManifest

/// The texts of files that are not YAML, and of values that were left out. Their declarations are not known.
///
/// The words are listed on first use, because a set without undefined names does not need them.
final class BrokenTexts {
    private let texts: [String]
    /// As hashes, because a text of mebibytes may have millions of words. If two words have the same hash, a second
    /// problem is hidden until the first is fixed.
    private lazy var words: Set<UInt64> = texts.reduce(into: []) { words, text in
        Self.forEachWord(in: text) { words.insert($0) }
    }

    init(_ texts: [String]) { self.texts = texts }

    var isEmpty: Bool { texts.isEmpty }

    /// Whether all words of a name are in the texts.
    func mayHold(_ name: String) -> Bool {
        guard !isEmpty else { return false }
        var areAllThere = true
        Self.forEachWord(in: name) { areAllThere = areAllThere && words.contains($0) }
        return areAllThere
    }

    /// Calls `body` with the hash of each word between punctuation. Bytes beyond ASCII are parts of words.
    private static func forEachWord(in text: String, _ body: (UInt64) -> Void) {
        var hash = seed
        var isInWord = false
        for byte in text.utf8 {
            if byte.isPartOfWord {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
                isInWord = true
            } else if isInWord {
                body(hash)
                hash = seed
                isInWord = false
            }
        }
        if isInWord { body(hash) }
    }

    /// The seed of FNV-1a.
    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
}

extension UInt8 {
    fileprivate var isPartOfWord: Bool {
        switch self {
        case 48...57, 65...90, 95, 97...122, 0x80...0xFF: true
        default: false
        }
    }
}
