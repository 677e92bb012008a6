import WaybillManifest
import WaybillRules
import WaybillSyntax

/// What can be written at a place.
///
/// The word at the place is replaced by a mark, and the one reader of YAML says what the mark is: a key, a value or a name.
struct Completion {
    let analysis: SetAnalysis
    private let client: Client
    let file: SourceFile
    let path: String
    let word: CompletionWord
    private let places: Places

    init?(_ question: Question, _ analysis: SetAnalysis) {
        guard let document = question.document else { return nil }
        self.analysis = analysis
        client = question.client
        file = document.file
        path = question.path
        word = CompletionWord(at: question.offset(of: question.params["position"], in: file), in: file)
        places = Places(document, client)
    }

    var answer: JSONValue {
        guard !word.isInComment else { return [] }
        let items = valueItems ?? keyItems ?? configurationItems ?? []
        // A list that may have been cut is asked for again after the next key.
        return ["isIncomplete": .bool(items.count >= NameChoice.limit), "items": .array(items)]
    }

    // MARK: Values

    /// `nil` if the place is not a value.
    private var valueItems: [JSONValue]? {
        guard let root = read(word.marked(as: .value, in: file)) else { return nil }
        var found: GrammarPlace?
        GrammarWalk.walk(root, GrammarWalk.grammar(of: path)) { place in
            if found == nil, place.node.isScalar, place.node.scalarText?.contains(CompletionWord.mark) == true {
                found = place
            }
        }
        guard let found, let text = found.node.scalarText else { return nil }
        let isTarget = NameRole.targets.contains(found.slot)
        guard text == CompletionWord.mark || isTarget else { return nil }
        let items = isTarget ? captureItems(found) : items(for: found)
        // A mapping that has no entry yet reads as a text.
        return items.isEmpty ? nil : items
    }

    private func items(for place: GrammarPlace) -> [JSONValue] {
        if place.isName { return nameItems(place, suffix: ": ") }
        return place.shape.alternatives.flatMap { shape -> [JSONValue] in
            switch shape {
            case .words(let words): words.map { item($0.text, 20, documentation: $0.summary) }
            case .numbers(let numbers):
                numbers.map { item("\($0.value)", 12, isName: false, documentation: $0.summary) }
            case .flag: [item("true", 12, isName: false), item("false", 12, isName: false)]
            case .object(let grammar): keys(of: grammar, in: nil) + snippets(of: grammar)
            case .list(let inner, _, _):
                // Without brackets the value would not be a list.
                items(for: inner, place).map { wrapped($0) }
            default: []
            }
        } + nameItems(place, suffix: "")
    }

    private func items(for inner: Shape, _ place: GrammarPlace) -> [JSONValue] {
        let words = inner.alternatives.flatMap { shape -> [Word] in
            if case .words(let words) = shape { words } else { [] }
        }
        return words.map { item($0.text, 20, documentation: $0.summary) }
    }

    private func wrapped(_ item: JSONValue) -> JSONValue {
        guard let edit = item["textEdit"], let text = edit["newText"]?.string else { return item }
        return item.with("textEdit", edit.with("newText", .string("[\(text)]")))
    }

    /// The names that the set and the registry have for a place.
    private func nameItems(_ place: GrammarPlace, suffix: String) -> [JSONValue] {
        guard let role = NameRole.all[place.slot], !role.isDeclaration else { return [] }
        if role.kinds == [.capture] {
            return captures(of: place).map { item($0, 6, suffix: suffix, detail: "parameter of the pattern") }
        }
        let isList = place.shape.alternatives.contains { if case .list = $0 { true } else { false } }
        let card = RouteCard(analysis)
        let choice = NameChoice(typed: word.typed(in: file))
        let index = analysis.indexOfManifest(at: path)
        return role.kinds.flatMap { kind -> [JSONValue] in
            let used = analysis.names.texts(of: kind, without: file.text(in: word.span), in: index)
            let all = used.union(analysis.registered(kind).map(\.name))
            return choice.chosen(from: all).map { name in
                let new = item(
                    name, kind.isDeclared ? 18 : 3, suffix: suffix, detail: kind.rawValue,
                    documentation: all.count > Self.documentedLimit ? nil : card.summary(of: kind, named: name))
                return isList ? wrapped(new) : new
            }
        }
    }

    private static let documentedLimit = 200

    // MARK: Captures

    private func captureItems(_ place: GrammarPlace) -> [JSONValue] {
        captures(of: place).map { name in
            let edit = Diagnostic.Edit(span: word.capture(in: file), text: ":\(name)")
            return item(":\(name)", 6, edit: edit, detail: "parameter of the pattern")
        }
    }

    /// The parameters of the pattern of the same entry.
    private func captures(of place: GrammarPlace) -> [String] {
        let names = FileNames(SourceFile(path: path, bytes: word.marked(as: .value, in: file)), index: 0)
        let inside = names.places.filter { $0.kinds == [.capture] && $0.isDeclaration }.filter {
            $0.entry.start <= place.entry.start && place.entry.start <= $0.entry.end
        }
        return Set(inside.map(\.name)).sorted()
    }

    // MARK: Keys

    /// `nil` if the place is not a key.
    private var keyItems: [JSONValue]? {
        guard let root = read(word.marked(as: .key, in: file)) else { return nil }
        var found: [JSONValue]?
        GrammarWalk.walk(root, GrammarWalk.grammar(of: path)) { node, grammar, entry in
            guard found == nil, entry.key.scalarText == CompletionWord.mark else { return }
            found = keys(of: grammar, in: node)
        } value: { place in
            guard found == nil, place.isName, place.node.scalarText == CompletionWord.mark else { return }
            let names = nameItems(place, suffix: word.hasColon ? "" : ": ") + entrySnippets(of: place)
            found = place.key.name == "rules" ? ruleItems : names
        }
        return found
    }

    private var ruleItems: [JSONValue] {
        Rule.all.map { item($0.id, 21, suffix: word.hasColon ? "" : ": ", detail: $0.name) }
    }

    /// The keys that an object does not have yet, and that do not exclude those that it has.
    private func keys(of grammar: ObjectGrammar, in node: YAMLNode?) -> [JSONValue] {
        let present = Set(node?.entries.compactMap(\.key.scalarText) ?? [])
        let excluded = grammar.groups.filter { !present.isDisjoint(with: $0.names) }.flatMap(\.names)
        let isFlow =
            node.map { file.bytes.indices.contains($0.span.start) && file.bytes[$0.span.start] == 0x7B } ?? false
        return grammar.keys.filter { !present.contains($0.name) && !excluded.contains($0.name) }.map { key in
            let suffix = word.hasColon ? "" : key.startsBlock && !isFlow ? ":\n\(word.indent)  " : ": "
            return item(
                key.name, 10, suffix: suffix, detail: key.isRequired ? "required" : nil,
                documentation: Hover.text(of: key))
        }
    }

    /// A new entry of a section, in a form that is valid in both styles.
    private func entrySnippets(of place: GrammarPlace) -> [JSONValue] {
        let entry: (noun: String, text: String)? =
            switch place.slot {
            case "manifest.modules!": ("module", "${1:name}: { factory: ${2:factory} }")
            case "manifest.interceptors!": ("interceptor", "${1:name}: { url: ${2:/path/**}, use: ${3:code} }")
            case "manifest.protocols!": ("protocol", "${1:Name}: { summary: ${2:Summary.} }")
            default: nil
            }
        guard client.takesSnippets, !word.hasColon, let entry else { return [] }
        return [
            item(entry.noun, 15, edit: Diagnostic.Edit(span: word.span, text: entry.text), detail: "new \(entry.noun)")
                .with("insertTextFormat", 2)
        ]
    }

    private func snippets(of grammar: ObjectGrammar) -> [JSONValue] {
        let lines: [String]? =
            switch grammar.name {
            case "route": ["url: ${1:/path/:id}", "handler: ${2:name}"]
            case "test": ["open: ${1:/path}", "expect: { ${2:handler}: ${3:name} }"]
            default: nil
            }
        guard client.takesSnippets, let lines else { return [] }
        let text = lines.joined(separator: "\n\(word.indent)")
        return [
            item(grammar.name, 15, edit: Diagnostic.Edit(span: word.span, text: text), detail: grammar.noun)
                .with("insertTextFormat", 2)
        ]
    }

    // MARK: Items

    func read(_ bytes: [UInt8]) -> YAMLNode? {
        YAMLReader.read(SourceFile(path: path, bytes: bytes), index: 0).node
    }

    func item(
        _ label: String, _ kind: Int, isName: Bool = true, suffix: String = "", edit: Diagnostic.Edit? = nil,
        detail: String? = nil,
        documentation: String? = nil
    ) -> JSONValue {
        let text = word.isQuoted || !isName ? label : ScalarText.written(label)
        let edit = edit ?? Diagnostic.Edit(span: word.span, text: text + suffix)
        let item: JSONValue = ["label": .string(label), "kind": .integer(kind), "textEdit": places.textEdit(edit)]
        return item.with("detail", detail.map(JSONValue.string))
            .with("documentation", documentation.map { ["kind": "markdown", "value": .string($0)] })
    }
}

extension RouteCard {
    /// One sentence about a name, which does not take a search.
    func summary(of kind: NameKind, named name: String) -> String? {
        let set = analysis.compilation.set
        return switch kind {
        case .module: set.modules.first { $0.id.value == name }?.summary
        case .protocol: set.protocols.first { $0.name.value == name }?.summary
        case .interceptor: set.interceptors.first { $0.id.value == name }?.summary
        case .tag: set.tags.first { $0.name.value == name }?.summary
        default: nil
        }
    }
}

extension GrammarKey {
    /// Whether its value is usually written on lines of its own.
    fileprivate var startsBlock: Bool {
        shape.alternatives.allSatisfy { form in
            switch form {
            case .named(_, let inner): inner.isObject
            case .list(let inner, _, _): inner.isObject
            default: false
            }
        }
    }
}
