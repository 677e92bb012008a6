extension DecodingContext {
    /// The text of a scalar that must not be empty; `42` is text too.
    func text(_ slot: Slot) -> Located<String>? {
        guard let text = slot.node.scalarText else { return nil }
        guard !text.isEmpty else {
            report(Diagnostic(.wrongType, at: place(of: slot), "\(slot.label) must not be empty"))
            return nil
        }
        warnOfAmbiguity(slot)
        return Located(text, at: slot.node.span)
    }

    /// Y009: other YAML readers take the scalar for something else than text.
    func warnOfAmbiguity(_ slot: Slot) {
        guard let first = slot.node.firstByte, Node.Scalar.mayBeAmbiguous(first, count: slot.node.byteCount),
            let scalar = slot.node.scalar, scalar.isAmbiguousToYAML11
        else { return }
        let message = "\(scalar.text) is not text to YAML 1.1 readers; quote it: \"\(scalar.text)\""
        report(Diagnostic(.ambiguousScalar, at: place(of: slot), message, fixes: [quoting(scalar.text, in: slot)]))
    }

    private func quoting(_ text: String, in slot: Slot) -> Diagnostic.Fix {
        .init(description: "quote it", safe: true, edits: [.init(span: slot.node.span, text: "\"\(text)\"")])
    }

    /// Y009 in a `with:`, whose reader asks for any type: the scalar is text here, and something else in YAML 1.1.
    func warnOfOtherReading(_ scalar: Node.Scalar, in node: YAMLNode) {
        guard let first = node.firstByte, Node.Scalar.mayBeAmbiguous(first, count: node.byteCount),
            scalar.isAmbiguousToYAML11, !scalar.isTimestamp
        else { return }
        let slot = Slot(node: node, label: .phrase("the value"), anchor: node.span)
        switch scalar.resolved {
        case .string: warnOfAmbiguity(slot)
        case .int(let value) where scalar.text.first == "0" && !scalar.text.hasPrefix("0o"):
            let message = "\(scalar.text) is octal to YAML 1.1 readers, and \(value) here"
            report(
                Diagnostic(
                    .ambiguousScalar, at: place(of: slot), message, help: "write the number that is meant in decimals"))
        default: return
        }
    }

    /// A name: text without characters that nobody sees. What is true or false to YAML is no text without quotes.
    func name(_ slot: Slot) -> Located<String>? {
        if let first = slot.node.firstByte, Node.Scalar.mayBeAmbiguous(first, count: slot.node.byteCount),
            let scalar = slot.node.scalar, scalar.booleanValue != nil
        {
            reportMismatch(slot, expected: "text", fixes: [quoting(scalar.text, in: slot)])
            return nil
        }
        guard let text = text(slot) else { return nil }
        guard !slot.node.isVisibleASCII,
            let invisible = InvisibleCharacter.diagnostic(in: text, called: slot.label.subject, source: file)
        else { return text }
        report(invisible)
        return nil
    }

    /// Whether a pattern, or a template of a URL, shows all that it says.
    func checkVisibility(ofPattern text: Located<String>, _ slot: Slot) -> Bool {
        guard !slot.node.isVisibleASCII,
            let invisible = InvisibleCharacter.diagnostic(inPattern: text, called: slot.label.subject, source: file)
        else { return true }
        report(invisible)
        return false
    }
}

extension Kind where Value == Located<String> {
    package static var text: Kind { Kind(.text(pattern: nil)) { slot, context in context.text(slot) } }

    static var name: Kind {
        Kind(.text(pattern: nil)) { slot, context in context.name(slot) }
    }

    /// A name that is a key: the reader has looked for invisible characters in every key.
    static var key: Kind { .text }

    /// Text that may be empty, where it is quoted.
    package static var anyText: Kind {
        Kind(.text(pattern: "")) { slot, context in
            guard let text = slot.node.scalarText else { return nil }
            context.warnOfAmbiguity(slot)
            return Located(text, at: slot.node.span)
        }
    }
}

extension Kind where Value == String {
    /// A sentence for people.
    static var sentence: Kind {
        Kind<Located<String>>.text.map { text in
            var value = text.value[...]
            while value.last?.isWhitespace == true { value = value.dropLast() }
            return String(value)
        }
    }
}

/// What people write for true and false, in YAML 1.1 too.
private let wordsForFlags = [
    "true": true, "yes": true, "y": true, "on": true, "false": false, "no": false, "n": false, "off": false,
]

extension Kind where Value == Bool {
    static var flag: Kind {
        Kind(.flag) { slot, context in
            guard let scalar = slot.node.scalar else { return nil }
            if let value = scalar.booleanValue { return value }
            var fixes: [Diagnostic.Fix] = []
            if let meant = wordsForFlags[scalar.text.lowercased()] {
                let edit = Diagnostic.Edit(span: slot.node.span, text: "\(meant)")
                fixes = [.init(description: "write \(meant)", safe: true, edits: [edit])]
            }
            context.reportMismatch(slot, expected: "true or false", fixes: fixes)
            return nil
        }
    }
}

extension Kind where Value == Located<Int> {
    package static func integer(_ range: ClosedRange<Int>) -> Kind {
        Kind(.integer(range)) { slot, context in
            guard let number = context.integer(slot) else { return nil }
            guard let value = number.value, range.contains(value) else {
                let message = "\(slot.label) must be \(words(for: range)), found \(number.text)"
                context.report(Diagnostic(.outOfRange, at: context.place(of: slot), message))
                return nil
            }
            return Located(value, at: slot.node.span)
        }
    }

    private static func words(for range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
        if range.upperBound == .max { return "at least \(range.lowerBound)" }
        return "between \(range.lowerBound) and \(range.upperBound)"
    }

    /// `priority` and `order`: what fits 32 bits.
    static var rank: Kind { .integer(Int(Int32.min)...Int(Int32.max)) }
}

extension DecodingContext {
    /// A decimal integer; its value is nil where it does not fit 64 bits.
    func integer(_ slot: Slot) -> (value: Int?, text: String)? {
        guard let scalar = slot.node.scalar else { return nil }
        guard let digits = scalar.integerDigits, digits.radix == 10 else {
            reportMismatch(slot, expected: "an integer", fixes: plainInteger(scalar, slot))
            return nil
        }
        let unsigned = digits.text.drop { $0 == "+" || $0 == "-" }
        if unsigned.count > 1, unsigned.first == "0", let value = Int(digits.text) {
            let fix = Diagnostic.Fix(
                description: "write \(value)", safe: true, edits: [.init(span: slot.node.span, text: "\(value)")])
            let message = "\(scalar.text) is octal to YAML 1.1 readers; write \(value)"
            report(Diagnostic(.ambiguousScalar, at: place(of: slot), message, fixes: [fix]))
        }
        return (Int(digits.text), scalar.text)
    }

    private func plainInteger(_ scalar: Node.Scalar, _ slot: Slot) -> [Diagnostic.Fix] {
        guard let value = scalar.wholeNumber else { return [] }
        let edit = Diagnostic.Edit(span: slot.node.span, text: "\(value)")
        let isQuoted = scalar.style != .plain && scalar.text == "\(value)"
        return [.init(description: isQuoted ? "remove the quotes" : "write \(value)", safe: true, edits: [edit])]
    }
}

// MARK: Words

extension Kind {
    /// One of the words of an enumeration, each with what it means.
    static func word<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ summary: @escaping (Choice) -> String
    ) -> Kind where Value == Located<Choice>, Choice.AllCases: Sendable {
        let words = Choice.allCases.map { Word(text: $0.rawValue, summary: summary($0)) }
        let texts = words.map(\.text)
        return Kind(.words(words)) { slot, context in
            guard let text = context.word(slot, among: texts) else { return nil }
            return Choice(rawValue: text).map { Located($0, at: slot.node.span) }
        }
    }
}

extension DecodingContext {
    /// S004: the scalar's text must be one of the words.
    func word(_ slot: Slot, among words: [String], orElse other: String = "") -> String? {
        guard let text = slot.node.scalarText else { return nil }
        if words.contains(text) { return text }
        let suggestions = didYouMean(text, among: words)
        let fixes = suggestions.first.map { best in
            [Diagnostic.Fix("write '\(best)'", safe: false, .write(best, at: slot.node.span))]
        }
        let allowed = words.count == 1 ? "'\(words[0])'" : "one of \(words.sorted().joined(separator: ", "))"
        let message = "\(slot.label.subject) \"\(text)\" is not \(allowed)\(other)\(meantClause(suggestions))"
        report(
            Diagnostic(
                .notInEnumeration, at: place(of: slot), message, suggestions: suggestions, fixes: fixes ?? []))
        return nil
    }
}

extension YAMLNode {
    fileprivate var isVisibleASCII: Bool { document.isVisible || allBytes(InvisibleCharacter.isVisibleASCII) }
}
