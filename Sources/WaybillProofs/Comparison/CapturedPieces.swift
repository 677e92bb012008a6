import WaybillTable

/// What is read of a URL, in a form in which equal readings are equal: where each value is, not what it is called.
enum CapturedPiece: Hashable {
    case text(String)
    case name(String)
    /// A segment without so many bytes at its ends.
    case segment(Int, front: Int, back: Int)
    /// All from a segment on.
    case rest(Int)
}

/// What all URLs of a set have in common.
struct CommonParts {
    /// How many segments they have, where that is one number.
    private(set) var length: Int?
    /// Segments that are the same text in all of them.
    private(set) var texts: [Int: [UInt8]] = [:]

    init(_ requests: RequestSet) {
        guard let first = requests.boxes.first else { return }
        length = first.path.hasCatchAll ? nil : first.path.segments.count
        for (index, segment) in first.path.segments.enumerated() {
            if case .literal(let bytes, folding: false) = segment { texts[index] = bytes }
        }
        for box in requests.boxes.dropFirst() { narrow(to: box.path) }
    }

    private mutating func narrow(to path: PathSet) {
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
    /// What it reads of the URLs that a pattern matches.
    ///
    /// - Parameter length: How many segments they have, where that is known.
    func pieces(of pattern: Pattern?, _ common: CommonParts, length: Int?) -> [CapturedPiece] {
        guard let pattern else { return [] }
        switch self {
        case .nothing: return []
        case .all:
            return pattern.captureNames.sorted().flatMap { name in
                [.name(name), pattern.piece(name, common, length, escaping: false) ?? .text("")]
            }
        case .target(let template):
            return template.parts.reduce(into: []) { pieces, part in
                switch part {
                case .text(let text): pieces.append(joining: .text(text))
                case .capture(let name, let isSegment):
                    let piece = pattern.piece(name, common, length, escaping: true) ?? .text("")
                    if piece == .text("") && isSegment { pieces.removeSlash() }
                    pieces.append(joining: piece)
                }
            }
        }
    }
}

extension [CapturedPiece] {
    /// Texts beside each other are one, and an empty one is none.
    fileprivate mutating func append(joining piece: CapturedPiece) {
        guard case .text(let text) = piece else { return append(piece) }
        if text.isEmpty { return }
        guard case .text(let before) = last else { return append(piece) }
        self[endIndex - 1] = .text(before + text)
    }

    /// Removes the slash that the last text ends with.
    fileprivate mutating func removeSlash() {
        guard case .text(let text)? = popLast() else { return }
        append(joining: .text(String(text.dropLast())))
    }
}

extension Pattern {
    /// The lengths of URLs for which a `**name` holds no more than a capture of one segment, or than none, could.
    var restLengths: [Int] { restName == nil ? [] : [segments.count, segments.count + 1] }

    /// What a name catches; `nil` where the pattern has no such name.
    fileprivate func piece(
        _ name: String, _ common: CommonParts, _ length: Int?, escaping: Bool
    ) -> CapturedPiece? {
        if restName == name {
            switch length {
            case segments.count: return .text("")
            case segments.count + 1: return value(segments.count, 0, 0, common, escaping)
            default: return .rest(segments.count)
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
        return .text(escaping ? PercentCoding.encode(bytes) : String(decoding: bytes, as: UTF8.self))
    }
}
