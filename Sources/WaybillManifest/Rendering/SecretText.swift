package import WaybillSyntax
import WaybillTable

/// The secrets of one file: their places and values.
struct SecretText: Sendable {
    /// Whether the file has no syntax tree, so that the places of its secrets are not known.
    private(set) var hidesAll = false
    /// The bytes that must not be shown, as sorted, disjoint ranges.
    private(set) var ranges: [Range<Int>] = []
    /// The ranges among these that can be replaced without changing the structure of the tree.
    fileprivate let contents: [Range<Int>]
    /// The values that must not be quoted.
    private var values: Set<[UInt8]> = []
    /// The lengths of these values, longest first.
    private var lengths: [Int] = []

    /// - Parameters:
    ///   - unknownKeys: The offsets of the keys whose values are secret, too.
    ///   - isValid: Whether the file has only known keys, so that others than `with` are names, such as `width`.
    init(_ file: SourceFile, unknownKeys: Set<Int> = [], isValid: Bool = false) {
        let (root, found) = YAMLReader.read(file, index: 0)
        hidesAll = file.isReadable && (root == nil || found.contains(where: \.losesText))
        var search = SecretSearch(file, unknownKeys: unknownKeys, isValid: isValid)
        if let root { search.search(root.document) }
        ranges = search.ranges.joined()
        contents = search.contents
        values = search.values
        lengths = Set(values.map(\.count)).sorted(by: >)
    }

    // MARK: Texts

    /// Shorter values may be ordinary words of a message.
    private static let shortest = 4
    /// Shorter values are not searched at the beginning of a longer word.
    private static let longestWord = 8

    /// Returns a text with asterisks in place of secrets.
    ///
    /// - Parameter evenShort: Whether short values are hidden, too.
    func hide(in text: String, evenShort: Bool) -> String {
        guard !values.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        var start = 0
        while start < bytes.count {
            if let length = secret(in: bytes, at: start), evenShort || length >= Self.shortest {
                shown += "***".utf8
                start += length
            } else {
                shown.append(bytes[start])
                start += 1
            }
        }
        return Self.withoutShortenedWords(String(decoding: shown, as: UTF8.self), longest: lengths.first ?? 0)
    }

    /// Returns the length of the longest secret that begins at an offset, at the start of a word.
    private func secret(in bytes: [UInt8], at start: Int) -> Int? {
        guard start == 0 || !bytes[start - 1].isWord || !bytes[start].isWord else { return nil }
        return lengths.first { length in
            let end = start + length
            guard end <= bytes.count, values.contains(Array(bytes[start..<end])) else { return false }
            return length >= Self.longestWord || end == bytes.count || !bytes[end].isWord || !bytes[end - 1].isWord
        }
    }

    /// Removes shortened words: messages shorten long words in the middle, so they would show both ends of a long
    /// secret.
    private static func withoutShortenedWords(_ text: String, longest: Int) -> String {
        guard longest > 64, text.contains("…") else { return text }
        return text.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.count > 1 && $0.contains("…") ? "***" : String($0) }.joined(separator: " ")
    }
}

extension SourceFile {
    /// The same file, of a valid set, with an `x` for each byte of a secret: its tree has the same form, with other texts. Empty
    /// if it has no tree.
    package var withoutSecrets: SourceFile {
        let secrets = SecretText(self, isValid: true)
        var bytes = secrets.hidesAll ? [] : bytes
        if !secrets.hidesAll {
            for range in secrets.contents {
                for index in range where !bytes[index].isBlankOrBreak { bytes[index] = UInt8(ascii: "x") }
            }
        }
        return SourceFile(path: path, bytes: bytes)
    }
}

extension [Range<Int>] {
    /// The same ranges, sorted and merged.
    fileprivate func joined() -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}

extension [UInt8] {
    /// Whether it is `${NAME}`, and nothing else.
    fileprivate var isReference: Bool {
        guard count > 3, starts(with: "${".utf8), last == UInt8(ascii: "}") else { return false }
        let name = self[2..<endIndex - 1]
        return !(0x30...0x39 ~= name[2]) && name.allSatisfy { $0.isWord && $0 < 0x80 }
    }
}

extension UInt8 {
    /// Whether it is a part of a word: a letter, a digit, an underscore, or beyond ASCII.
    fileprivate var isWord: Bool {
        self >= 0x80 || self == UInt8(ascii: "_") || 0x30...0x39 ~= self || 0x41...0x5A ~= self & 0xDF
    }
}

/// Finds the secrets in the tree of a file.
private struct SecretSearch {
    private let file: SourceFile
    private let unknownKeys: Set<Int>
    private let isValid: Bool
    private let bytes: [UInt8]
    private(set) var ranges: [Range<Int>] = []
    private(set) var contents: [Range<Int>] = []
    private(set) var values: Set<[UInt8]> = []
    /// All keys and values.
    private var words: [Range<Int>] = []
    /// The ranges of values that are secret as a whole.
    private var regions: [Range<Int>] = []
    /// The hidden values. Aliases may repeat them.
    private var known: Set<Range<Int>> = []

    init(_ file: SourceFile, unknownKeys: Set<Int>, isValid: Bool) {
        self.file = file
        self.unknownKeys = unknownKeys
        self.isValid = isValid
        bytes = file.bytes
        for range in UserInfo.ranges(in: bytes[...], endsAtBlanks: true) { hideUserInfo(range) }
    }

    mutating func search(_ document: YAMLDocument) {
        look(at: 0, document)
        words.sort { $0.lowerBound < $1.lowerBound }
        for region in regions { hideGaps(in: region) }
    }

    /// Searches for secrets in a value that is not secret itself.
    private mutating func look(at index: Int, _ document: YAMLDocument) {
        let record = document.records[index]
        switch record.kind {
        case .alias: break
        case .sequence:
            for item in document.parts(of: index) { look(at: item, document) }
        case .mapping:
            for key in document.parts(of: index) {
                let value = Int(document.records[key].next)
                look(at: key, document)
                let record = document.records[key]
                if isSecret(document.text(at: key)) || unknownKeys.contains(Int(record.start)) {
                    let start = Int(record.end)
                    hide(value, document)
                    regions.append(start..<max(start, Int(document.records[value].end)))
                } else {
                    look(at: value, document)
                }
            }
        default:
            words.append(Int(record.start)..<Int(record.end))
            lookForUserInfo(in: record, document.text(at: index))
        }
    }

    /// `with`, and what was probably meant to be it.
    private func isSecret(_ key: ArraySlice<UInt8>) -> Bool {
        guard !isValid, key.count <= 16 else { return key.elementsEqual("with".utf8) }
        let name = String(decoding: key, as: UTF8.self).filter { !$0.isWhitespace }.lowercased()
        return name == "with" || isOneEdit(name, "with") || ForeignKey.namesOfWith.contains(name)
    }

    /// Hides everything in a value except its keys.
    private mutating func hide(_ index: Int, _ document: YAMLDocument) {
        let record = document.records[index]
        let span = Int(record.start)..<Int(record.end)
        switch record.kind {
        case .alias:
            guard known.insert(span).inserted else { return }
            hide(Int(record.first), document)
            regions.append(span)
        case .sequence:
            for item in document.parts(of: index) { hide(item, document) }
        case .mapping:
            for key in document.parts(of: index) {
                words.append(Int(document.records[key].start)..<Int(document.records[key].end))
                hide(Int(document.records[key].next), document)
            }
        default:
            guard known.insert(span).inserted else { return }
            words.append(span)
            hide(span, contents: content(of: record))
            add(Array(document.text(at: index)))
            if record.isRefusedAlias { add(Array(bytes[span].dropFirst())) }
        }
    }

    private mutating func hide(_ range: Range<Int>, contents inner: Range<Int>) {
        ranges.append(range)
        contents.append(inner)
        add(Array(bytes[range]))
    }

    /// Returns the bytes of a scalar without its quotes, or without the first line of a block scalar.
    private func content(of record: YAMLDocument.Record) -> Range<Int> {
        let span = Int(record.start)..<Int(record.end)
        switch record.kind {
        case .singleQuoted, .doubleQuoted: return span.lowerBound + 1..<max(span.lowerBound + 1, span.upperBound - 1)
        case .literal, .folded: return (bytes[span].firstIndex(where: \.isBreak) ?? span.upperBound)..<span.upperBound
        default: return record.isRefusedAlias ? span.upperBound..<span.upperBound : span
        }
    }

    /// Messages quote long values word by word, so each word is added. The name of a variable is no secret, and a message
    /// about the variable must show it.
    private mutating func add(_ value: [UInt8]) {
        guard !value.isEmpty, !value.isReference else { return }
        values.insert(value)
        guard value.contains(where: \.isBlankOrBreak) else { return }
        for word in value.split(whereSeparator: \.isBlankOrBreak) where word.count >= 8 && !Array(word).isReference {
            values.insert(Array(word))
        }
    }

    private mutating func lookForUserInfo(in record: YAMLDocument.Record, _ text: ArraySlice<UInt8>) {
        let places = UserInfo.ranges(in: text, endsAtBlanks: false)
        guard !places.isEmpty else { return }
        for place in places { addUserInfo(text[place]) }
        let span = Int(record.start)..<Int(record.end)
        let written = UserInfo.ranges(in: bytes[span], endsAtBlanks: false)
        // If the scalar has escapes, the bytes of the user are not known.
        if written.count != places.count { return hide(span, contents: content(of: record)) }
        for range in written { hideUserInfo(range) }
    }

    private mutating func hideUserInfo(_ range: Range<Int>) {
        hide(range, contents: range)
        addUserInfo(bytes[range])
    }

    /// A pattern is split at colons, so that messages quote what comes after one.
    private mutating func addUserInfo(_ text: ArraySlice<UInt8>) {
        add(Array(text))
        for colon in text.indices where text[colon] == UInt8(ascii: ":") { add(Array(text[(colon + 1)...])) }
    }

    // MARK: Between keys and values

    /// Hides comments, tags and names of anchors in a value and in the rest of its last line.
    private mutating func hideGaps(in region: Range<Int>) {
        var start = region.lowerBound
        for word in words[firstWord(from: start)...].prefix(while: { $0.lowerBound < region.upperBound }) {
            if start < word.lowerBound { hideGap(start..<word.lowerBound) }
            start = max(start, word.upperBound)
        }
        if start < region.upperBound { hideGap(start..<region.upperBound) }
        hideComment(after: region.upperBound)
    }

    private func firstWord(from offset: Int) -> Int {
        words.indices.partitioningIndex { words[$0].lowerBound >= offset }
    }

    private mutating func hideGap(_ gap: Range<Int>) {
        let marks = Set("{}[],:".utf8)
        for part in bytes[gap].split(whereSeparator: { $0.isBlankOrBreak || marks.contains($0) }) {
            guard part.count > 1 || part.first == UInt8(ascii: "#") else { continue }
            ranges.append(part.indices)
            // A secret may begin like a tag or an alias.
            if "!*&".utf8.contains(part[part.startIndex]) {
                add(Array(part))
                add(Array(part.dropFirst()))
            }
            if part.first == UInt8(ascii: "#") { hideComment(at: part.startIndex) }
        }
    }

    private mutating func hideComment(after end: Int) {
        let line = file.byteRange(ofLine: file.position(at: end).line)
        guard end < line.upperBound else { return }
        var start = max(end, 1)
        while let sign = bytes[start..<line.upperBound].firstIndex(of: UInt8(ascii: "#")) {
            if bytes[sign - 1].isBlankOrBreak, !isInWord(sign) { return hideComment(at: sign) }
            start = sign + 1
        }
    }

    private func isInWord(_ offset: Int) -> Bool {
        let next = firstWord(from: offset + 1)
        return next > 0 && words[next - 1].contains(offset)
    }

    private mutating func hideComment(at sign: Int) {
        let end = file.byteRange(ofLine: file.position(at: sign).line).upperBound
        ranges.append(sign..<end)
        contents.append(sign + 1..<end)
    }
}

extension YAMLDocument {
    /// Returns the text of a scalar; empty for a collection.
    fileprivate func text(at index: Int) -> ArraySlice<UInt8> {
        records[index].kind.isScalar ? texts[records[index].text] : []
    }
}
