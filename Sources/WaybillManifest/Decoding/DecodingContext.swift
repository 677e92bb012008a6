import WaybillTable

/// What every decoding function shares: the file's bytes, the environment, and the diagnostics found so far.
final class DecodingContext {
    let file: SourceFile
    let environment: [String: String]
    private(set) var diagnostics: [Diagnostic] = []
    /// What means nothing as it is, and may hold names that other places refer to.
    private var namesLeftOut: [String] = []
    private var placesLeftOut: Set<SourceSpan> = []
    /// What entries that are left out refer to.
    private(set) var looseReferences = LooseReferences()
    /// An alias decodes the anchored value once more, at the same place: each mistake is told once.
    private var seen: Set<Diagnostic> = []
    private var budget = FindingBudget()
    /// Keys that are a mistake whatever the object around them is called.
    private var seenKeys: Set<SourceSpan> = []
    /// The regexes and lists of values that are sound so far: their automata are built later.
    var unbuilt: [Narrowed] = []
    /// What building automata at once may still take.
    private var automatonStepsLeft = AutomatonBudget.most

    init(file: SourceFile, environment: [String: String]) {
        self.file = file
        self.environment = environment
    }

    /// The automaton of a narrowing that no set shares its budget with, as those of a configuration.
    func automaton(of narrowing: Narrowing) throws(NarrowingError) -> Automaton {
        try Automaton(narrowing, caseSensitive: true, spending: &automatonStepsLeft)
    }

    /// Whether the file has so many errors that nothing in it counts: then lists and mappings are not gone through
    /// further.
    var isSpent: Bool { budget.isSpent }

    func report(_ diagnostic: Diagnostic) {
        if diagnostic.rule == .unknownKey, !seenKeys.insert(diagnostic.span).inserted { return }
        guard seen.insert(diagnostic).inserted, let kept = budget.take(diagnostic) else { return }
        diagnostics.append(kept)
    }

    /// Notes that a part of the file is left out of the manifest.
    func leaveOut(_ text: String) { namesLeftOut.append(text) }

    func leaveOut(_ node: YAMLNode) { placesLeftOut.insert(node.span) }

    /// Notes that an entry is left out, of which it is known what else it refers to.
    func leaveOut(_ id: String, module: Located<String>? = nil, tags: [Located<String>]) {
        leaveOut(id)
        looseReferences.modules += module.map { [$0] } ?? []
        looseReferences.tags += tags
    }

    /// The texts that are left out, each part of the file once.
    var brokenTexts: [String] {
        if isSpent { return [String(decoding: file.bytes, as: UTF8.self)] }
        var (texts, end) = (namesLeftOut, 0)
        for span in placesLeftOut.sorted() where span.end > end {
            texts.append(String(decoding: file.bytes.clamped(span), as: UTF8.self))
            end = span.end
        }
        return texts
    }
}

// MARK: Places

extension DecodingContext {
    /// The place of a value, its first line where it has several.
    func place(of slot: Slot) -> SourceSpan {
        guard slot.node.span.isEmpty else { return firstLine(of: slot.node.span) }
        return dash(before: slot.node.span) ?? firstLine(of: slot.anchor)
    }

    /// The dash of an item that is nothing.
    private func dash(before nothing: SourceSpan) -> SourceSpan? {
        let before = file.bytes[..<min(max(0, nothing.start), file.bytes.count)]
        guard let last = before.lastIndex(where: { !$0.isBlankOrBreak }), before[last] == UInt8(ascii: "-"),
            last == 0 || before[last - 1].isBlankOrBreak
        else { return nil }
        return SourceSpan(file: nothing.file, start: last, end: last + 1)
    }

    func firstLine(of span: SourceSpan) -> SourceSpan { file.firstLine(of: span) }

    /// The place of some bytes of a scalar's text, or nil where its text is written with escapes or over several lines.
    func exactSpan(of range: Range<Int>, in node: YAMLNode) -> SourceSpan? {
        node.isScalar ? file.exactSpan(of: range, in: node.utf8, at: node.span) : nil
    }

    /// The place of some bytes of a scalar's text, or the whole scalar where they cannot be told apart.
    func span(of range: Range<Int>, in node: YAMLNode) -> SourceSpan {
        exactSpan(of: range, in: node) ?? node.span
    }
}

// MARK: Wrong kinds

extension DecodingContext {
    /// S003: the value is of another kind than its key takes.
    func reportMismatch(_ slot: Slot, expected shape: Shape) {
        var fixes: [Diagnostic.Fix] = []
        if shape.isList, slot.node.isScalar, !slot.node.isNullValue {
            let written = String(decoding: file.bytes.clamped(slot.node.span), as: UTF8.self)
            let isOneLine = slot.node.kind != .literal && slot.node.kind != .folded && !written.contains("\n")
            let item = slot.node.kind == .plain ? ScalarText.written(slot.node.scalarText ?? "") : written
            let edit = Diagnostic.Edit(span: slot.node.span, text: "[\(item)]")
            if isOneLine { fixes = [.init(description: "make it a list of one", safe: true, edits: [edit])] }
        }
        reportMismatch(slot, expected: shape.phrase, fixes: fixes)
    }

    func reportMismatch(_ slot: Slot, expected: String, suggestions: [String] = [], fixes: [Diagnostic.Fix] = []) {
        guard !slot.node.isRefusedAlias else { return }
        leaveOut(slot.node)
        let message = "\(slot.label) must be \(expected), found \(Self.describe(slot.node))"
        report(Diagnostic(.wrongType, at: place(of: slot), message, suggestions: suggestions, fixes: fixes))
    }

    /// What a value is, in words: `string "ten"`, `number 3`, `a list`.
    static func describe(_ node: YAMLNode) -> String {
        if node.byteCount > longestQuoted { return "a text of \(node.byteCount) bytes" }
        return node.scalar.map(describe) ?? (node.kind == .sequence ? "a list" : "a mapping")
    }

    /// Nobody reads more of a value in a message.
    private static let longestQuoted = 1000

    static func describe(_ node: Node) -> String {
        switch node.content {
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .scalar(let scalar): describe(scalar)
        }
    }

    private static func describe(_ scalar: Node.Scalar) -> String {
        if scalar.resolved == .null { return "nothing" }
        if scalar.booleanValue != nil { return scalar.text }
        return scalar.isNumber ? "number \(scalar.text)" : "string \"\(scalar.text)\""
    }
}

/// `; did you mean 'a' or 'b'?`, or nothing.
func meantClause(_ suggestions: [String]) -> String {
    suggestions.isEmpty ? "" : "; did you mean " + suggestions.map { "'\($0)'" }.joined(separator: " or ") + "?"
}

/// `'a', 'b' or 'c'`.
func alternatives(_ names: [String], conjunction: String = "or") -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}
