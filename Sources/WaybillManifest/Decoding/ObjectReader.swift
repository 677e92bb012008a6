package import WaybillSyntax

/// Reads the values of one object, and checks its keys against a grammar.
package final class ObjectReader {
    let grammar: ObjectGrammar
    package let input: DecodingInput
    let context: DecodingContext
    /// The entries with known keys. There are few, so a linear search is faster than a hash table.
    private let entries: [(name: String, entry: YAMLNode.Entry)]
    /// Keys that are present under a misspelled name. They are not reported as missing, too.
    private var misspelt: Set<String> = []

    /// Reads a mapping, and reports its unknown, missing and conflicting keys. Any other node is an object without
    /// entries.
    init(_ input: DecodingInput, _ grammar: ObjectGrammar, _ context: DecodingContext) {
        self.grammar = grammar
        self.input = input
        self.context = context
        var known: [(name: String, entry: YAMLNode.Entry)] = []
        known.reserveCapacity(min(input.node.childCount, grammar.keys.count))
        for entry in input.node.entries {
            if let name = entry.key.scalarText, grammar.hasKey(named: name) { known.append((name, entry)) }
        }
        entries = known
        if entries.count < input.node.childCount { reportUnknownKeys() }
        for key in grammar.requiredKeys where entry(named: key.name) == nil { reportMissing(key) }
        for group in grammar.groups { check(group) }
        for condition in grammar.conditions { check(condition) }
    }

    /// The decoded value of a key; `nil` if it is absent, empty or broken.
    package subscript<Value>(_ key: Key<Value>) -> Value? {
        guard let entry = entry(named: key.name), !isEmpty(entry, key) else { return nil }
        let value = DecodingInput(node: entry.value, label: .key(key.name), anchor: entry.key.span)
        return key.decoder.decode(value, in: context, help: help(with: entry.value, for: key))
    }

    package func entry(_ key: some GrammarKey) -> YAMLNode.Entry? { entry(named: key.name) }

    private func entry(named name: String) -> YAMLNode.Entry? { entries.first { $0.name == name }?.entry }

    /// Whether a key is present, under its own name or a misspelled one.
    func isMeant(_ key: some GrammarKey) -> Bool { entry(key) != nil || misspelt.contains(key.name) }

    func isMisspelt(_ key: some GrammarKey) -> Bool { misspelt.contains(key.name) }

    /// The place for messages about the whole object: the key that names it, or its first line.
    package var place: SourceSpan {
        input.anchor.isEmpty ? context.firstLine(of: input.node.span) : context.firstLine(of: input.anchor)
    }

    /// The name of the object in messages: `module 'clock'`, `route '/notes'`.
    var title: String {
        guard !grammar.titleKeys.isEmpty else { return "\(input.label)" }
        for key in grammar.titleKeys {
            guard let node = entry(named: key.name)?.value else { continue }
            let first = node.kind == .sequence ? node.items.first { _ in true } : node
            if let text = first?.scalarText, !text.isEmpty { return "\(grammar.name) '\(text)'" }
        }
        return grammar.noun
    }
}

extension DecodingContext {
    /// Reads the object at the top of a file. Reports S003 and returns `nil` if the file has another value.
    func object(_ node: YAMLNode, _ grammar: ObjectGrammar, called noun: String) -> ObjectReader? {
        let anchor = node.entries.first { _ in true }?.key.span ?? node.span
        let input = DecodingInput(node: node, label: .phrase(noun), anchor: anchor)
        guard Shape.object(grammar).admits(node) else {
            reportMismatch(input, expected: .object(grammar))
            return nil
        }
        return ObjectReader(input, grammar, self)
    }
}

// MARK: Unknown keys

extension ObjectReader {
    private func reportUnknownKeys() {
        for entry in input.node.entries {
            if context.isSpent { break }
            guard let name = entry.key.scalarText else {
                let key = DecodingInput(node: entry.key, label: .phrase("a key of \(title)"), anchor: input.anchor)
                context.reportMismatch(key, expected: "text")
                continue
            }
            guard !grammar.hasKey(named: name) else { continue }
            misspelt.formUnion(reportUnknown(name, at: entry.key).prefix(1))
            // An invisible character may replace the blank after a colon. Then the value is a part of the key.
            if InvisibleCharacter.first(in: name) != nil { misspelt.formUnion(grammar.keys.map(\.name)) }
            context.leaveOut(entry.value)
        }
    }

    /// Reports an unknown key, and returns the keys that were probably meant, nearest first.
    private func reportUnknown(_ name: String, at key: YAMLNode) -> [String] {
        let names = grammar.keys.map(\.name).sorted()
        let foreign = grammar.foreignKey(named: name)
        let free = names.filter { entry(named: $0) == nil }
        let suggestions =
            foreign.map { $0.help == nil ? free.filter { [meant = $0.meant?.name] in $0 == meant } : [] }
            ?? didYouMean(name, among: free)
        let fixes = suggestions.prefix(1).map { best in
            Diagnostic.Fix("rename '\(name)' to '\(best)'", safe: false, .write(best, at: key.span))
        }
        let keys = "\(grammar.noun) takes \(alternatives(names, conjunction: "and"))"
        let message = "unknown key \"\(name)\" in \(title)\(didYouMeanClause(suggestions))"
        context.report(
            Diagnostic(
                .unknownKey, at: key.span, message, suggestions: suggestions, help: foreign?.help ?? keys, fixes: fixes)
        )
        return foreign?.meant.map { [$0.name] } ?? suggestions
    }
}

// MARK: Missing and clashing keys

extension ObjectReader {
    private func reportMissing(_ key: any GrammarKey) {
        guard !misspelt.contains(key.name) else { return }
        let fixes = insertion(of: key)
        context.report(
            Diagnostic(
                .missingKey, at: place, "\(title) has no '\(key.name)'",
                help: fixes.isEmpty ? "write '\(key.name):' in \(title)" : nil, fixes: fixes))
    }

    /// Returns a fix that inserts a key before all others, if its value can only be one number.
    private func insertion(of key: any GrammarKey) -> [Diagnostic.Fix] {
        guard case .integer(let range) = key.shape, range.lowerBound == range.upperBound,
            let first = input.node.entries.first(where: { _ in true })
        else { return [] }
        let start = first.key.span.start
        guard start == 0 || context.file.bytes[start - 1] == UInt8(ascii: "\n") else { return [] }
        let line = "\(key.name): \(range.lowerBound)"
        let span = SourceSpan(file: first.key.span.file, start: start, end: start)
        return [.init(description: "write '\(line)'", safe: true, edits: [.init(span: span, text: line + "\n")])]
    }

    private func check(_ group: KeyGroup) {
        let count = group.names.count { entry(named: $0) != nil }
        if count == 0, group.isNeeded, misspelt.isDisjoint(with: group.names) { reportMissing(group) }
        if count > 1 { reportClash(of: entries.filter { group.names.contains($0.name) }) }
    }

    private func reportMissing(_ group: KeyGroup) {
        let names = alternatives(group.names)
        let message = "\(title) has no \(names)"
        context.report(Diagnostic(.missingKey, at: place, message, help: "give it exactly one of \(names)"))
    }

    private func reportClash(of given: [(name: String, entry: YAMLNode.Entry)]) {
        let first = given[0]
        for (name, entry) in given.dropFirst() {
            let message = "\(grammar.noun) takes '\(first.name)' or '\(name)', not both"
            let note = Diagnostic.Note("'\(first.name)' is here", at: first.entry.key.span)
            context.report(
                Diagnostic(
                    .exclusiveKeys, at: entry.key.span, message, notes: [note],
                    help: "remove '\(first.name)' or '\(name)'"))
        }
    }

    private func check(_ condition: KeyCondition) {
        guard let entry = entry(named: condition.key.name) else { return }
        let other = self.entry(named: condition.needs.name)
        guard other.map({ condition.isUnmet(by: $0.value) }) ?? !misspelt.contains(condition.needs.name) else { return }
        let need = condition.needs.name + (condition.word.map { ": \($0)" } ?? "")
        let notes = other.map { [Diagnostic.Note("'\(condition.needs.name)' is here", at: $0.value.span)] } ?? []
        context.report(
            Diagnostic(
                .exclusiveKeys, at: entry.key.span, "'\(condition.key.name)' is only for '\(need)'", notes: notes,
                help: (condition.word == nil ? "" : "write '\(need)' in \(title), or ")
                    + "remove '\(condition.key.name)'"))
    }
}

// MARK: Values of another kind

extension ObjectReader {
    /// Returns help for a value of the wrong kind.
    private func help(with value: YAMLNode, for key: some GrammarKey) -> String? {
        if value.kind == .sequence, let plural = grammar.key(named: key.name + "s"), plural.shape.isList {
            return "list several under '\(plural.name)'"
        }
        if case .object(let grammar) = key.shape, let short = grammar.shortKey, let text = value.scalarText {
            return "write `\(key.name): { \(short.name): \(text) }`"
        }
        return nil
    }
}

// MARK: Empty values

extension ObjectReader {
    /// Whether a value is empty although its key needs entries or items. Reports S006, or S002 if the key is required.
    private func isEmpty(_ entry: YAMLNode.Entry, _ key: some GrammarKey) -> Bool {
        guard entry.value.isNullValue || entry.value.isEmptyCollection, key.shape.isCollection,
            !admitsEmpty(entry.value, key.shape)
        else { return false }
        guard !entry.value.isRefusedAlias else { return true }
        let groups = grammar.groups.filter { $0.names.contains(key.name) }
        // A conflict with another key of the group is already reported.
        let isClash = groups.contains { $0.names.contains { $0 != key.name && self.entry(named: $0) != nil } }
        if isClash { return true }
        let isRequired = key.isRequired || groups.contains(where: \.isNeeded)
        context.report(isRequired ? missingValue(entry, key) : emptySection(entry, key))
        return true
    }

    private func admitsEmpty(_ value: YAMLNode, _ shape: Shape) -> Bool {
        if value.isNullValue { return shape.admitsNull }
        return !context.isBlank(value) || value.kind == .sequence && shape.takesEmptyList
    }

    private func missingValue(_ entry: YAMLNode.Entry, _ key: some GrammarKey) -> Diagnostic {
        Diagnostic(
            .missingKey, at: entry.key.span, "'\(key.name)' of \(title) is empty",
            help: "give '\(key.name)' a value, or remove what it belongs to")
    }

    private func emptySection(_ entry: YAMLNode.Entry, _ key: some GrammarKey) -> Diagnostic {
        let fix = Diagnostic.Fix("remove '\(key.name)'", safe: true, .unset(key.name, in: .item(input.node.span)))
        return Diagnostic(.emptySection, at: entry.key.span, "'\(key.name)' is empty; remove it", fixes: [fix])
    }
}

extension DecodingContext {
    /// Whether a collection contains only comments. Keys that the reader rejected are in the text, but not in the node.
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
