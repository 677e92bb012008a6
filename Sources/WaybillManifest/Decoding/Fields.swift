/// The entries of one object, checked against its grammar: what the decoder of the object reads its values from.
struct Fields {
    let grammar: ObjectGrammar
    let slot: Slot
    let context: DecodingContext
    /// What messages call the object: `module 'clock'`, `route '/notes'`.
    let title: String
    private let entries: [String: Node.Entry]
    /// Keys that are there under a misspelt name: that they are missing is no second mistake.
    private var misspelt: Set<String> = []

    /// Takes a mapping, or null for an object without entries, and reports its unknown, missing and clashing keys.
    init(_ slot: Slot, _ grammar: ObjectGrammar, _ context: DecodingContext) {
        self.grammar = grammar
        self.slot = slot
        self.context = context
        var entries: [String: Node.Entry] = [:]
        for entry in slot.node.mappingEntries {
            if let name = entry.key.scalarText, grammar.key(named: name) != nil { entries[name] = entry }
        }
        self.entries = entries
        self.title = Self.title(slot, grammar, entries)
        checkUnknownKeys()
        checkRequiredKeys()
        for group in grammar.groups { check(group) }
        for condition in grammar.conditions { check(condition) }
    }

    /// The decoded value of a key; nil where it is absent, empty or broken.
    subscript<Value>(_ key: Key<Value>) -> Value? {
        guard let entry = entries[key.name], !isEmpty(entry, key) else { return nil }
        return key.kind.decode(slot(of: entry, key), in: context)
    }

    func entry(_ key: some GrammarKey) -> Node.Entry? { entries[key.name] }

    func slot(of entry: Node.Entry, _ key: some GrammarKey) -> Slot {
        Slot(node: entry.value, label: "'\(key.name)'", anchor: entry.key.span)
    }

    /// Where to speak of the object as a whole: the key that names it, or its first line.
    var place: SourceSpan {
        slot.anchor.isEmpty ? context.firstLine(of: slot.node.span) : context.firstLine(of: slot.anchor)
    }

    private static func title(_ slot: Slot, _ grammar: ObjectGrammar, _ entries: [String: Node.Entry]) -> String {
        guard !grammar.titleKeys.isEmpty else { return slot.label }
        for key in grammar.titleKeys {
            guard let node = entries[key.name]?.value else { continue }
            let first: Node? = if case .sequence(let items) = node.content { items.first } else { node }
            if let text = first?.scalarText, !text.isEmpty { return "\(grammar.name) '\(text)'" }
        }
        return grammar.noun
    }
}

// MARK: What the grammar says about keys

extension Fields {
    private mutating func checkUnknownKeys() {
        for entry in slot.node.mappingEntries {
            guard let name = entry.key.scalarText else {
                let keySlot = Slot(node: entry.key, label: "a key of \(title)", anchor: slot.anchor)
                context.reportMismatch(keySlot, expected: "text")
                continue
            }
            guard grammar.key(named: name) == nil else { continue }
            misspelt.formUnion(reportUnknown(name, at: entry.key).prefix(1))
            context.leaveOut(entry.value)
        }
    }

    /// Returns the keys that were probably meant, the nearest first.
    private func reportUnknown(_ name: String, at key: Node) -> [String] {
        let names = grammar.keys.map(\.name).sorted()
        let free = names.filter { entries[$0] == nil }
        let suggestions = didYouMean(name, among: free)
        let fixes = suggestions.first.map { best in
            Diagnostic.Fix(
                description: "rename '\(name)' to '\(best)'", safe: false, edits: [context.replacing(key, by: best)])
        }
        let help = names.count <= 12 ? "\(grammar.noun) takes \(alternatives(names, conjunction: "and"))" : nil
        let message = "unknown key \"\(name)\" in \(title)\(meantClause(suggestions))"
        context.report(
            Diagnostic(
                .unknownKey, at: key.span, message, suggestions: suggestions, help: help,
                fixes: fixes.map { [$0] } ?? []))
        return suggestions
    }

    private func checkRequiredKeys() {
        for key in grammar.keys where key.isRequired && entries[key.name] == nil && !misspelt.contains(key.name) {
            let fixes = insertion(of: key)
            context.report(
                Diagnostic(
                    .missingKey, at: place, "\(title) has no '\(key.name)'",
                    help: fixes.isEmpty ? "write '\(key.name):' in \(title)" : nil, fixes: fixes))
        }
    }

    /// A fix that writes a key whose value can only be one number, before everything else.
    private func insertion(of key: any GrammarKey) -> [Diagnostic.Fix] {
        guard case .integer(let range) = key.shape, range.lowerBound == range.upperBound,
            let first = slot.node.mappingEntries.first
        else {
            return []
        }
        let start = first.key.span.start
        guard start == 0 || context.file.bytes[start - 1] == 10 else { return [] }
        let line = "\(key.name): \(range.lowerBound)"
        let span = SourceSpan(file: first.key.span.file, start: start, end: start)
        return [.init(description: "write '\(line)'", safe: true, edits: [.init(span: span, text: line + "\n")])]
    }

    private func check(_ group: KeyGroup) {
        let given = slot.node.mappingEntries.filter { entry in
            group.keys.contains { $0.name == entry.key.scalarText }
        }
        guard let first = given.first, let firstName = first.key.scalarText else {
            if group.isNeeded, !group.keys.contains(where: { misspelt.contains($0.name) }) { reportMissing(group) }
            return
        }
        for entry in given.dropFirst() {
            guard let name = entry.key.scalarText else { continue }
            let message = "\(grammar.noun) takes '\(firstName)' or '\(name)', not both"
            let note = Diagnostic.Note("'\(firstName)' is here", at: first.key.span)
            context.report(Diagnostic(.exclusiveKeys, at: entry.key.span, message, notes: [note]))
        }
    }

    private func reportMissing(_ group: KeyGroup) {
        let names = alternatives(group.keys.map(\.name))
        let message = "\(title) has no \(names)"
        context.report(Diagnostic(.missingKey, at: place, message, help: "give it exactly one of \(names)"))
    }

    private func check(_ condition: KeyCondition) {
        guard let entry = entries[condition.key.name] else { return }
        let other = entries[condition.needs.name]
        guard other?.value.scalarText != condition.word else { return }
        let need = "\(condition.needs.name): \(condition.word)"
        let notes = other.map { [Diagnostic.Note("'\(condition.needs.name)' is here", at: $0.value.span)] } ?? []
        context.report(
            Diagnostic(
                .exclusiveKeys, at: entry.key.span, "'\(condition.key.name)' is only for '\(need)'", notes: notes,
                help: "write '\(need)' in \(title), or remove '\(condition.key.name)'"))
    }

    /// Reports a section or list in which nothing stands: S006, or S002 where something is needed.
    private func isEmpty(_ entry: Node.Entry, _ key: some GrammarKey) -> Bool {
        let hasNothing =
            entry.value.isNullValue
            ? !key.shape.admitsNull : entry.value.isEmptyCollection && context.isBlank(entry.value)
        guard key.shape.isCollection, hasNothing else { return false }
        guard !entry.value.isRefusedAlias else { return true }
        let isNeeded =
            key.isRequired
            || grammar.groups.contains { group in
                group.isNeeded && group.keys.contains { $0.name == key.name }
            }
        if isNeeded {
            let message = "'\(key.name)' of \(title) is empty"
            let help = "give '\(key.name)' a value, or remove what it belongs to"
            context.report(Diagnostic(.missingKey, at: entry.key.span, message, help: help))
        } else {
            let edits = context.removal(of: entry)
            let fix = Diagnostic.Fix(description: "remove '\(key.name)'", safe: true, edits: edits)
            context.report(
                Diagnostic(
                    .emptySection, at: entry.key.span, "'\(key.name)' is empty; remove it",
                    fixes: edits.isEmpty ? [] : [fix]))
        }
        return true
    }
}

extension DecodingContext {
    /// Whether nothing is written in a collection: keys that the reader refused are no part of the node.
    fileprivate func isBlank(_ node: Node) -> Bool {
        file.bytes.clamped(node.span).allSatisfy { "{}[] \t\r\n".utf8.contains($0) }
    }
}

extension Node {
    fileprivate var isEmptyCollection: Bool {
        if case .scalar = content { return false }
        return childCount == 0
    }
}
