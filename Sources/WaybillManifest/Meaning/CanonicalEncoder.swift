import WaybillSyntax

/// Writes values as bytes that depend only on their meaning: two values have the same bytes if and only if they mean
/// the same.
///
/// A text ends with a byte that does not occur in UTF-8. A number has seven bits in each byte, and all but its last
/// byte have the high bit. A list begins with its count, and an optional value with a flag. So values cannot run into
/// each other.
package struct CanonicalEncoder {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func encode(_ text: String) { encode(utf8: text.utf8) }

    mutating func encode(utf8: some Collection<UInt8>) {
        bytes += utf8
        bytes.append(0xFF)
    }

    package mutating func encode(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func encode(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func encode(_ text: String?) {
        encode(text != nil)
        if let text { encode(text) }
    }

    mutating func encode(_ duration: Duration?) {
        encode(duration != nil)
        guard let (seconds, attoseconds) = duration?.components else { return }
        encode(Int(seconds))
        encode(Int(attoseconds))
    }

    /// Encodes a list whose order has a meaning.
    package mutating func encode<Element>(
        _ elements: some Collection<Element>, _ encodeElement: (inout CanonicalEncoder, Element) -> Void
    ) {
        encode(elements.count)
        for element in elements { encodeElement(&self, element) }
    }

    /// Encodes a list whose order has no meaning: its elements are sorted by their bytes.
    mutating func encode<Element>(
        unordered elements: some Collection<Element>, _ encodeElement: (inout CanonicalEncoder, Element) -> Void
    ) {
        let encodings = elements.map { element in
            var encoder = CanonicalEncoder()
            encodeElement(&encoder, element)
            return encoder.bytes
        }
        encode(encodings.sorted { $0.lexicographicallyPrecedes($1) }) { $0.bytes += $1 }
    }

    mutating func encode(_ texts: [Located<String>]) { encode(texts) { $0.encode($1.value) } }

    /// Encodes texts sorted by their bytes. Swift considers some texts equal that have different bytes.
    package mutating func encode(unordered texts: [String]) {
        encode(texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { $0.encode($1) }
    }

    mutating func encode(unordered texts: [Located<String>]) { encode(unordered: texts.map(\.value)) }
}
