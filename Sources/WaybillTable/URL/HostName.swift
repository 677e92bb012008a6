/// The one spelling of a host (law 1): in lower case, decoded, without a dot at the end, with A-labels for labels beyond
/// ASCII, and an IPv6 address as RFC 5952 writes it.
enum HostName {
    /// The reason why a text is not a host.
    enum Problem: Error, Hashable {
        case notAHost, emptyLabel
        /// The label has no A-label, or one that this target cannot compute.
        case noALabel(String)

        func reason(for host: String) -> String {
            switch self {
            case .notAHost: "'\(host)' is not a valid host"
            case .emptyLabel: "'\(host)' is not a valid host: a label between two dots is empty"
            case .noALabel(let label): "'\(host)' is not a valid host: no A-label is known for '\(label)'"
            }
        }

        /// The advice for a pattern; `nil` if the problem says all.
        var help: String? {
            switch self {
            case .notAHost: nil
            case .emptyLabel: "remove the extra dot"
            case .noALabel: "write the label in ASCII as DNS has it, such as 'xn--mnchen-3ya' for 'münchen'"
            }
        }
    }

    /// Returns the one spelling of a host.
    ///
    /// - Parameter raw: The host as a URL or a pattern has it. User information is not part of a host.
    static func normalized(_ raw: Span<UInt8>) throws(Problem) -> [UInt8] {
        var decoded: [UInt8] = []
        do { try PercentCoding.decode(raw, into: &decoded) } catch { throw .notAHost }
        if decoded.first == UInt8(ascii: "[") { return try address(decoded) }
        if decoded.last == UInt8(ascii: ".") { decoded.removeLast() }
        guard !decoded.isEmpty, decoded.allSatisfy({ isNameByte($0) || $0 >= 0x80 }) else { throw .notAHost }
        var host: [UInt8] = []
        for label in decoded.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard !label.isEmpty else { throw .emptyLabel }
            if !host.isEmpty { host.append(UInt8(ascii: ".")) }
            guard label.contains(where: { $0 >= 0x80 }) else {
                host += ASCII.lowercased(label)
                continue
            }
            let text = String(decoding: label, as: UTF8.self)
            guard let ascii = Punycode.aLabel(of: text) else { throw .noALabel(text) }
            host += ascii
        }
        return host
    }

    /// Whether the bytes are the one spelling of a name. Also `false` for an address, which costs time only.
    static func isNormalized(_ host: Span<UInt8>) -> Bool {
        var isAfterDot = true
        var index = 0
        while index < host.count {
            let byte = host[index]
            let isDot = byte == UInt8(ascii: ".")
            if isDot && isAfterDot || !isNameByte(byte) || ASCII.lowercased(byte) != byte { return false }
            isAfterDot = isDot
            index += 1
        }
        return !isAfterDot
    }

    /// Whether a byte may be in a name: RFC 3986's `reg-name`.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"),
            UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: ASCII.isAlphanumeric(byte)
        }
    }

    // MARK: Addresses

    /// Returns an address in brackets: of IPv6, with or without a zone, or of a later version (RFC 3986, 3.2.2).
    private static func address(_ host: [UInt8]) throws(Problem) -> [UInt8] {
        guard host.last == UInt8(ascii: "]") else { throw .notAHost }
        let text = ASCII.lowercased(host.dropFirst().dropLast())
        let parts = text.split(separator: UInt8(ascii: "%"), maxSplits: 1, omittingEmptySubsequences: false)
        let zone = parts.dropFirst().first
        if let zone, zone.isEmpty || !zone.allSatisfy(isNameByte) { throw .notAHost }
        if let address = parts.first.flatMap({ IPv6Address($0) }) {
            return Array("[\(address)".utf8) + (zone.map { [UInt8(ascii: "%")] + $0 } ?? []) + [UInt8(ascii: "]")]
        }
        guard zone == nil, isOfLaterVersion(text) else { throw .notAHost }
        return [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]
    }

    private static func isOfLaterVersion(_ text: [UInt8]) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let version = parts.first, version.first == UInt8(ascii: "v") else { return false }
        return version.count > 1 && version.dropFirst().allSatisfy { ASCII.hexValue($0) != nil }
            && !parts[1].isEmpty && parts[1].allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
    }
}

/// An address of IPv6, written as RFC 5952 says.
struct IPv6Address: Hashable, CustomStringConvertible {
    private let groups: [UInt16]

    /// Parses the text without brackets and zone (RFC 4291, 2.2); `nil` if it is not an address.
    init?(_ text: ArraySlice<UInt8>) {
        var halves = [text]
        if let gap = text.indices.dropLast().first(where: { text[$0...].starts(with: "::".utf8) }) {
            halves = [text[..<gap], text[(gap + 2)...]]
        }
        var parsed: [[UInt16]] = []
        for (index, half) in halves.enumerated() {
            guard let groups = Self.groups(half, isLast: index == halves.count - 1) else { return nil }
            parsed.append(groups)
        }
        let missing = 8 - parsed.joined().count
        // The gap is at least one group.
        guard halves.count == 1 ? missing == 0 : missing > 0 else { return nil }
        groups = Array(parsed.joined(separator: repeatElement(0, count: missing)))
    }

    private static func groups(_ text: ArraySlice<UInt8>, isLast: Bool) -> [UInt16]? {
        if text.isEmpty { return [] }
        let pieces = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, piece) in pieces.enumerated() {
            if isLast, index == pieces.count - 1, let last = lastGroups(piece) { return groups + last }
            guard let group = group(piece) else { return nil }
            groups.append(group)
        }
        return groups
    }

    private static func group(_ piece: ArraySlice<UInt8>) -> UInt16? {
        guard (1...4).contains(piece.count), piece.allSatisfy({ ASCII.hexValue($0) != nil }) else { return nil }
        return UInt16(String(decoding: piece, as: UTF8.self), radix: 16)
    }

    /// Returns the two groups of an address of IPv4 at the end.
    private static func lastGroups(_ piece: ArraySlice<UInt8>) -> [UInt16]? {
        let numbers = piece.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).compactMap { digits in
            digits.count <= 3 && digits.allSatisfy(ASCII.isDigit) && (digits.count == 1 || digits.first != 0x30)
                ? UInt8(String(decoding: digits, as: UTF8.self)).map(UInt16.init) : nil
        }
        guard numbers.count == 4, piece.count(where: { $0 == UInt8(ascii: ".") }) == 3 else { return nil }
        return [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
    }

    /// Without brackets: the longest run of two or more zeros is `::`, and an embedded address of IPv4 keeps its form.
    var description: String {
        if groups[..<5].allSatisfy({ $0 == 0 }) && groups[5] == 0xFFFF {
            let bytes = groups[6...].flatMap { [$0 >> 8, $0 & 0xFF] }
            return "::ffff:" + bytes.map { String($0) }.joined(separator: ".")
        }
        let texts = groups.map { String($0, radix: 16) }
        let zeros = longestZeros
        guard zeros.count > 1 else { return texts.joined(separator: ":") }
        return texts[..<zeros.lowerBound].joined(separator: ":") + "::"
            + texts[zeros.upperBound...].joined(separator: ":")
    }

    /// The first one, if several are equally long.
    private var longestZeros: Range<Int> {
        var longest = 0..<0
        for start in groups.indices {
            let count = groups[start...].prefix { $0 == 0 }.count
            if count > longest.count { longest = start..<start + count }
        }
        return longest
    }
}

/// Labels of hosts in ASCII (RFC 3492 and RFC 5891).
enum Punycode {
    /// Returns the A-label of a label beyond ASCII; `nil` if there is none, or if finding it needs tables that the
    /// standard library lacks.
    ///
    /// The label is put into lower case. It must then be letters, digits and hyphens that Unicode's normalization NFKC
    /// leaves alone, each by itself and beside the others: so no marks and no conjoining jamo, whose composed form would
    /// have to be found.
    static func aLabel(of label: String) -> [UInt8]? {
        let lowercased = label.unicodeScalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
        let scalars = Array(lowercased.unicodeScalars)
        // RFC 5891, 4.2.3.1
        let isHyphenated =
            [scalars.first, scalars.last].contains("-") || scalars.dropFirst(2).starts(with: ["-", "-"])
        guard scalars.count < maximumLength, !isHyphenated, scalars.allSatisfy(isUnchanged) else { return nil }
        let ascii = Array("xn--".utf8) + encoded(scalars.map(\.value))
        return ascii.count <= maximumLength ? ascii : nil
    }

    /// The limit of DNS.
    private static let maximumLength = 63

    private static func isUnchanged(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "-" || ASCII.isAlphanumeric(UInt8(ascii: scalar)) }
        // IDNA 2008 keeps these two letters, although folding replaces them.
        if scalar == "ß" || scalar == "ς" { return true }
        guard !scalar.properties.changesWhenNFKCCaseFolded, !(0x1100...0x11FF).contains(scalar.value) else {
            return false
        }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .modifierLetter, .otherLetter, .decimalNumber: return true
        default: return false
        }
    }

    /// RFC 3492, 6.3. The numbers are small, because a label is short.
    private static func encoded(_ scalars: [UInt32]) -> [UInt8] {
        var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var next: UInt32 = 0x80
        var delta = 0
        var bias = 72
        var handled = basicCount
        while let least = scalars.filter({ $0 >= next }).min() {
            delta += Int(least - next) * (handled + 1)
            next = least
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                output += digits(of: delta, bias)
                bias = adapted(delta, handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return output
    }

    /// Returns a number as an integer of variable length.
    private static func digits(of delta: Int, _ bias: Int) -> [UInt8] {
        var digits: [UInt8] = []
        var rest = delta
        var position = 36
        while true {
            let threshold = min(max(position - bias, 1), 26)
            if rest < threshold { break }
            digits.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            position += 36
        }
        return digits + [digit(rest)]
    }

    private static func digit(_ value: Int) -> UInt8 {
        value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
    }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var bias = 0
        while delta > 455 {
            delta /= 35
            bias += 36
        }
        return bias + 36 * delta / (delta + 38)
    }
}
