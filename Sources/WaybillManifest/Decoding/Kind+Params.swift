import WaybillTable

extension Kind where Value == [Narrowed] {
    /// `params:`, a narrowing by the name of its capture.
    static var params: Kind {
        let names = Kind<Located<String>>(
            .text(pattern: "^[A-Za-z_][A-Za-z0-9_]*$"), read: Kind<Located<String>>.key.read)
        let admitted = narrowingShape.admitted
        return .named("parameter", names: names, narrowingShape) { name, slot, context in
            guard admitted.contains(slot.node.kinds) else {
                context.reportMismatch(slot, expected: "a type, a list of values or a /regex/")
                return nil
            }
            guard let narrowing = context.narrowing(slot) else { return nil }
            return context.narrowed(name, narrowing, slot)
        }
    }
}

let namedTypes: [(narrowing: Narrowing, word: Word)] = [
    (.int, Word(text: "int", summary: "Digits with an optional sign that fit 64 bits.")),
    (.uint, Word(text: "uint", summary: "Digits without a sign that fit 64 bits.")),
    (.hex, Word(text: "hex", summary: "Hexadecimal digits.")),
    (.uuid, Word(text: "uuid", summary: "8-4-4-4-12 hexadecimal digits.")),
    (.slug, Word(text: "slug", summary: "Lower-case words and digits joined by '-'.")),
    (.alpha, Word(text: "alpha", summary: "ASCII letters.")),
    (.date, Word(text: "date", summary: "A real day as YYYY-MM-DD.")),
]

private let typeNames = namedTypes.map(\.word.text)

private let typesByName = Dictionary(uniqueKeysWithValues: namedTypes.map { ($0.word.text, $0.narrowing) })

private let narrowingShape = Shape.either([
    .words(namedTypes.map(\.word)), .text(pattern: "^/.*/$"), .list(of: .text(pattern: nil), mayBeEmpty: true),
])

extension DecodingContext {
    fileprivate func narrowing(_ slot: Slot) -> Narrowing? {
        guard let text = slot.node.scalarText else { return oneOf(slot) }
        if let type = typesByName[text] { return type }
        if text.utf8.first == UInt8(ascii: "/") { return regex(text, slot) }
        let other = ", a list of values or a /regex/"
        return word(slot, among: typeNames, orElse: other).flatMap { typesByName[$0] }
    }

    private func oneOf(_ slot: Slot) -> Narrowing? {
        guard slot.node.childCount > 0 else {
            let message = "\(slot.label) can never match: its list of values is empty"
            report(Diagnostic(.impossiblePattern, at: place(of: slot), message))
            return nil
        }
        let values = slot.node.items.compactMap {
            Kind<Located<String>>.text.decode(slot.item($0), in: self)?.value
        }
        return values.count == slot.node.childCount ? .oneOf(values) : nil
    }

    private func regex(_ text: String, _ slot: Slot) -> Narrowing? {
        guard text.utf8.count > 2, text.hasSuffix("/") else {
            let isOpen = text == "/" || !text.hasSuffix("/")
            let message =
                isOpen ? "the regex of \(slot.label) has no closing '/'" : "the regex of \(slot.label) is empty"
            report(Diagnostic(.badRegex, at: place(of: slot), message, help: "write it as /regex/"))
            return nil
        }
        return .regex(String(text.dropFirst().dropLast()))
    }

    /// Checks the text of the narrowing; what there is to build is left for later.
    fileprivate func narrowed(_ name: Located<String>, _ narrowing: Narrowing, _ slot: Slot) -> Narrowed? {
        let narrowed = Narrowed(name: name, narrowing: narrowing, built: nil, valueSpan: slot.node.span)
        do throws(NarrowingError) {
            try narrowing.checkText()
            if narrowing.type == nil { unbuilt.append(narrowed) }
            return narrowed
        } catch {
            report(error.diagnostic(of: narrowed, in: file))
            return nil
        }
    }
}

// MARK: What params and targets say about the captures of their patterns

extension DecodingContext {
    /// P009: every parameter narrows a `:name` of some pattern. Returns those that do.
    func checkParams(_ narrowed: [Narrowed], of patterns: [LocatedPattern]) -> [Narrowed] {
        let areAllKnown = narrowed.indices.allSatisfy { index in
            let name = narrowed[index].name.value
            return patterns.contains { $0.pattern.hasCapture(named: name) }
                && !patterns.contains { $0.pattern.restName == name }
        }
        if areAllKnown { return narrowed }
        let rests = Set(patterns.compactMap(\.pattern.restName))
        let names = patterns.flatMap(\.pattern.captureNames).uniqued().filter { !rests.contains($0) }
        return narrowed.filter { parameter in
            let name = parameter.name.value
            if names.contains(name) { return true }
            if rests.contains(name) {
                let message = "'**\(name)' cannot be narrowed: params narrow ':name' captures only"
                report(Diagnostic(.badParameter, at: parameter.name.span, message))
                return false
            }
            let suggestions = didYouMean(name, among: names)
            let message = "no pattern has a parameter '\(name)'\(meantClause(suggestions))"
            let help = names.isEmpty ? nil : "the patterns have \(alternatives(names, conjunction: "and"))"
            report(
                Diagnostic(
                    .badParameter, at: parameter.name.span, message, suggestions: suggestions, help: help,
                    fixes: renaming(parameter.name, to: suggestions.first)))
            return false
        }
    }

    private func renaming(_ name: Located<String>, to best: String?) -> [Diagnostic.Fix] {
        guard let best else { return [] }
        return [.init("rename it to '\(best)'", safe: false, .write(best, at: name.span))]
    }

    /// P009: every name in a redirect's or rewrite's target is captured by each of the patterns.
    func checkTarget(_ target: LocatedTarget, node: YAMLNode, of patterns: [LocatedPattern]) {
        for name in target.target.captureNames.uniqued() {
            let lacking = patterns.filter { !$0.pattern.captureNames.contains(name) }
            guard let first = lacking.first else { continue }
            let suggestions = didYouMean(name, among: first.pattern.captureNames)
            let message = "'\(first.text.value)' has no parameter '\(name)'\(meantClause(suggestions))"
            let notes = lacking.map { Diagnostic.Note("'\($0.text.value)' is here", at: $0.text.span) }
            let range = Self.range(ofCapture: name, in: target.text.value)
            let place = range.map { span(of: $0, in: node) } ?? node.span
            let fixes = renaming(name, to: suggestions.first, at: range.flatMap { exactSpan(of: $0, in: node) })
            report(Diagnostic(.badParameter, at: place, message, notes: notes, suggestions: suggestions, fixes: fixes))
        }
    }

    /// The place is that of the name with the `:` or `**` before it.
    private func renaming(_ name: String, to best: String?, at place: SourceSpan?) -> [Diagnostic.Fix] {
        guard let best, let place else { return [] }
        let span = SourceSpan(file: place.file, start: place.end - name.utf8.count, end: place.end)
        return [.init("rename it to '\(best)'", safe: false, .replace(.init(span: span, text: best)))]
    }

    /// Where `:name` or `**name` stands in a target's text.
    private static func range(ofCapture name: String, in text: String) -> Range<Int>? {
        let bytes = Array(text.utf8)
        for mark in [":" + name, "**" + name] {
            let needle = Array(mark.utf8)
            for start in bytes.indices where bytes[start...].starts(with: needle) {
                let end = start + needle.count
                let isWhole = end == bytes.count || !isNameByte(bytes[end])
                if isWhole { return start..<end }
            }
        }
        return nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == 95 || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
}
