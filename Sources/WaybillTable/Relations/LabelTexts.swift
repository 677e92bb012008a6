/// Texts one behind the other, each known by its place.
struct LabelTexts {
    private var bytes: [UInt8] = []

    subscript(place: PatternTree.Label) -> ArraySlice<UInt8> { bytes[place.range] }

    mutating func append(_ text: ArraySlice<UInt8>) -> PatternTree.Label {
        let start = bytes.count
        bytes += text
        return PatternTree.Label(start: UInt32(start), length: UInt32(text.count))
    }

    func isLiteral(_ segment: Pattern.Segment, at place: PatternTree.Label) -> Bool {
        if case .literal(let text) = segment { has(text, at: place) } else { false }
    }

    func has(_ text: ArraySlice<UInt8>, at place: PatternTree.Label) -> Bool {
        text.count == Int(place.length) && agree(place, text)
    }

    /// Whether a text begins with the one at a place.
    func isBeginning(_ place: PatternTree.Label, of text: ArraySlice<UInt8>) -> Bool {
        Int(place.length) <= text.count && agree(place, text)
    }

    /// Whether of the text at a place and another one begins with the other.
    @inline(__always)
    func agree(_ place: PatternTree.Label, _ text: ArraySlice<UInt8>) -> Bool {
        let (start, other) = (Int(place.start), text.startIndex)
        for offset in 0..<min(Int(place.length), text.count) where bytes[start + offset] != text[other + offset] {
            return false
        }
        return true
    }

    /// Whether of the text at a place and another one ends with the other.
    @inline(__always)
    func agreeBackwards(_ place: PatternTree.Label, _ text: ArraySlice<UInt8>) -> Bool {
        let (last, other) = (Int(place.start + place.length) - 1, text.endIndex - 1)
        for offset in 0..<min(Int(place.length), text.count) where bytes[last - offset] != text[other - offset] {
            return false
        }
        return true
    }
}
