import WaybillTable

/// A running hash of values with meaning, which detects change and tells tables apart.
package struct Fingerprint {
    private(set) var hash = TextHash()

    package init() {}

    package mutating func combine(_ text: String) { hash.combine(text) }

    mutating func combine(utf8: [UInt8]) { hash.combine(utf8: utf8) }

    mutating func combine(_ number: Int) { hash.combine(UInt64(bitPattern: Int64(number))) }

    mutating func combine(_ flag: Bool) { hash.combine(flag ? 1 : 0) }

    mutating func combine(_ text: String?) {
        combine(text != nil)
        if let text { combine(text) }
    }

    mutating func combine(_ text: Located<String>?) {
        combine(text != nil)
        if let text { combine(text.value) }
    }

    mutating func combine(_ duration: Located<Duration>?) {
        let (seconds, attoseconds) = duration?.value.components ?? (-1, 0)
        combine(Int(seconds))
        combine(Int(attoseconds))
    }

    /// A list whose order has a meaning.
    mutating func combine<Element>(
        _ elements: some Collection<Element>, _ fill: (inout Fingerprint, Element) -> Void
    ) {
        combine(elements.count)
        for element in elements { fill(&self, element) }
    }

    /// A list whose order has none.
    package mutating func combine<Element>(
        unordered elements: some Collection<Element>, _ fill: (inout Fingerprint, Element) -> Void
    ) {
        var sum = TextHash()
        for element in elements {
            var own = Fingerprint()
            fill(&own, element)
            sum.add(own.hash)
        }
        combine(count: elements.count, sum: sum)
    }

    /// The same list, of whose elements the hashes are summed already.
    mutating func combine(count: Int, sum: TextHash) {
        combine(count)
        hash.combine(sum.low)
        hash.combine(sum.high)
    }

    mutating func combine(_ texts: [Located<String>]) { combine(texts) { $0.combine($1.value) } }

    mutating func combine(unordered texts: [Located<String>]) {
        combine(unordered: texts) { $0.combine($1.value) }
    }

    /// 32 hexadecimal digits.
    package var text: String {
        [hash.high, hash.low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
