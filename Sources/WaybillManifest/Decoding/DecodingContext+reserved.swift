import WaybillSyntax

extension DecodingContext {
    /// P013: characters that a URL holds only in escaped form. Clients escape them, so that a literal with one matches all
    /// the same. But brackets are almost always meant as captures, in the syntax of another router.
    func reportReserved(_ text: Located<String>, _ input: DecodingInput) {
        guard allowsWarnings, input.node.utf8.contains(where: isReserved) else { return }
        let bytes = Array(text.value.utf8)
        guard let first = bytes.reservedIndices.first else { return }
        let (segment, capture) = Self.segment(around: first, in: bytes)
        if let capture { return reportForeignCapture(capture, segment, input) }
        reportCharacters(bytes, first: first, input)
    }

    /// All characters that no capture is meant by, together: each would be another finding once those before it are fixed.
    private func reportCharacters(_ bytes: [UInt8], first: Int, _ input: DecodingInput) {
        let places = bytes.reservedIndices.filter { Self.segment(around: $0, in: bytes).capture == nil }
        let characters = places.map { String(decoding: bytes[$0...$0], as: UTF8.self) }
        let escapes = places.map { "%" + String(bytes[$0], radix: 16, uppercase: true) }
        let edits = zip(places, escapes).compactMap { place, escape in
            exactSpan(of: place..<place + 1, in: input.node).map { Diagnostic.Edit(span: $0, text: escape) }
        }
        let advice = "write \(alternatives(escapes.uniqued(), conjunction: "and"))"
        let isBracket = characters.contains { "<>[]{}".contains($0) }
        report(
            Diagnostic(
                .reservedCharacter, at: span(of: first..<first + 1, in: input.node),
                "\(alternatives(characters.uniqued(), conjunction: "and")) must be percent-encoded in a URL",
                help: advice,
                fixes: edits.count < places.count
                    ? [] : [.init(description: advice, safe: !isBracket, edits: edits)]))
    }

    /// The segment of a byte, and the capture that is meant by it.
    private static func segment(around place: Int, in bytes: [UInt8]) -> (bytes: ArraySlice<UInt8>, capture: String?) {
        let start = bytes[..<place].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let segment = bytes[start...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        return (segment, capture(meantBy: segment, isLast: segment.endIndex == bytes.endIndex))
    }

    private func reportForeignCapture(_ capture: String, _ segment: ArraySlice<UInt8>, _ input: DecodingInput) {
        let range = segment.startIndex..<segment.endIndex
        let edits = exactSpan(of: range, in: input.node).map { [Diagnostic.Edit(span: $0, text: capture)] } ?? []
        report(
            Diagnostic(
                .reservedCharacter, at: span(of: range, in: input.node),
                "'\(String(decoding: segment, as: UTF8.self))' is plain text here: a capture is written '\(capture)'",
                suggestions: [capture], help: "write '\(capture)', or escape the brackets",
                fixes: edits.isEmpty ? [] : [.init(description: "write '\(capture)'", safe: false, edits: edits)]))
    }

    /// `:id` for `{id}`, `<id>` and `[id]`; `**rest` for `{rest...}`, `{*rest}` and `[...rest]` at the end.
    private static func capture(meantBy segment: ArraySlice<UInt8>, isLast: Bool) -> String? {
        let brackets = [("{", "}"), ("<", ">"), ("[", "]")]
        let text = String(decoding: segment, as: UTF8.self)
        guard brackets.contains(where: { text.hasPrefix($0.0) && text.hasSuffix($0.1) }) else { return nil }
        let inner = text.dropFirst().dropLast()
        let name = inner.drop { "*.".contains($0) }.prefix { !"*.".contains($0) }
        let isName = name.utf8.allSatisfy {
            $0 == 95 || (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
        }
        guard isName, let first = name.utf8.first, !(48...57).contains(first) else { return nil }
        guard name.count < inner.count else { return ":\(name)" }
        return isLast && ["...\(name)", "\(name)...", "*\(name)", "**\(name)"].contains(String(inner))
            ? "**\(name)" : nil
    }
}

/// `"<>[\]^`{|}`
private func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x3C, 0x3E, 0x5B...0x5E, 0x60, 0x7B...0x7D: true
    default: false
    }
}

extension [UInt8] {
    /// The characters that RFC 3986 forbids in a path. The brackets around an address are left out.
    fileprivate var reservedIndices: [Int] {
        var isAddress = false
        var found: [Int] = []
        for index in indices {
            switch self[index] {
            case UInt8(ascii: "?"), UInt8(ascii: "#"): return found
            case UInt8(ascii: "[") where index >= 2 && self[index - 1] == 47 && self[index - 2] == 47: isAddress = true
            case UInt8(ascii: "]") where isAddress: isAddress = false
            default: if isReserved(self[index]) { found.append(index) }
            }
        }
        return found
    }
}
