package import WaybillSyntax
import WaybillTable

extension DecodingContext {
    /// Returns the text of a scalar, which must not be empty. `42` is text, too. A plain `true` or `false` must be
    /// quoted.
    package func text(_ input: DecodingInput) -> Located<String>? {
        guard let scalar = input.node.scalar else { return nil }
        guard scalar.booleanValue == nil else {
            reportMismatch(input, expected: "text", fixes: [quoting(scalar.text, in: input)])
            return nil
        }
        return text(of: scalar, input)
    }

    /// Returns the text of any scalar, which must not be empty: of a key, or of a value that is compared as it is
    /// written.
    func writtenText(_ input: DecodingInput) -> Located<String>? {
        input.node.scalar.flatMap { text(of: $0, input) }
    }

    private func text(of scalar: Node.Scalar, _ input: DecodingInput) -> Located<String>? {
        guard !scalar.text.isEmpty else {
            report(Diagnostic(.wrongType, at: place(of: input), "\(input.label) must not be empty"))
            return nil
        }
        warnOfAmbiguity(of: scalar, input)
        return Located(scalar.text, at: input.node.span)
    }

    /// Y009: warns if YAML 1.1 parsers do not read the scalar as text.
    func warnOfAmbiguity(of scalar: Node.Scalar, _ input: DecodingInput) {
        guard scalar.isAmbiguousToYAML11, allowsWarnings else { return }
        let message = "YAML 1.1 parsers do not read \(scalar.text) as text; quote it: \"\(scalar.text)\""
        report(Diagnostic(.ambiguousScalar, at: place(of: input), message, fixes: [quoting(scalar.text, in: input)]))
    }

    private func quoting(_ text: String, in input: DecodingInput) -> Diagnostic.Fix {
        .init(description: "quote it", safe: true, edits: [.init(span: input.node.span, text: "\"\(text)\"")])
    }

    /// Y009 in a `with:`, which may contain values of any type: warns if the scalar is text, but not in YAML 1.1.
    func warnOfOtherReading(_ scalar: Node.Scalar, in node: YAMLNode) {
        guard scalar.isAmbiguousToYAML11, !scalar.isTimestamp, allowsWarnings else { return }
        let input = DecodingInput(node: node, label: .phrase("the value"), anchor: node.span)
        switch scalar.resolved {
        case .string: warnOfAmbiguity(of: scalar, input)
        case .int(let value) where scalar.text.first == "0" && !scalar.text.hasPrefix("0o"):
            let message = "YAML 1.1 parsers read \(scalar.text) as octal, Waybill as \(value)"
            report(
                Diagnostic(
                    .ambiguousScalar, at: place(of: input), message,
                    help: "write the number in decimal"))
        default: return
        }
    }

    /// Returns a name: text without invisible characters.
    func name(_ input: DecodingInput) -> Located<String>? {
        guard let text = text(input) else { return nil }
        guard !input.node.isVisibleASCII,
            let invisible = InvisibleCharacter.diagnostic(in: text, called: input.label.bareWord, source: file)
        else { return text }
        report(invisible)
        return nil
    }

    /// Whether a pattern, or a template of a URL, has no invisible characters. Reports them.
    func checkVisibility(ofPattern text: Located<String>, _ input: DecodingInput) -> Bool {
        guard !input.node.isVisibleASCII,
            let invisible = InvisibleCharacter.diagnostic(inPattern: text, called: input.label.bareWord, source: file)
        else { return true }
        report(invisible)
        return false
    }
}

extension YAMLNode {
    fileprivate var isVisibleASCII: Bool { utf8.allSatisfy(InvisibleCharacter.isVisibleASCII) }
}

extension ValueDecoder where Value == Located<String> {
    package static var text: ValueDecoder<Located<String>> {
        ValueDecoder(.text(pattern: nil)) { input, context in context.text(input) }
    }

    package static var name: ValueDecoder {
        ValueDecoder(.text(pattern: nil)) { input, context in
            Variables.warn(ofReferenceIn: input, context)
            return context.name(input)
        }
    }

    /// A name that is a key. The reader has already reported invisible characters in all keys.
    static var key: ValueDecoder {
        ValueDecoder(.text(pattern: nil)) { input, context in context.writtenText(input) }
    }

    /// A value that is compared as it is written.
    static var value: ValueDecoder {
        ValueDecoder(.value(mayBeEmpty: false)) { input, context in context.writtenText(input) }
    }

    /// Text that may be empty.
    package static var anyText: ValueDecoder {
        ValueDecoder(.value(mayBeEmpty: true)) { input, context in
            guard let scalar = input.node.scalar else { return nil }
            context.warnOfAmbiguity(of: scalar, input)
            return Located(scalar.text, at: input.node.span)
        }
    }
}

extension ValueDecoder where Value == String {
    /// A sentence for people.
    package static var sentence: ValueDecoder {
        ValueDecoder<Located<String>>.text.map { text in
            var value = text.value[...]
            while value.last?.isWhitespace == true { value = value.dropLast() }
            return String(value)
        }
    }
}

/// The words for true and false, with those of YAML 1.1.
private let wordsForFlags = [
    "true": true, "yes": true, "y": true, "on": true, "false": false, "no": false, "n": false, "off": false,
]

extension ValueDecoder where Value == Bool {
    package static var flag: ValueDecoder {
        ValueDecoder(.flag) { input, context in
            guard let scalar = input.node.scalar else { return nil }
            if let value = scalar.booleanValue { return value }
            var fixes: [Diagnostic.Fix] = []
            if let meant = wordsForFlags[scalar.text.lowercased()] {
                let edit = Diagnostic.Edit(span: input.node.span, text: "\(meant)")
                fixes = [.init(description: "write \(meant)", safe: true, edits: [edit])]
            }
            context.reportMismatch(input, expected: "true or false", fixes: fixes)
            return nil
        }
    }
}

extension ValueDecoder where Value == Located<Int> {
    package static func integer(_ range: ClosedRange<Int>) -> ValueDecoder {
        ValueDecoder(.integer(range)) { input, context in
            guard let number = context.integer(input) else { return nil }
            guard let value = number.value, range.contains(value) else {
                let message = "\(input.label) must be \(words(for: range)), found \(number.text)"
                context.report(Diagnostic(.outOfRange, at: context.place(of: input), message))
                return nil
            }
            return Located(value, at: input.node.span)
        }
    }

    private static func words(for range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
        if range.upperBound == .max { return "at least \(range.lowerBound)" }
        return "between \(range.lowerBound) and \(range.upperBound)"
    }

    /// `priority` and `order`: integers of 32 bits.
    static var rank: ValueDecoder { .integer(Int(Int32.min)...Int(Int32.max)) }
}

extension DecodingContext {
    /// Returns an integer of YAML 1.2's core schema: `17`, `017` (also 17), `0x11`, `0o21`. Its value is `nil` if it does
    /// not fit 64 bits.
    func integer(_ input: DecodingInput) -> (value: Int?, text: String)? {
        guard let scalar = input.node.scalar else { return nil }
        guard let digits = scalar.integerDigits else {
            reportMismatch(input, expected: "an integer", fixes: plainInteger(scalar, input))
            return nil
        }
        return (Int(digits.text, radix: digits.radix), scalar.text)
    }

    private func plainInteger(_ scalar: Node.Scalar, _ input: DecodingInput) -> [Diagnostic.Fix] {
        guard let value = scalar.wholeNumber else { return [] }
        let edit = Diagnostic.Edit(span: input.node.span, text: "\(value)")
        let isQuoted = scalar.style != .plain && scalar.text == "\(value)"
        return [.init(description: isQuoted ? "remove the quotes" : "write \(value)", safe: true, edits: [edit])]
    }
}

// MARK: Words

extension ValueDecoder {
    /// One of the numbers of an enumeration, each with its meaning.
    static func number<Choice: RawRepresentable<Int> & CaseIterable & Sendable>(
        help: String, _ summary: (Choice) -> String
    ) -> ValueDecoder where Value == Located<Choice> {
        let numbers = Choice.allCases.map { Number(value: $0.rawValue, summary: summary($0)) }
        let allowed = numbers.map { "\($0.value)" }.joined(separator: ", ")
        return ValueDecoder(.numbers(numbers)) { input, context in
            guard let number = context.integer(input) else { return nil }
            if let choice = number.value.flatMap({ Choice(rawValue: $0) }) {
                return Located(choice, at: input.node.span)
            }
            let message = "\(input.label.bareWord) \(number.text) is not one of \(allowed)"
            context.report(Diagnostic(.notInEnumeration, at: context.place(of: input), message, help: help))
            return nil
        }
    }

    /// One of the words of an enumeration, each with its meaning.
    ///
    /// - Parameter help: The help for a word that is unknown and not similar to a known one.
    package static func word<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ summary: @escaping (Choice) -> String, help: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> ValueDecoder where Value == Located<Choice>, Choice.AllCases: Sendable {
        let words = Choice.allCases.map { Word(text: $0.rawValue, summary: summary($0)) }
        let texts = words.map(\.text)
        let word = { @Sendable (text: String) in texts.contains(text) ? text : nil }
        return ValueDecoder(.words(words), word: word) { input, context in
            guard let text = context.word(input, among: texts, help: help) else { return nil }
            return Choice(rawValue: text).map { Located($0, at: input.node.span) }
        }
    }
}

extension DecodingContext {
    /// S004: the scalar's text must be one of the words.
    package func word(
        _ input: DecodingInput, among words: [String], orElse other: String = "",
        help: (String) -> String? = { _ in nil }
    ) -> String? {
        guard let text = input.node.scalarText else { return nil }
        if words.contains(text) { return text }
        let foreign = Self.words(ofOthers: text.lowercased()).filter(words.contains)
        let suggestions = foreign.isEmpty ? didYouMean(text, among: words) : foreign
        let allowed = words.count == 1 ? "'\(words[0])'" : "one of \(words.sorted().joined(separator: ", "))"
        let message = "\(input.label.bareWord) \"\(text)\" is not \(allowed)\(other)\(didYouMeanClause(suggestions))"
        report(
            Diagnostic(
                .notInEnumeration, at: place(of: input), message, suggestions: suggestions,
                help: suggestions.isEmpty ? help(text) : nil,
                fixes: .writing(suggestions, at: input.node.span)))
        return nil
    }

    private static func words(ofOthers text: String) -> [String] {
        foreignWords[text] ?? ConstraintType.all.filter { $0.foreignNames.contains(text) }.map(\.name)
    }
}

/// Words of other tools, with their equivalents.
private let foreignWords: [String: [String]] = [
    "singleton": ["shared"], "single": ["shared"], "application": ["shared"], "prototype": ["transient"],
    "request": ["transient"], "scoped": ["transient"], "factory": ["transient"], "always": ["everywhere"],
    "all": ["everywhere"], "global": ["everywhere"], "modal": ["present", "sheet"], "dialog": ["present"],
    "screen": ["view"], "page": ["view"], "component": ["view"], "true": ["strict"],
    "false": ["ignore"], "404": ["unmatched"], "not_found": ["unmatched"], "notfound": ["unmatched"],
    "none": ["unmatched"], "forbidden": ["rejected"], "403": ["rejected"],
]
