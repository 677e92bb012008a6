/// The entries of one object, checked against its grammar: what the decoder of the object reads its values from.
///
/// A class, for it is handed to each of the object's keys, and a copy would retain half a dozen things.
package final class Fields {
    let grammar: ObjectGrammar
    package let slot: Slot
    let context: DecodingContext
    private var known = KnownEntries()
    /// Keys that are there under a misspelt name: that they are missing is no second mistake.
    private var misspelt: Set<String> = []

    /// Takes a mapping, or null for an object without entries, and reports its unknown, missing and clashing keys.
    init(_ slot: Slot, _ grammar: ObjectGrammar, _ context: DecodingContext) {
        self.grammar = grammar
        self.slot = slot
        self.context = context
        var (found, areAllKnown) = (KnownEntries(), true)
        if !slot.isEmptied {
            slot.node.forEachKey { record in
                if let code = grammar.code(of: slot.node.document.node(at: record)) {
                    found.append(code, record: record)
                } else {
                    areAllKnown = false
                }
            }
        }
        known = found
        if !areAllKnown { reportUnknownKeys() }
        for code in grammar.requiredCodes where known[code] == nil { reportMissing(code) }
        for index in grammar.groups.indices { check(grammar.groups[index]) }
        for index in grammar.conditions.indices { check(grammar.conditions[index]) }
    }

    /// The decoded value of a key; nil where it is absent, empty or broken.
    package subscript<Value>(_ key: Key<Value>) -> Value? {
        guard let record = known[key.code] else { return nil }
        let entry = slot.node.document.entry(at: record)
        guard !isEmpty(entry, key) else { return nil }
        return key.kind.decode(slot(of: entry, key), in: context)
    }

    func entry(_ key: some GrammarKey) -> YAMLNode.Entry? { entry(key.code) }

    /// Whether a key is there, under its own name or under a misspelt one.
    func isMeant(_ key: some GrammarKey) -> Bool { known[key.code] != nil || misspelt.contains(key.name) }

    private func entry(_ code: KeyCode) -> YAMLNode.Entry? {
        known[code].map { slot.node.document.entry(at: $0) }
    }

    func slot(of entry: YAMLNode.Entry, _ key: some GrammarKey) -> Slot {
        Slot(node: entry.value, label: .key(key.name), anchor: entry.key.span)
    }

    /// Where to speak of the object as a whole: the key that names it, or its first line.
    var place: SourceSpan {
        slot.anchor.isEmpty ? context.firstLine(of: slot.node.span) : context.firstLine(of: slot.anchor)
    }

    /// What messages call the object: `module 'clock'`, `route '/notes'`.
    var title: String {
        guard !grammar.titleKeys.isEmpty else { return "\(slot.label)" }
        for key in grammar.titleKeys {
            guard let node = entry(key.code)?.value else { continue }
            var items = node.items.makeIterator()
            let first = node.kind == .sequence ? items.next() : node
            if let text = first?.scalarText, !text.isEmpty { return "\(grammar.name) '\(text)'" }
        }
        return grammar.noun
    }
}

/// The entries whose keys the grammar knows: the key's code and its record, in the order of the file.
///
/// Keys are unique, so that there are never more entries than keys in the grammar. They lie in the value itself: objects
/// are many, and none needs memory of its own.
private struct KnownEntries {
    private var codes = SIMD16<UInt32>()
    private var records = SIMD16<UInt32>()
    private var count = 0

    mutating func append(_ code: KeyCode, record: Int) {
        guard count < ObjectGrammar.mostKeys else { return }
        codes[count] = code.value
        records[count] = UInt32(record)
        count += 1
    }

    subscript(_ code: KeyCode) -> Int? {
        for index in 0..<count where codes[index] == code.value { return Int(records[index]) }
        return nil
    }
}

// MARK: What the grammar says about keys

extension Fields {
    private func reportUnknownKeys() {
        for entry in slot.entries {
            if context.isSpent { break }
            guard let name = entry.key.scalarText else {
                let keySlot = Slot(node: entry.key, label: .phrase("a key of \(title)"), anchor: slot.anchor)
                context.reportMismatch(keySlot, expected: "text")
                continue
            }
            guard grammar.code(of: entry.key) == nil else { continue }
            misspelt.formUnion(reportUnknown(name, at: entry.key).prefix(1))
            // What nobody sees may stand for a space, and then the value is part of the key.
            if InvisibleCharacter.first(in: name) != nil { misspelt.formUnion(grammar.keys.map(\.name)) }
            context.leaveOut(entry.value)
        }
    }

    /// Returns the keys that were probably meant, the nearest first.
    private func reportUnknown(_ name: String, at key: YAMLNode) -> [String] {
        let names = grammar.keys.map(\.name).sorted()
        let free = names.filter { known[KeyCode($0.utf8)] == nil }
        let suggestions = didYouMean(name, among: free)
        let fixes = suggestions.first.map { best in
            Diagnostic.Fix("rename '\(name)' to '\(best)'", safe: false, .write(best, at: key.span))
        }
        let help = names.count <= 12 ? "\(grammar.noun) takes \(alternatives(names, conjunction: "and"))" : nil
        let message = "unknown key \"\(name)\" in \(title)\(meantClause(suggestions))"
        context.report(
            Diagnostic(
                .unknownKey, at: key.span, message, suggestions: suggestions, help: help,
                fixes: fixes.map { [$0] } ?? []))
        return suggestions
    }

    private func reportMissing(_ code: KeyCode) {
        guard let key = grammar.keys.first(where: { $0.code == code }), !misspelt.contains(key.name) else { return }
        let fixes = insertion(of: key)
        context.report(
            Diagnostic(
                .missingKey, at: place, "\(title) has no '\(key.name)'",
                help: fixes.isEmpty ? "write '\(key.name):' in \(title)" : nil, fixes: fixes))
    }

    /// A fix that writes a key whose value can only be one number, before everything else.
    private func insertion(of key: any GrammarKey) -> [Diagnostic.Fix] {
        guard case .integer(let range) = key.shape, range.lowerBound == range.upperBound,
            let first = slot.entries.first(where: { _ in true })
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
        var count = 0
        for code in group.codes where known[code] != nil { count += 1 }
        if count == 0, group.isNeeded, !group.keys.contains(where: { misspelt.contains($0.name) }) {
            reportMissing(group)
        }
        if count > 1 { reportClash(group) }
    }

    private func reportClash(_ group: KeyGroup) {
        let given = group.codes.compactMap { entry($0) }.sorted { $0.record < $1.record }
        let names = given.map { $0.key.scalarText ?? "" }
        for (name, entry) in zip(names, given).dropFirst() {
            let message = "\(grammar.noun) takes '\(names[0])' or '\(name)', not both"
            let note = Diagnostic.Note("'\(names[0])' is here", at: given[0].key.span)
            context.report(Diagnostic(.exclusiveKeys, at: entry.key.span, message, notes: [note]))
        }
    }

    private func reportMissing(_ group: KeyGroup) {
        let names = alternatives(group.keys.map(\.name))
        let message = "\(title) has no \(names)"
        context.report(Diagnostic(.missingKey, at: place, message, help: "give it exactly one of \(names)"))
    }

    private func check(_ condition: KeyCondition) {
        guard let entry = entry(condition.keyCode) else { return }
        let other = self.entry(condition.needs.code)
        guard other.map({ condition.isUnmet(by: $0.value) }) ?? !misspelt.contains(condition.needs.name) else { return }
        let need = "\(condition.needs.name): \(condition.word)"
        let notes = other.map { [Diagnostic.Note("'\(condition.needs.name)' is here", at: $0.value.span)] } ?? []
        context.report(
            Diagnostic(
                .exclusiveKeys, at: entry.key.span, "'\(condition.key.name)' is only for '\(need)'", notes: notes,
                help: "write '\(need)' in \(title), or remove '\(condition.key.name)'"))
    }

    /// Reports a section or list in which nothing stands: S006, or S002 where something is needed.
    private func isEmpty(_ entry: YAMLNode.Entry, _ key: some GrammarKey) -> Bool {
        let isNull = entry.value.isNullValue
        guard isNull || entry.value.isEmptyCollection, key.shape.isCollection,
            isNull ? !key.shape.admitsNull : context.isBlank(entry.value),
            entry.value.kind != .sequence || !key.shape.takesEmptyList
        else { return false }
        guard !entry.value.isRefusedAlias else { return true }
        let groups = grammar.groups.filter { group in group.keys.contains { $0.name == key.name } }
        // That another key of the group is given too has been told.
        if groups.contains(where: { $0.codes.contains { $0 != key.code && known[$0] != nil } }) { return true }
        if key.isRequired || groups.contains(where: \.isNeeded) {
            let message = "'\(key.name)' of \(title) is empty"
            let help = "give '\(key.name)' a value, or remove what it belongs to"
            context.report(Diagnostic(.missingKey, at: entry.key.span, message, help: help))
        } else {
            let fix = Diagnostic.Fix(
                "remove '\(key.name)'", safe: true, .unset(key.name, in: .item(slot.node.span)))
            context.report(
                Diagnostic(.emptySection, at: entry.key.span, "'\(key.name)' is empty; remove it", fixes: [fix]))
        }
        return true
    }
}

extension DecodingContext {
    /// Whether nothing but comments is written in a collection: keys that the reader refused are no part of the node.
    fileprivate func isBlank(_ node: YAMLNode) -> Bool {
        var rest = file.bytes.clamped(node.span)
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "#") { rest = rest.drop { !$0.isBreak } }
            guard "#{}[] \t\r\n".utf8.contains(byte) else { return false }
        }
        return true
    }
}

extension YAMLNode {
    fileprivate var isEmptyCollection: Bool { !isScalar && childCount == 0 }
}
