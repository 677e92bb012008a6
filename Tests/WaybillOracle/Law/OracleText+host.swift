import Foundation

/// Law 1: hosts have one spelling.
extension OracleText {
    /// The one spelling; `nil` for text that is not a host.
    static func host(_ raw: Bytes) -> Bytes? {
        guard var name = decoded(raw).map(lowercased) else { return nil }
        if name.first == 0x5B || name.last == 0x5D { return address(name) }
        if name.last == 0x2E { name.removeLast() }
        let labels = split(name, at: ".").map(label)
        return labels.contains(nil) ? nil : Bytes(labels.compactMap(\.self).joined(separator: [0x2E]))
    }

    /// A label that is not empty, in ASCII.
    private static func label(_ label: Bytes) -> Bytes? {
        let isAllowed = label.allSatisfy { byte in
            byte >= 0x80 || isLetter(byte) || isDigit(byte) || Bytes("-_~!$&'()*+,;=".utf8).contains(byte)
        }
        if label.isEmpty || !isAllowed { return nil }
        return label.allSatisfy { $0 < 0x80 } ? label : aLabel(String(decoding: label, as: UTF8.self))
    }

    // MARK: Addresses

    private static func address(_ host: Bytes) -> Bytes? {
        guard host.count > 2, host.first == 0x5B, host.last == 0x5D else { return nil }
        let inner = String(decoding: host.dropFirst().dropLast(), as: UTF8.self)
        let unreserved = "[a-z0-9._~!$&'()*+,;=-]"
        if inner.wholeMatch(of: try! Regex("v[0-9a-f]+\\.(\(unreserved)|:)+")) != nil { return host }
        let parts = inner.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, parts[1].wholeMatch(of: try! Regex("\(unreserved)+")) == nil { return nil }
        guard let groups = groups(parts[0]) else { return nil }
        return Bytes("[\(text(of: groups))\(parts.count == 2 ? "%" + parts[1] : "")]".utf8)
    }

    /// RFC 4291, 2.2: eight numbers, of which `::` may leave out zeros, and the last two of which may be of IPv4.
    private static func groups(_ address: String) -> [Int]? {
        var text = address
        if let colon = text.lastIndex(of: ":"), text[colon...].contains(".") {
            let words = text[text.index(after: colon)...].split(separator: ".", omittingEmptySubsequences: false)
            let bytes = words.compactMap { word in UInt8(word).map { String($0) == word ? Int($0) : -1 } }
            guard bytes.count == 4, words.count == 4, !bytes.contains(-1) else { return nil }
            let numbers = [bytes[0] * 256 + bytes[1], bytes[2] * 256 + bytes[3]].map { String($0, radix: 16) }
            text = text[...colon] + numbers.joined(separator: ":")
        }
        let sides = text.components(separatedBy: "::").map { side in
            side.isEmpty ? [] : side.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
        let words = sides.flatMap(\.self)
        let isComplete = sides.count == 1 ? words.count == 8 : sides.count == 2 && words.count < 8
        guard isComplete, words.allSatisfy({ $0.wholeMatch(of: /[0-9a-f]{1,4}/) != nil }) else { return nil }
        let zeros = Array(repeating: "0", count: 8 - words.count)
        return (sides[0] + zeros + sides.dropFirst().joined()).compactMap { Int($0, radix: 16) }
    }

    /// RFC 5952: no leading zeros, the first longest run of at least two zeros is `::`.
    private static func text(of address: [Int]) -> String {
        if address.prefix(6) == [0, 0, 0, 0, 0, 0xFFFF] {
            return "::ffff:" + address.suffix(2).map { "\($0 / 256).\($0 % 256)" }.joined(separator: ".")
        }
        let groups = address.map { String($0, radix: 16) }
        for length in (2...8).reversed() {
            for start in 0...(8 - length) where groups[start..<start + length].allSatisfy({ $0 == "0" }) {
                return groups[..<start].joined(separator: ":") + "::"
                    + groups[(start + length)...].joined(separator: ":")
            }
        }
        return groups.joined(separator: ":")
    }

    // MARK: A-labels

    /// The A-label, where every character stands for itself in lower case: letters and digits that NFKC keeps.
    private static func aLabel(_ label: String) -> Bytes? {
        let scalars = Array(label.lowercased().unicodeScalars)
        let letters: [Unicode.GeneralCategory] = [.lowercaseLetter, .modifierLetter, .otherLetter, .decimalNumber]
        let isKept = scalars.allSatisfy { scalar in
            let text = String(scalar)
            let stays = Bytes(text.precomposedStringWithCompatibilityMapping.utf8) == Bytes(text.utf8)
            return scalar == "-"
                || letters.contains(scalar.properties.generalCategory) && stays && !(0x1100...0x11FF ~= scalar.value)
        }
        // Positions are those of characters, not of bytes.
        guard isKept, scalars.first != "-", scalars.last != "-", !scalars.dropFirst(2).starts(with: ["-", "-"]),
            scalars.count < 63
        else { return nil }
        let result = "xn--" + punycode(scalars.map { Int($0.value) })
        return result.utf8.count > 63 ? nil : Bytes(result.utf8)
    }

    /// The pseudocode of RFC 3492, 6.3.
    private static func punycode(_ input: [Int]) -> String {
        let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        var (n, delta, bias) = (128, 0, 72)
        var output = String(String.UnicodeScalarView(input.filter { $0 < 128 }.compactMap { Unicode.Scalar($0) }))
        let b = output.utf8.count
        var h = b
        if b > 0 { output += "-" }
        while h < input.count {
            let m = input.filter { $0 >= n }.min() ?? n
            delta += (m - n) * (h + 1)
            n = m
            for c in input {
                if c < n { delta += 1 }
                if c != n { continue }
                var (q, k) = (delta, 36)
                while true {
                    let t = k <= bias + 1 ? 1 : k >= bias + 26 ? 26 : k - bias
                    if q < t { break }
                    output.append(digits[t + (q - t) % (36 - t)])
                    q = (q - t) / (36 - t)
                    k += 36
                }
                output.append(digits[q])
                delta = h == b ? delta / 700 : delta / 2
                delta += delta / (h + 1)
                var k2 = 0
                while delta > 35 * 26 / 2 {
                    delta /= 35
                    k2 += 36
                }
                bias = k2 + 36 * delta / (delta + 38)
                delta = 0
                h += 1
            }
            delta += 1
            n += 1
        }
        return output
    }
}
