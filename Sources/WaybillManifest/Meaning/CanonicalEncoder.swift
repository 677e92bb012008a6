import WaybillSyntax

/// Writes values as bytes that say what they mean and nothing else: values that mean the same have the same bytes, and no
/// others have.
///
/// A text ends with a byte that no UTF-8 holds, a number is written seven bits a byte, of which all but the last have the
/// high bit, a list has its count before it, and a value that may be absent has a flag before it. So no two values run into
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

    /// A list whose order has a meaning.
    package mutating func encode<Element>(
        _ elements: some Collection<Element>, _ encodeElement: (inout CanonicalEncoder, Element) -> Void
    ) {
        encode(elements.count)
        for element in elements { encodeElement(&self, element) }
    }

    /// A list whose order has none: its elements are sorted by their bytes.
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

    /// Texts are sorted by their bytes, for some that are equal to Swift differ in them.
    package mutating func encode(unordered texts: [String]) {
        encode(texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { $0.encode($1) }
    }

    mutating func encode(unordered texts: [Located<String>]) { encode(unordered: texts.map(\.value)) }
}
