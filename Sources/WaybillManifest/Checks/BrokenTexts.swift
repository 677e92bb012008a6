/// The texts of files that are no YAML, and of values that were left out: what they declare is not known.
///
/// Their words are listed when they are first asked for: a set without dangling names never asks.
final class BrokenTexts {
    private let texts: [String]
    /// As hashes, for a text of mebibytes may hold millions. Two words that share one only keep a second mistake from being
    /// told until the first is fixed.
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

    /// Gives the hashes of what is between punctuation. Bytes beyond ASCII are parts of words.
    private static func forEachWord(in text: String, _ body: (UInt64) -> Void) {
        var (hash, isInWord) = (seed, false)
        for byte in text.utf8 {
            if byte.isPartOfWord {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
                isInWord = true
            } else if isInWord {
                body(hash)
                (hash, isInWord) = (seed, false)
            }
        }
        if isInWord { body(hash) }
    }

    /// Of FNV-1a.
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
