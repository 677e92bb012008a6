package import WaybillSyntax
package import WaybillTable

/// The state that all decoders of a file share: the file, the environment, and the diagnostics so far.
package final class DecodingContext {
    let file: SourceFile
    let environment: Environment
    /// The variables whose values are not known here, in the words that report them elsewhere.
    var unknownVariables: [Diagnostic] = []
    private(set) var usedVariables: UsedVariables
    private(set) var diagnostics: [Diagnostic] = []
    /// Parts of the file that were not decoded. They may contain names that other places refer to.
    private var namesLeftOut: [String] = []
    private var placesLeftOut: Set<SourceSpan> = []
    /// Patterns that were reported by ``reportForeign(_:at:in:)``.
    private var placesMisread: Set<SourceSpan> = []
    /// The references of entries that were left out.
    private(set) var looseReferences = LooseReferences()
    /// The diagnostics as a set, because an alias decodes the anchored value again and would repeat its diagnostics.
    private var seen: Set<Diagnostic> = []
    private var budget = DiagnosticBudget()
    /// Unknown keys that were reported. In an alias the object may have another title, so the messages may differ.
    private var seenKeys: Set<SourceSpan> = []
    /// The regexes and lists of values without their automata, which are built later.
    var unbuilt: [Constrained] = []
    /// Suggestions for names that the file itself declares. The budget is small, because a set may have many files.
    let suggestions = NameSuggestions(work: 20_000_000)
    /// The budget for automata that are built immediately.
    private var automatonStepsLeft = AutomatonBudget.limit

    init(file: SourceFile, environment: Environment) {
        self.file = file
        self.environment = environment
        usedVariables = UsedVariables(environment)
    }

    /// Returns the value of a variable; `nil` if it is not set.
    func value(ofVariable name: String) -> String? {
        let value = environment.value(name)
        usedVariables.record(value, for: name)
        return value
    }

    /// Builds an automaton immediately, for a file that shares no budget with a manifest set.
    package func automaton(of constraint: ParameterConstraint) throws(ConstraintError) -> Automaton {
        try Automaton(constraint, caseSensitive: true, spending: &automatonStepsLeft)
    }

    /// Whether the file has so many errors that it is discarded. The rest of it is not decoded.
    var isSpent: Bool { budget.isSpent }

    /// Whether more warnings are kept. Ask before creating a warning for each value of a file.
    var allowsWarnings: Bool { budget.allows(.warning) }

    package func report(_ diagnostic: Diagnostic) {
        if diagnostic.rule == .unknownKey, !seenKeys.insert(diagnostic.span).inserted { return }
        guard budget.allows(diagnostic.severity), seen.insert(diagnostic).inserted, let kept = budget.take(diagnostic)
        else { return }
        diagnostics.append(kept)
    }

    /// P009: reports a part of a pattern in the syntax of another router that captures a name which `params` or a target
    /// use. It takes the place of the warning about that part.
    ///
    /// - Returns: Whether there is such a part.
    func reportForeign(_ name: String, at place: SourceSpan, in pattern: LocatedPattern) -> Bool {
        guard ForeignSyntax.all(in: pattern.text.value).contains(where: { $0.names.contains(name) }) else {
            return false
        }
        let span = pattern.span
        if placesMisread.contains(span) { return true }
        let found = diagnostics.lastIndex { (span.start...span.end).contains($0.span.start) && $0.isMisreading }
        guard let found else { return false }
        placesMisread.insert(span)
        let warning = diagnostics[found]
        diagnostics[found] = Diagnostic(
            .badParameter, at: warning.span, "'\(name)' is not captured: \(warning.message)",
            notes: [.init("'\(name)' is used here", at: place)], suggestions: warning.suggestions, help: warning.help,
            fixes: warning.fixes)
        return true
    }

    /// Records a name that is left out of the manifest.
    func leaveOut(_ text: String) { namesLeftOut.append(text) }

    /// Records a part of the file that is left out of the manifest.
    func leaveOut(_ node: YAMLNode) {
        placesLeftOut.insert(node.span)
        // Names may be written with escapes.
        if file.bytes.clamped(node.span).contains(UInt8(ascii: "\\")) { leaveOutTexts(of: node) }
    }

    private func leaveOutTexts(of node: YAMLNode) {
        if let text = node.scalarText { leaveOut(text) }
        for item in node.items { leaveOutTexts(of: item) }
        for entry in node.entries {
            leaveOutTexts(of: entry.key)
            leaveOutTexts(of: entry.value)
        }
    }

    /// Records an entry that is left out of the manifest, with the names that it refers to.
    func leaveOut(_ id: String, module: Located<String>? = nil, tags: [Located<String>]) {
        leaveOut(id)
        looseReferences.modules += module.map { [$0] } ?? []
        looseReferences.tags += tags
    }

    /// The texts that were left out, each part of the file once.
    var lostTexts: [String] {
        if isSpent { return [String(decoding: file.bytes, as: UTF8.self)] }
        var texts = namesLeftOut
        var end = 0
        for span in placesLeftOut.sorted() where span.end > end {
            texts.append(String(decoding: file.bytes.clamped(span), as: UTF8.self))
            end = span.end
        }
        return texts
    }
}

// MARK: Places

extension DecodingContext {
    /// The place of a value, or its first line if it has several.
    package func place(of input: DecodingInput) -> SourceSpan {
        guard input.node.span.isEmpty else { return firstLine(of: input.node.span) }
        return dash(before: input.node.span) ?? firstLine(of: input.anchor)
    }

    /// Returns the dash of an item without a value.
    private func dash(before nothing: SourceSpan) -> SourceSpan? {
        let before = file.bytes[..<min(max(0, nothing.start), file.bytes.count)]
        guard let last = before.lastIndex(where: { !$0.isBlankOrBreak }), before[last] == UInt8(ascii: "-"),
            last == 0 || before[last - 1].isBlankOrBreak
        else { return nil }
        return SourceSpan(file: nothing.file, start: last, end: last + 1)
    }

    func firstLine(of span: SourceSpan) -> SourceSpan { file.firstLine(of: span) }

    /// Returns the place of some bytes of a scalar's text; `nil` if the text has escapes or several lines.
    func exactSpan(of range: Range<Int>, in node: YAMLNode) -> SourceSpan? {
        node.isScalar ? file.exactSpan(of: range, in: node.utf8, at: node.span) : nil
    }

    /// Returns the place of some bytes of a scalar's text, or of the whole scalar if the text has escapes or several
    /// lines.
    func span(of range: Range<Int>, in node: YAMLNode) -> SourceSpan {
        exactSpan(of: range, in: node) ?? node.span
    }
}

// MARK: Wrong kinds

extension DecodingContext {
    /// S003: reports that the value does not have the shape that its key needs.
    ///
    /// - Parameters:
    ///   - help: What to write instead, if it depends on the key.
    ///   - word: Converts a word to an item of the expected list.
    func reportMismatch(
        _ input: DecodingInput, expected shape: Shape, help: String? = nil, word: ((String) -> String?)? = nil
    ) {
        let fixes = shape.isList && !input.node.isNullValue ? listing(input, word) : []
        reportMismatch(input, expected: shape.phrase, help: help ?? self.help(with: input, for: shape), fixes: fixes)
    }

    /// Returns help for entries in the layout of another collection, and for a value that a comment swallowed.
    private func help(with input: DecodingInput, for shape: Shape) -> String? {
        let first = input.node.kind == .sequence ? input.node.items.first { _ in true } : input.node
        let entry = first?.entries.first { _ in true }
        if input.node.isNullValue { return swallowedText(after: input.anchor).map { "quote it: '\($0)'" } }
        guard let entry, let key = entry.key.scalarText else { return nil }
        switch shape {
        case .list where input.node.kind == .mapping:
            if key.contains("/") { return "write a list with the URL in each item: `- url: \(key)`" }
            return entry.value.kind == .mapping
                ? "write a list with the name in each item: `- id: \(key)`" : "write '- ' before '\(key):'"
        case .named where input.node.kind == .sequence:
            guard ["id", "name"].contains(key), let name = entry.value.scalarText else { return nil }
            return "write the name as a key, without '-': `\(name):`"
        default: return nil
        }
    }

    /// Returns the text after `#` that follows a key, if a comment begins there.
    private func swallowedText(after key: SourceSpan) -> String? {
        var rest = file.bytes[min(max(0, key.end), file.bytes.count)...]
        if let first = rest.first, "\"'".utf8.contains(first) { rest.removeFirst() }
        guard rest.popFirst() == UInt8(ascii: ":") else { return nil }
        let text = rest.drop { " \t".utf8.contains($0) }.prefix { !$0.isBreak }
        guard text.startIndex > rest.startIndex, text.first == UInt8(ascii: "#"), let second = text.dropFirst().first,
            !" \t'".utf8.contains(second)
        else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns a fix that makes a list of a single text. Commas certainly separate items only if no item can contain
    /// one.
    private func listing(_ input: DecodingInput, _ word: ((String) -> String?)?) -> [Diagnostic.Fix] {
        guard let text = input.node.scalarText, !text.contains(where: \.isNewline) else { return [] }
        let parts = text.split { $0 == "," || word != nil && $0 == " " }.map(\.trimmed).filter { !$0.isEmpty }
        let items = word.map { word in parts.compactMap(word) } ?? parts
        guard !items.isEmpty, items.count == parts.count else { return [] }
        let isQuoted = input.node.kind == .singleQuoted || input.node.kind == .doubleQuoted
        let written =
            isQuoted && items == [text]
            ? String(decoding: file.bytes.clamped(input.node.span), as: UTF8.self)
            : items.map(ScalarText.written).joined(separator: ", ")
        let edit = Diagnostic.Edit(span: input.node.span, text: "[\(written)]")
        let size = items.count == 1 ? "one" : "\(items.count)"
        let isShort = items.count > 1 && written.utf8.count <= 200
        let words = isShort ? "write \(edit.text)" : "make it a list of \(size)"
        return [.init(description: words, safe: word != nil || items.count == 1, edits: [edit])]
    }

    func reportMismatch(
        _ input: DecodingInput, expected: String, suggestions: [String] = [], help: String? = nil,
        fixes: [Diagnostic.Fix] = []
    ) {
        guard !input.node.isRefusedAlias else { return }
        leaveOut(input.node)
        let message = "\(input.label) must be \(expected), found \(Self.describe(input.node))"
        report(
            Diagnostic(.wrongType, at: place(of: input), message, suggestions: suggestions, help: help, fixes: fixes))
    }

    /// Describes a value: `string "ten"`, `number 3`, `a list`.
    static func describe(_ node: YAMLNode) -> String {
        if node.byteCount > longestQuoted { return "a text of \(node.byteCount) bytes" }
        return node.scalar.map(describe) ?? (node.kind == .sequence ? "a list" : "a mapping")
    }

    /// The length of the longest quoted text.
    private static let longestQuoted = 1000

    static func describe(_ node: Node) -> String {
        switch node.content {
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .scalar(let scalar): describe(scalar)
        }
    }

    private static func describe(_ scalar: Node.Scalar) -> String {
        if scalar.resolved == .null { return "no value" }
        if scalar.booleanValue != nil { return scalar.text }
        return scalar.isNumber ? "number \(scalar.text)" : "string \"\(scalar.text)\""
    }
}
