import WaybillManifest
import WaybillSyntax
import WaybillTable
package import WaybillTools

/// Writes the exported operations into a document, and keeps everything else in it: comments, order and layout.
///
/// Missing paths, methods and security schemes are added at the ends of their mappings, and schemas of path parameters with
/// other values are replaced. Nothing is removed. A second run changes nothing.
///
/// What the document uses elsewhere, too, by a `$ref` or an alias, is not changed, because the change is not for those uses.
package struct ContractMerge {
    private let contract: Contract
    private let export: ContractExport
    private let editor: ManifestEditor
    private let source: SourceFile
    private var edits: [Diagnostic.Edit] = []
    /// What the document still lacks, a sentence for each.
    package private(set) var losses: [String] = []
    /// By shape: the path in the document.
    private var known: [String: YAMLNode.Entry] = [:]
    /// By method and shape: the operation in the document.
    private let operations: [String: Int]
    /// By shape: the operations in the document.
    private let operationsOfPath: [String: [Int]]
    /// By the place of a schema: the operations that have it.
    private let owners: [SourceSpan: [Int]]
    private let shared: SharedValues
    /// Whether the document has security for operations that say nothing.
    private let hasDefault: Bool
    /// The security schemes of added operations that the document does not declare.
    private var undeclared: Set<String> = []
    private lazy var canDeclare =
        declaration(of: [.init("scheme", [:])]).map { canInsert($0.entries, into: $0.node) } ?? false
    /// The ids of all operations, those of webhooks and callbacks included.
    private var ids: Set<String>
    /// By the place of a schema: what routes serve of each operation that has it.
    private var wanted: [SourceSpan: [Wanted]] = [:]

    /// What routes serve of a parameter.
    private struct Wanted {
        var known: OpenAPIDocument.Parameter
        /// The operation in the document.
        var number: Int
        var automaton: Automaton?
        var schema: SchemaValue
    }

    /// - Returns: `nil` if the document has no paths that can be edited.
    package init?(_ export: ContractExport, into contract: Contract) {
        let document = contract.document
        guard let paths = document.paths, let source = document.files.first,
            let editor = ManifestEditor(source, index: paths.span.file)
        else { return nil }
        self.contract = contract
        self.export = export
        self.editor = editor
        self.source = source
        operations = contract.operationsByShape
        operationsOfPath = Dictionary(
            grouping: document.operations.indices.filter { contract.operations[$0] != nil },
            by: { contract.shape(ofOperation: $0) ?? "" })
        owners = Self.owners(document)
        shared = SharedValues(document)
        ids = Set(document.roots.flatMap { $0.document.scalars(ofKeys: ["operationId"]).map(\.text) })
        hasDefault = document.root?.value(ofKey: "security").map { $0.childCount > 0 } ?? false
        for entry in paths.entries {
            guard let text = entry.key.scalarText, let shape = shape(contract.base.path + text) else { continue }
            known[shape] = entry
        }
        merge(paths)
        for places in wanted.sorted(by: { $0.key < $1.key }) { replace(places.value) }
        declareSchemes()
    }

    /// The document with the changes.
    package var change: FileChange {
        FileChange(path: source.path, old: source.bytes, new: source.bytes.applying(edits))
    }

    private static func owners(_ document: OpenAPIDocument) -> [SourceSpan: [Int]] {
        var owners: [SourceSpan: [Int]] = [:]
        for (number, operation) in document.operations.enumerated() {
            for span in Set(operation.parameters.values.map(\.span)) { owners[span, default: []].append(number) }
        }
        return owners
    }

    private func shape(_ path: String) -> String? {
        guard let template = try? PathTemplate(path) else { return nil }
        return (try? Pattern(template.patternText))?.shape(contract.table.settings)
    }

    private mutating func merge(_ paths: YAMLNode) {
        var missing: [SchemaValue.Member] = []
        for path in export.paths {
            guard path.text.hasPrefix(contract.base.path + "/") || contract.base.path.isEmpty else {
                losses.append("'\(path.text)' is not below the base path '\(contract.base.path)'")
                continue
            }
            guard let shape = shape(path.text), let entry = known[shape] else {
                let text = String(path.text.dropFirst(contract.base.path.count))
                var own = path
                own.operations = path.operations.compactMap { prepared($0, text) }
                if !own.operations.isEmpty { missing.append(.init(text, own.value(hasDefault: hasDefault))) }
                continue
            }
            merge(path, into: entry, shape)
        }
        insert(missing, into: paths, "paths")
    }

    private mutating func merge(_ path: ContractExport.Path, into entry: YAMLNode.Entry, _ shape: String) {
        var missing: [SchemaValue.Member] = []
        let text = entry.key.scalarText ?? ""
        let names = (try? PathTemplate(text))?.captures.map { $0.parameters.joined(separator: ",") }
        for operation in path.operations {
            if let number = operations["\(operation.method.uppercased()) \(shape)"] {
                compareSchemas(of: number, operation.parameters)
            } else if let own = prepared(operation, text) {
                missing.append(.init(own.method, own.value(naming: names, hasDefault: hasDefault)))
            }
        }
        for number in operationsOfPath[shape] ?? [] {
            let method = contract.document.operations[number].method
            guard let others = path.others, !path.operations.contains(where: { $0.method.uppercased() == method })
            else { continue }
            compareSchemas(of: number, others)
        }
        insert(missing, into: entry.value, text)
    }

    // MARK: Edits

    private mutating func insert(_ entries: [SchemaValue.Member], into node: YAMLNode, _ name: String) {
        guard !entries.isEmpty else { return }
        if canInsert(entries, into: node), let edit = insertion(of: entries, into: node) { return edits.append(edit) }
        let use = shared.use(of: node.span).map { ", which \(self.name(of: $0)) uses, too" } ?? ""
        losses.append("'\(entries.map(\.name).joined(separator: ", "))' could not be added to '\(name)'" + use)
    }

    private func canInsert(_ entries: [SchemaValue.Member], into node: YAMLNode) -> Bool {
        shared.use(of: node.span) == nil && insertion(of: entries, into: node) != nil
    }

    /// `line 6`, or the path of another file.
    private func name(of place: SourceSpan) -> String {
        let index = place.file - (contract.document.root?.span.file ?? 0)
        return index == 0 ? "line \(source.position(at: place.start).line)" : contract.document.files[index].path
    }

    private func insertion(of entries: [SchemaValue.Member], into node: YAMLNode) -> Diagnostic.Edit? {
        guard let mapping = editor.record(of: node), node.kind == .mapping else { return nil }
        let keys = node.document.parts(of: mapping)
        guard let last = keys.last else {
            return editor.edit(node.span.start..<node.span.end, SchemaValue.object(entries).json)
        }
        guard !node.entries.contains(where: { $0.key.scalarText == "$ref" }), let isFlow = editor.isFlow(mapping) else {
            return nil
        }
        let end = editor.extent(of: last).upperBound
        if isFlow {
            let between = "," + separator(before: Int(node.document.records[last].start))
            let texts = entries.map { between + "\(SchemaValue.quoted($0.name)): \($0.value.json)" }
            return editor.edit(end..<end, texts.joined())
        }
        guard let indent = editor.indent(of: mapping) else { return nil }
        let texts = entries.map { editor.lineEnd + indent + $0.text(indent, lineEnd: editor.lineEnd) }
        let stop = endOfLine(after: end)
        return editor.edit(stop..<stop, texts.joined())
    }

    /// Returns what separates a key of a flow mapping from the previous one: a line end with its indentation, or a space.
    private func separator(before key: Int) -> String {
        let line = source.bytes[..<key].reversed().prefix { $0 != UInt8(ascii: "\n") }
        let isAlone = line.count < key && line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return isAlone ? editor.lineEnd + String(decoding: line.reversed(), as: UTF8.self) : " "
    }

    /// Returns the end of the line with the last text before a place, which precedes the blank lines of a block scalar.
    private func endOfLine(after end: Int) -> Int {
        let breaks: Set<UInt8> = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        let blanks = breaks.union([UInt8(ascii: " "), UInt8(ascii: "\t")])
        let last = source.bytes[..<end].lastIndex { !blanks.contains($0) } ?? end
        return source.bytes[last...].firstIndex(where: breaks.contains) ?? source.bytes.endIndex
    }

    // MARK: Security schemes

    /// Returns an operation as the document can have it; `nil`, after a remark, if its schemes cannot be declared.
    private mutating func prepared(_ operation: ContractExport.Operation, _ path: String) -> ContractExport.Operation? {
        var operation = operation
        let title = "\(operation.method.uppercased()) \(path)"
        let schemes = operation.security.flatMap(\.keys).filter { !contract.document.schemes.contains($0) }
        if let first = schemes.min(), !canDeclare {
            losses.append("'\(title)', because its security scheme '\(first)' cannot be declared")
            return nil
        }
        undeclared.formUnion(schemes)
        if let id = operation.id, !ids.insert(id).inserted {
            losses.append("the operationId '\(id)' of '\(title)', because another operation has it")
            operation.id = nil
        }
        return operation
    }

    /// Declares the schemes of added operations. Without them, the document would not be valid.
    private mutating func declareSchemes() {
        let all = undeclared.sorted().map { SchemaValue.Member($0, ContractExport.scheme($0)) }
        guard !all.isEmpty, let place = declaration(of: all) else { return }
        insert(place.entries, into: place.node, place.name)
    }

    /// Returns the mapping to which a declaration of schemes is added, and what is added.
    private func declaration(
        of all: [SchemaValue.Member]
    ) -> (entries: [SchemaValue.Member], node: YAMLNode, name: String)? {
        guard let root = contract.document.root else { return nil }
        let (components, schemes) = ("components", "securitySchemes")
        guard let known = root.value(ofKey: components) else {
            let new = SchemaValue.object([.init(schemes, .object(all))])
            return ([.init(components, new)], root, contract.document.files[0].path)
        }
        guard let declared = known.value(ofKey: schemes) else {
            return ([.init(schemes, .object(all))], known, components)
        }
        return (all, declared, schemes)
    }

    // MARK: Schemas

    /// Notes what routes serve of the parameters of an operation. Operations may share a schema.
    private mutating func compareSchemas(of number: Int, _ parameters: [ContractExport.Parameter]) {
        let operation = contract.document.operations[number]
        let caseSensitive = contract.table.settings.isCaseSensitive
        for (slot, parameter) in zip(contract.operations[number]?.patterns[0].slots ?? [], parameters) {
            let isWhole = operation.template.captures.allSatisfy { $0.name != slot.label || $0.parameters.count == 1 }
            guard isWhole, let known = operation.parameters[slot.label] else { continue }
            wanted[known.span, default: []].append(
                Wanted(
                    known: known, number: number,
                    automaton: parameter.values.automaton(caseSensitive: caseSensitive), schema: parameter.schema))
        }
    }

    /// Replaces one schema if its values differ from those that the routes of all its operations serve.
    private mutating func replace(_ all: [Wanted]) {
        let first = all[0]
        let caseSensitive = contract.table.settings.isCaseSensitive
        let known = first.known.values.automaton(caseSensitive: caseSensitive)
        guard let one = all.first(where: { $0.automaton != known }) else { return }
        if let other = all.first(where: { $0.automaton != one.automaton }) {
            return loseSchema(one, sharedWith: other.number, "because their routes serve other values")
        }
        let numbers = Set(all.map(\.number))
        if let other = owners[first.known.span]?.first(where: { !numbers.contains($0) }) {
            return loseSchema(one, sharedWith: other, "because no route has the path and the method of the latter")
        }
        let operations = contract.document.operations
        let holders = all.flatMap { [$0.known.item, operations[$0.number].item.item].compactMap(\.self) }
        if let use = shared.use(of: first.known.span, except: Set(holders)) {
            return losses.append("\(schema(one)), which \(name(of: use)) uses, too; give the operation its own")
        }
        replace(one)
    }

    private mutating func loseSchema(_ wanted: Wanted, sharedWith number: Int, _ reason: String) {
        let (own, other) = (title(wanted.number), title(number))
        losses.append(
            "the schema of '\(wanted.known.name)', which '\(own)' and '\(other)' share, \(reason); give each its own")
    }

    private func schema(_ wanted: Wanted) -> String {
        "the schema of '\(wanted.known.name)' of '\(title(wanted.number))'"
    }

    private func title(_ number: Int) -> String { contract.document.operations[number].title }

    private mutating func replace(_ wanted: Wanted) {
        let span = wanted.known.span
        let isJSON = source.bytes.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        guard span.file == contract.document.paths?.span.file, editor.mapping(of: .item(span)) != nil else {
            losses.append("\(schema(wanted)), which is not in a mapping of this file")
            return
        }
        edits.append(Diagnostic.Edit(span: span, text: isJSON ? wanted.schema.json : wanted.schema.inline))
    }
}
