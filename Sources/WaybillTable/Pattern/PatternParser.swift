/// Reads a ``Pattern``.
struct PatternParser {
    private let bytes: [UInt8]
    private var pattern: Pattern.Parts
    /// The noun in messages: the target of a redirect follows the rules of patterns, but is not a pattern.
    private let noun: String

    private var verdict: String { noun == "pattern" ? "can never match" : "must be percent-encoded in a \(noun)" }

    init(_ text: String, called noun: String = "pattern") {
        self.bytes = Array(text.utf8)
        self.pattern = Pattern.Parts(utf8: bytes)
        self.noun = noun
    }

    mutating func parse() throws(PatternError) -> Pattern.Parts {
        try refuseForbidden()
        let path = try parseHead()
        try parsePath(path)
        return pattern
    }

    // MARK: Scheme and host

    /// Parses what precedes the path, and returns the path.
    private mutating func parseHead() throws(PatternError) -> ArraySlice<UInt8> {
        if hasSlashes(at: 0) { return try parseHost(after: 2) }
        guard bytes.first != UInt8(ascii: "/") else { return bytes[...] }
        let first = bytes.prefix { $0 != UInt8(ascii: "/") }
        guard let colon = first.firstIndex(of: UInt8(ascii: ":")) else { return bytes[...] }
        let name = first[..<colon]
        guard ASCII.isScheme(name.span) else { return bytes[...] }
        let scheme = String(decoding: ASCII.lowercased(name), as: UTF8.self)
        pattern.change { $0.scheme = scheme }
        let rest = bytes[(colon + 1)...]
        let hasAuthority = hasSlashes(at: colon + 1)
        guard RouteURL.isNetwork(scheme) else { return hasAuthority ? rest.dropFirst(2) : rest }
        guard hasAuthority else {
            throw impossible(
                "a \(noun) for '\(scheme)' needs a host", 0..<colon + 1,
                help: "write \(scheme)://host/…" + (noun == "pattern" ? " or //host/…" : ""))
        }
        return try parseHost(after: colon + 3)
    }

    private func hasSlashes(at index: Int) -> Bool {
        index + 1 < bytes.count && bytes[index] == UInt8(ascii: "/") && bytes[index + 1] == UInt8(ascii: "/")
    }

    private mutating func parseHost(after start: Int) throws(PatternError) -> ArraySlice<UInt8> {
        let authority = bytes[start...].prefix { $0 != UInt8(ascii: "/") }
        guard !authority.isEmpty else {
            throw impossible(
                "the host of the \(noun) is missing", 0..<max(start, 1),
                help: "write a host after '//', or start with one '/'")
        }
        if let end = authority.lastIndex(of: UInt8(ascii: "@")) {
            throw impossible(
                "a \(noun) cannot have a user or a password", start..<end + 1,
                help: "remove all that is between '//' and the host")
        }
        let isAddress = authority.first == UInt8(ascii: "[")
        let close = isAddress ? authority.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : nil
        let portStart = authority[(close ?? start)...].firstIndex(of: UInt8(ascii: ":"))
        if portStart == start, authority.count > 1, !ASCII.isDigit(authority[start + 1]) { throw noHost(authority) }
        if let portStart {
            let port = try parsePort(authority[portStart...])
            pattern.change { $0.port = port }
        }
        try setHost(authority[..<(portStart ?? authority.endIndex)])
        return bytes[authority.endIndex...]
    }

    private mutating func setHost(_ raw: ArraySlice<UInt8>) throws(PatternError) {
        let isWildcard = raw.starts(with: "*.".utf8)
        // A suffix is valid if a host that ends with it is valid. An address or a dot alone is not a suffix.
        let name = isWildcard && raw.count > 2 ? [UInt8(ascii: "a")] + raw.dropFirst() : Array(raw)
        guard !name.contains(UInt8(ascii: "*")) else { throw noHost(raw) }
        do {
            let host = String(decoding: try HostName.normalized(name.span), as: UTF8.self)
            pattern.change { $0.host = isWildcard ? .suffix(String(host.dropFirst())) : .literal(host) }
        } catch {
            guard let help = error.help else { throw noHost(raw) }
            throw impossible(error.reason(for: text(raw)), raw.indices, help: help)
        }
    }

    private func noHost(_ raw: ArraySlice<UInt8>) -> PatternError {
        let suffix = raw.drop { $0 != UInt8(ascii: ".") }
        var help =
            noun == "target"
            ? "name one host; a target without a scheme stays on the requested host"
            : "a host is literal or '*.suffix', never a capture"
        if text(raw) == "*" { help = "a \(noun) that starts with one '/' matches every host" }
        if suffix.count > 1, noun == "pattern" { help += ": write '*\(text(suffix))' for all hosts below it" }
        return impossible(
            "'\(text(raw))' is not a valid host", raw.startIndex..<max(raw.endIndex, raw.startIndex + 1), help: help)
    }

    private func parsePort(_ raw: ArraySlice<UInt8>) throws(PatternError) -> Int {
        let digits = raw.dropFirst()
        guard digits.allSatisfy(ASCII.isDigit), let port = Int(text(digits)), port <= 65_535 else {
            throw impossible(
                "'\(text(digits))' is not a valid port",
                digits.startIndex..<max(digits.endIndex, digits.startIndex + 1),
                help: "a port is a number from 0 to 65535; without one every port matches")
        }
        return port
    }

    // MARK: Path

    private mutating func parsePath(_ path: ArraySlice<UInt8>) throws(PatternError) {
        let rest = path.first == UInt8(ascii: "/") ? path.dropFirst() : path
        if rest.isEmpty {
            // A slash after an authority is a trailing one only if the authority is a segment, and then the path
            // contains that segment. `/` alone is the root.
            return
        }
        let bytes = bytes
        let slash = UInt8(ascii: "/")
        let end = rest.endIndex
        pattern.reserveCapacity(min(rest.count { $0 == slash } + 1, Pattern.maximumSegments))
        var start = rest.startIndex
        while start <= end {
            var stop = start
            var isUsual = true
            while stop < end, bytes[stop] != slash {
                isUsual = isUsual && !hasMeaning(bytes[stop])
                stop += 1
            }
            if stop == end && start == end && !(pattern.segmentCount == 0 && pattern.unusual?.catchAll == nil) {
                pattern.change { $0.hasTrailingSlash = true }
                return
            }
            if isUsual, start < stop, pattern.unusual?.catchAll == nil, pattern.segmentCount < Pattern.maximumSegments {
                pattern.appendSegment(at: start..<stop)
            } else {
                try refuseAfterCatchAll(bytes[start..<stop])
                try parseSegment(bytes[start..<stop])
            }
            start = stop + 1
        }
    }

    /// Whether a segment with this byte may be something other than a literal of its bytes. Dots alone are rejected.
    private func hasMeaning(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "*") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: ".")
    }

    private mutating func parseSegment(_ piece: ArraySlice<UInt8>) throws(PatternError) {
        guard pattern.segmentCount < Pattern.maximumSegments else {
            throw impossible(
                "the \(noun) has more than \(Pattern.maximumSegments) segments", piece.startIndex..<piece.endIndex,
                help: "end it with '**'")
        }
        if let star = piece.firstIndex(of: UInt8(ascii: "*")) {
            if piece.starts(with: "**".utf8) { return try parseRest(piece) }
            guard piece.count == 1 else { throw strayStar(at: star) }
            return pattern.appendSegment(at: piece.indices)
        }
        guard let colon = piece.firstIndex(of: UInt8(ascii: ":")) else {
            let literal = try parseLiteral(piece)
            if literal.elementsEqual(piece) { return pattern.appendSegment(at: piece.indices) }
            return pattern.append(.literal(literal[...]))
        }
        let capture = try parseCapture(piece, colon: colon)
        if !capture.isAffix { return pattern.appendSegment(at: capture.range) }
        pattern.append(.capture(capture))
    }

    private mutating func parseCapture(
        _ piece: ArraySlice<UInt8>, colon: Int
    ) throws(PatternError) -> Pattern.Capture {
        let name = nameBytes(piece[(colon + 1)...])
        guard !name.isEmpty else { throw strayColon(at: colon) }
        let rest = piece[name.endIndex...]
        if let second = rest.firstIndex(of: UInt8(ascii: ":")) {
            guard !nameBytes(rest[(second + 1)...]).isEmpty else { throw strayColon(at: second) }
            throw PatternError(
                problem: .ambiguous,
                message: "'\(text(piece))' has two captures, so a value could be split in several ways",
                help: "capture the whole segment, or put a '/' between the two",
                range: piece.startIndex..<piece.endIndex)
        }
        try add(name: text(name), range: colon..<name.endIndex)
        return Pattern.Capture(
            prefix: try decode(piece[..<colon]), text: piece[colon..<name.endIndex], suffix: try decode(rest))
    }

    private mutating func parseRest(_ piece: ArraySlice<UInt8>) throws(PatternError) {
        let name = nameBytes(piece.dropFirst(2))
        if name.endIndex < piece.endIndex {
            let invalidIndex = name.endIndex
            switch piece[invalidIndex] {
            case UInt8(ascii: "*"): throw strayStar(at: invalidIndex)
            case UInt8(ascii: ":"): throw strayColon(at: invalidIndex)
            default:
                throw impossible(
                    "'\(text(piece))' is neither '**' nor '**name'", piece.startIndex..<piece.endIndex,
                    help: "a name has letters, digits and '_', and does not start with a digit")
            }
        }
        if !name.isEmpty { try add(name: text(name), range: piece.startIndex..<piece.endIndex) }
        let catchAll = Pattern.CatchAll(name: name.isEmpty ? nil : text(name), range: piece.indices)
        pattern.change { $0.catchAll = catchAll }
    }

    private func parseLiteral(_ piece: ArraySlice<UInt8>) throws(PatternError) -> [UInt8] {
        let literal = try decode(piece)
        let range = piece.startIndex..<max(piece.endIndex, piece.startIndex + 1)
        if literal.isEmpty {
            throw impossible(
                "an empty segment \(verdict)", max(0, piece.startIndex - 1)..<min(range.upperBound, bytes.count),
                help: "remove the extra '/'")
        }
        if ASCII.isDots(literal) {
            throw impossible(
                "'\(text(piece))' \(verdict): dot segments are removed from a URL before it is matched", range,
                help: "write the resulting path")
        }
        return literal
    }

    private func refuseAfterCatchAll(_ piece: ArraySlice<UInt8>) throws(PatternError) {
        guard let catchAll = pattern.unusual?.catchAll else { return }
        throw PatternError(
            problem: .ambiguous, message: "'\(text(bytes[catchAll.range]))' is not the last segment",
            help: "move it to the end, or use '*' for one segment", range: catchAll.range)
    }

    // MARK: Helpers

    private func add(name: String, range: Range<Int>) throws(PatternError) {
        guard !pattern.hasCapture(named: name) else {
            throw PatternError(
                problem: .duplicateParameter, message: "capture '\(name)' appears twice in the \(noun)",
                help: "rename one of the two", range: range)
        }
    }

    /// Returns the longest name at the start of `bytes`: `[A-Za-z_][A-Za-z0-9_]*`.
    private func nameBytes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = bytes.first, !ASCII.isDigit(first) else { return bytes.prefix(0) }
        return bytes.prefix(while: ASCII.isNameByte)
    }

    private func decode(_ raw: ArraySlice<UInt8>) throws(PatternError) -> [UInt8] {
        guard !raw.isEmpty else { return [] }
        guard raw.contains(UInt8(ascii: "%")) else { return Array(raw) }
        var decoded: [UInt8] = []
        do {
            try PercentCoding.decode(raw.span, into: &decoded)
        } catch {
            throw impossible(
                error.reason(in: []), raw.startIndex + error.offset..<raw.endIndex,
                help: "write '%25' for a literal '%'")
        }
        return decoded
    }

    private func refuseForbidden() throws(PatternError) {
        // One comparison accepts nearly all characters.
        guard !bytes.allSatisfy({ $0 > UInt8(ascii: "#") && $0 < 0x7F && $0 != UInt8(ascii: "?") }),
            let index = bytes.indices.first(where: isOutOfPlace)
        else { return }
        let range = index..<index + 1
        switch bytes[index] {
        case UInt8(ascii: "?"):
            throw impossible(
                "'?' in a pattern can never match: the query takes no part in matching", range,
                help: "remove the query; write '%3F' for a '?' in a segment")
        case UInt8(ascii: "#"):
            throw impossible(
                "'#' in a pattern can never match: the fragment takes no part in matching", range,
                help: "remove the fragment; write '%23' for a '#' in a segment")
        case UInt8(ascii: " "):
            throw impossible("a space must be percent-encoded in a \(noun)", range, help: "write '%20'")
        default:
            throw impossible("a control character must be percent-encoded in a \(noun)", range, help: "remove it")
        }
    }

    private func isOutOfPlace(_ index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "?") || bytes[index] == UInt8(ascii: "#")
            || PercentCoding.isForbidden(bytes.span, at: index)
    }

    private func strayStar(at index: Int) -> PatternError {
        impossible(
            "'*' is not allowed here: '*' and '**' must be a whole segment", index..<index + 1,
            help: "write ':name' for a part of a segment, as in 'img-:name.png', '**' as the last segment for all "
                + "that follows, or '%2A' for a literal '*'")
    }

    private func strayColon(at index: Int) -> PatternError {
        let isDigit = index + 1 < bytes.count && ASCII.isDigit(bytes[index + 1])
        return impossible(
            "':' is not allowed here: ':name' captures a segment", index..<index + 1,
            help: (isDigit ? "a name has letters, digits and '_', and does not start with a digit; " : "")
                + "write '%3A' for a literal ':'")
    }

    private func impossible(_ message: String, _ range: Range<Int>, help: String?) -> PatternError {
        PatternError(problem: .impossible, message: message, help: help, range: range)
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
