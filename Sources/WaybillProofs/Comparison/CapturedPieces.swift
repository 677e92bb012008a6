import WaybillTable

/// The part of a URL that is read. Equal readings have equal pieces: the position of each value counts, not its name.
enum CapturedPiece: Hashable {
    case text(ExactText)
    case name(String)
    /// A segment without a number of bytes at its ends.
    case segment(Int, front: Int, back: Int)
    /// Everything from a segment on.
    case catchAll(Int)

    static let empty = CapturedPiece.text("".exact)
}

/// The common properties of all URLs of a set.
struct CommonParts {
    /// The number of segments, if all URLs have the same.
    private(set) var length: Int?
    /// Segments that are the same text in all URLs.
    private(set) var texts: [Int: [UInt8]] = [:]
    /// Whether all paths end with a slash, or none does; `nil` if that is not known.
    private(set) var endsInSlash: Bool?

    init(_ requests: RequestSet) {
        guard let first = requests.boxes.first else { return }
        endsInSlash = first.path.endsInSlash
        length = first.path.hasCatchAll ? nil : first.path.segments.count
        for (index, segment) in first.path.segments.enumerated() {
            if case .literal(let bytes, folding: false) = segment { texts[index] = bytes }
        }
        for box in requests.boxes.dropFirst() { narrow(to: box.path) }
    }

    private mutating func narrow(to path: PathSet) {
        if path.endsInSlash != endsInSlash { endsInSlash = nil }
        if path.hasCatchAll || path.segments.count != length { length = nil }
        texts = texts.filter { index, bytes in
            guard index < path.segments.count, case .literal(let others, folding: false) = path.segments[index] else {
                return false
            }
            return bytes == others
        }
    }
}

extension ComparedTable.Reading {
    /// Returns what is read of the URLs that a pattern matches.
    ///
    /// - Parameters:
    ///   - settings: Those of the table.
    ///   - length: The number of segments, if it is known.
    func pieces(
        of pattern: Pattern?, _ settings: MatchSettings, _ common: CommonParts, length: Int?
    ) -> [CapturedPiece] {
        guard let pattern else { return [] }
        let isStrict = settings.trailingSlash == .strict
        switch self {
        case .nothing: return []
        case .all:
            return pattern.captureNames.sorted().flatMap { name -> [CapturedPiece] in
                let piece = pattern.piece(name, common, length, escaping: false) ?? .empty
                let hasSlash = isStrict && pattern.takesSlash(name, piece, common)
                return [.name(name), piece] + (hasSlash ? [.text("/".exact)] : [])
            }
        case .target(let template): return template.pieces(of: pattern, isStrict: isStrict, common, length: length)
        }
    }
}

extension URLTemplate {
    fileprivate func pieces(
        of pattern: Pattern, isStrict: Bool, _ common: CommonParts, length: Int?
    ) -> [CapturedPiece] {
        parts.reduce(into: []) { pieces, part in
            guard case .capture(let name, let isSegment, let isInPath) = part else {
                if case .text(let text) = part { pieces.append(joining: .text(text.exact)) }
                return
            }
            let piece = pattern.piece(name, common, length, escaping: true) ?? .empty
            if piece == .empty && isSegment { pieces.removeSlash() }
            pieces.append(joining: piece)
            let hasSlash =
                isCatchAllAtEnd(name, isInPath)
                ? common.endsInSlash == true && (isSegment || piece != .empty)
                : isStrict && !isInPath && pattern.takesSlash(name, piece, common)
            if hasSlash { pieces.append(joining: .text("/".exact)) }
        }
    }
}

extension [CapturedPiece] {
    /// Appends a piece. Adjacent texts are joined, and empty ones are dropped.
    fileprivate mutating func append(joining piece: CapturedPiece) {
        guard case .text(let text) = piece else { return append(piece) }
        if text.text.isEmpty { return }
        guard case .text(let before) = last else { return append(piece) }
        self[endIndex - 1] = .text((before.text + text.text).exact)
    }

    /// Removes the slash at the end of the last text.
    fileprivate mutating func removeSlash() {
        guard case .text(let text)? = popLast() else { return }
        append(joining: .text(String(text.text.dropLast()).exact))
    }
}

extension Pattern {
    /// The numbers of segments for which a `**name` captures no more than a capture of one segment, or nothing.
    var catchAllLengths: [Int] { catchAllName == nil ? [] : [segments.count, segments.count + 1] }

    /// Whether the value of a capture ends with the URL's trailing slash, if the settings are strict.
    fileprivate func takesSlash(_ name: String, _ piece: CapturedPiece, _ common: CommonParts) -> Bool {
        common.endsInSlash == true && name == catchAllName && piece != .empty
    }

    /// Returns the piece of a capture; `nil` if the pattern has no capture of this name.
    fileprivate func piece(
        _ name: String, _ common: CommonParts, _ length: Int?, escaping: Bool
    ) -> CapturedPiece? {
        if catchAllName == name {
            switch length {
            case segments.count: return .empty
            case segments.count + 1: return value(segments.count, 0, 0, common, escaping)
            default: return .catchAll(segments.count)
            }
        }
        for (index, segment) in segments.enumerated() {
            guard case .capture(let capture) = segment, capture.name == name else { continue }
            return value(index, capture.prefix.count, capture.suffix.count, common, escaping)
        }
        return nil
    }

    private func value(
        _ index: Int, _ front: Int, _ back: Int, _ common: CommonParts, _ escaping: Bool
    ) -> CapturedPiece {
        guard let text = common.texts[index] else { return .segment(index, front: front, back: back) }
        let bytes = text.dropFirst(front).dropLast(back)
        return .text((escaping ? PercentCoding.encode(bytes) : String(decoding: bytes, as: UTF8.self)).exact)
    }
}
