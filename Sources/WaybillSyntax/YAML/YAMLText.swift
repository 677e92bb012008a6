/// The bytes of a file as libyaml can read them, and the problems of these bytes.
///
/// libyaml stops at the first byte that is not UTF-8, and takes NEL, U+2028 and U+2029 for line ends, unlike YAML 1.2.
/// So each bad byte becomes U+FFFD, and each of the three a character that the file does not use. One character always
/// replaces one character, so the indices of libyaml are those of ``SourceFile/byteOffset(ofScalar:)``.
package struct YAMLText {
    private(set) var bytes: [UInt8] = []
    private(set) var diagnostics: [Diagnostic] = []
    /// False if the file is not UTF-8 at all and is not read.
    private(set) var isText = true
    /// The replacements of characters that libyaml would take for line ends.
    private var substitutes: [Substitute] = []

    private struct Substitute {
        var original: Unicode.Scalar
        var noncharacter: Unicode.Scalar
    }

    var hasSubstitutes: Bool { !substitutes.isEmpty }

    /// Further places are counted, and reported together.
    private static let maximumDiagnostics = 5
    /// A file with more invalid bytes is not text.
    private static let maximumBadBytes = 4096
    private var badPlaces = 0
    private var badBytes = 0

    init(_ file: SourceFile, index: Int) {
        if let encoding = Self.foreignEncoding(of: file.bytes) {
            isText = false
            let span = SourceSpan(file: index, start: 0, end: min(2, file.bytes.count))
            diagnostics.append(
                Diagnostic(.invalidBytes, at: span, "the file is \(encoding), not UTF-8", help: "save it as UTF-8"))
            return
        }
        guard !file.isPlain else {
            bytes = file.bytes
            return
        }
        substitutes = Self.substitutes(for: file)
        copy(file, index: index)
    }

    /// Restores the replaced characters in a text from libyaml.
    func restored(_ text: String) -> String {
        guard !substitutes.isEmpty else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let substitute = scalar.isNoncharacter ? substitutes.first { $0.noncharacter == scalar } : nil
            result.append(substitute?.original ?? scalar)
        }
        return String(result)
    }

    private mutating func copy(_ file: SourceFile, index: Int) {
        bytes.reserveCapacity(file.bytes.count)
        var offset = file.byteOrderMarkLength
        var badStart: Int?
        while offset < file.bytes.count, isText {
            let (scalar, length) = decodeScalar(in: file.bytes, at: offset)
            if let scalar, scalar.isAllowedInYAML {
                if let start = badStart { report(file, index: index, start: start, end: offset) }
                badStart = nil
                append(scalar, length: length, of: file, at: offset)
            } else {
                badStart = badStart ?? offset
                bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
                badBytes += length
                isText = badBytes <= Self.maximumBadBytes
            }
            offset += length
        }
        if let start = badStart { report(file, index: index, start: start, end: offset) }
        reportOthers(index)
    }

    /// Reports the number of further places, so that nobody takes the reported ones for all.
    private mutating func reportOthers(_ index: Int) {
        guard let last = diagnostics.last, badPlaces > Self.maximumDiagnostics || !isText else { return }
        let others = badPlaces - diagnostics.count
        diagnostics.append(
            Diagnostic(
                .invalidBytes, at: SourceSpan(file: index, start: last.span.end, end: last.span.end),
                isText
                    ? "\(others) more \(others == 1 ? "place holds" : "places hold") bytes that are not text"
                    : "the file holds more than \(Self.maximumBadBytes) bytes that are not text; the rest is not read",
                help: "save the file as UTF-8"))
    }

    private mutating func append(_ scalar: Unicode.Scalar, length: Int, of file: SourceFile, at offset: Int) {
        if scalar.isSeparator, let substitute = substitutes.first(where: { $0.original == scalar }) {
            bytes.append(contentsOf: UTF8.encode(substitute.noncharacter) ?? UTF8.encodedReplacementCharacter)
        } else {
            for index in offset..<(offset + length) { bytes.append(file.bytes[index]) }
        }
    }

    private mutating func report(_ file: SourceFile, index: Int, start: Int, end: Int) {
        badPlaces += 1
        guard diagnostics.count < Self.maximumDiagnostics else { return }
        let (scalar, length) = decodeScalar(in: file.bytes, at: start)
        let more = end - start > length ? ", and the bytes after it" : ""
        let message =
            if let scalar {
                "control character \(scalar.hexName) at offset \(start) is not allowed\(more)"
            } else {
                "byte 0x\(String(file.bytes[start], radix: 16)) at offset \(start) is not UTF-8\(more)"
            }
        let help =
            scalar == nil
            ? "save the file as UTF-8" : "delete it, or write an escape in double quotes, such as \"\\x00\""
        let span = SourceSpan(file: index, start: start, end: end)
        diagnostics.append(Diagnostic(.invalidBytes, at: span, message, help: help))
    }

    /// The encoding of a file whose byte order mark is not UTF-8's.
    package static func foreignEncoding(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xFE]) { return "UTF-16 or UTF-32 (little-endian)" }
        if bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16 (big-endian)" }
        return nil
    }

    /// Returns unused noncharacters for the line separators that occur. If the file uses all noncharacters, its
    /// separators stay.
    private static func substitutes(for file: SourceFile) -> [Substitute] {
        guard file.bytes.contains(0xC2) || file.bytes.contains(0xE2) else { return [] }
        // At most 35, and few in any file: a search of a list costs less than hashing.
        var used: [Unicode.Scalar] = []
        var offset = 0
        while offset < file.bytes.count {
            let (scalar, length) = decodeScalar(in: file.bytes, at: offset)
            if let scalar, scalar.isSeparator || scalar.isNoncharacter, !used.contains(scalar) { used.append(scalar) }
            offset += length
        }
        let free = (0xFDD0...0xFDEF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init)
            .filter { !used.contains($0) }
        return zip(used.filter(\.isSeparator).sorted(), free).map(Substitute.init)
    }
}

extension Unicode.Scalar {
    /// Whether it is in `c-printable` of YAML 1.2, which libyaml accepts.
    fileprivate var isAllowedInYAML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// Whether libyaml takes it for a line end, unlike YAML 1.2.
    fileprivate var isSeparator: Bool { value == 0x85 || value == 0x2028 || value == 0x2029 }

    fileprivate var isNoncharacter: Bool { 0xFDD0...0xFDEF ~= value }

    /// For example `U+200B`.
    package var hexName: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
