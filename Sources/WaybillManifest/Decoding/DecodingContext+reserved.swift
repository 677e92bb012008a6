import WaybillSyntax
import WaybillTable

extension DecodingContext {
    /// P013: characters that must be escaped in a URL. Clients escape them, so that a literal with one still matches.
    /// But brackets almost always mean captures, in the syntax of another router, and certainly if `params` or a target
    /// name them: then it is P009.
    func reportReserved(_ text: Located<String>, _ input: DecodingInput) {
        let bytes = input.node.utf8
        if bytes.last == UInt8(ascii: "*") { hintAtStar(text, input) }
        guard allowsWarnings, bytes.mayBeForeign else { return }
        if reportForeign(in: text, input, isRefused: false) { return }
        reportCharacters(Array(text.value.utf8), input)
    }

    /// Reports all characters together, so that a fix does not uncover another diagnostic.
    private func reportCharacters(_ bytes: [UInt8], _ input: DecodingInput) {
        let places = bytes.reservedIndices
        guard let first = places.first else { return }
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

    /// Reports the first part of a pattern in the syntax of another router, if there is one.
    func reportForeign(in text: Located<String>, _ input: DecodingInput, isRefused: Bool) -> Bool {
        let found = ForeignSyntax.all(in: text.value)
        guard let first = found.first else { return false }
        let edits = found.compactMap { part in
            exactSpan(of: part.range, in: input.node).map { Diagnostic.Edit(span: $0, text: part.replacement) }
        }
        let isFixable = edits.count == found.count && found.allSatisfy(\.isReplaced)
        let words = "write \(alternatives(found.map(\.replacement), conjunction: "and"))"
        report(
            Diagnostic(
                isRefused ? .impossiblePattern : .reservedCharacter, at: span(of: first.range, in: input.node),
                first.message(isRefused: isRefused),
                suggestions: first.suggestions, help: first.help,
                fixes: isFixable ? [.init(description: words, safe: false, edits: edits)] : []))
        return true
    }

    /// Reports a pattern that begins like a host, as other tools write it: `example.com/x`.
    ///
    /// - Returns: Whether it does.
    func reportHost(in text: Located<String>, _ input: DecodingInput) -> Bool {
        guard allowsWarnings, text.value.utf8.first != UInt8(ascii: "/") else { return false }
        let parts = text.value.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let labels = parts[0].utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, labels.count > 1, labels.allSatisfy(\.isHostLabel),
            let domain = labels.last, domain.count > 1, domain.allSatisfy(ASCII.isLetter)
        else { return false }
        let edit = exactSpan(of: 0..<0, in: input.node).map { Diagnostic.Edit(span: $0, text: "//") }
        report(
            Diagnostic(
                .reservedCharacter, at: span(of: 0..<parts[0].utf8.count, in: input.node),
                "'\(parts[0])' is the first segment of a path here, and not a host", suggestions: ["//\(text.value)"],
                help: "write '//\(text.value)' for the host, or '/\(text.value)' for the path",
                fixes: edit.map { [.init(description: "write '//' before the host", safe: false, edits: [$0])] } ?? []))
        return true
    }

    /// Other routers read a last `*` as a catch-all.
    private func hintAtStar(_ text: Located<String>, _ input: DecodingInput) {
        let bytes = input.node.utf8
        guard bytes.count > 1, bytes.dropLast().last == UInt8(ascii: "/") else { return }
        report(
            Diagnostic(
                .reservedCharacter, at: span(of: bytes.count - 1..<bytes.count, in: input.node),
                "'*' matches exactly one segment", severity: .hint,
                help: "write '**' for everything below, or ':name' for one segment"))
    }
}

extension Diagnostic {
    /// Whether a pattern was probably read differently than it was meant.
    package var isMisreading: Bool { rule == .reservedCharacter && severity == .warning && !suggestions.isEmpty }
}

/// Whether it is one of `"<>[\]^`{|}`.
private func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x3C, 0x3E, 0x5B...0x5E, 0x60, 0x7B...0x7D: true
    default: false
    }
}

extension Collection<UInt8> {
    /// Whether a pattern may have a part that other routers or clients read differently. Most have none.
    fileprivate var mayBeForeign: Bool {
        var isInName = false
        for byte in self {
            switch byte {
            case UInt8(ascii: ":"): isInName = true
            case UInt8(ascii: "/"), UInt8(ascii: "."): isInName = false
            case UInt8(ascii: "-") where isInName, UInt8(ascii: "+") where isInName, UInt8(ascii: "("): return true
            default: if byte >= 0x80 || isReserved(byte) { return true }
            }
        }
        return false
    }
}

extension [UInt8] {
    /// The characters that RFC 3986 forbids in a path, without the brackets around an address.
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

extension Substring.UTF8View {
    fileprivate var isHostLabel: Bool {
        !isEmpty && allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
    }
}
