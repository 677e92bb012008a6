import WaybillManifest
import WaybillSyntax
import WaybillTable
package import WaybillTools

/// Writes the exported operations into a document, and keeps everything else in it: comments, order and layout.
///
/// Missing paths, methods and security schemes are added at the ends of their mappings, and schemas of path parameters with
/// other values are replaced. Nothing is removed. A second run changes nothing.
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
    /// Whether the document has security for operations that say nothing.
    private let hasDefault: Bool
    /// The security schemes of added operations that the document does not declare.
    private var undeclared: Set<String> = []
    /// By the place of a schema: those whose values differ from it, and those that have it.
    private var wanted: [SourceSpan: [Wanted]] = [:]

    /// What routes serve of a parameter.
    private struct Wanted {
        var known: OpenAPIDocument.Parameter
        var title: String
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
                missing.append(.init(text, path.value(hasDefault: hasDefault)))
                for operation in path.operations { need(operation.security) }
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
            } else {
                missing.append(.init(operation.method, operation.value(naming: names, hasDefault: hasDefault)))
                need(operation.security)
            }
        }
        insert(missing, into: entry.value, text)
    }

    // MARK: Edits

    private mutating func insert(_ entries: [SchemaValue.Member], into node: YAMLNode, _ name: String) {
        guard !entries.isEmpty else { return }
        guard let edit = insertion(of: entries, into: node) else {
            losses.append("'\(entries.map(\.name).joined(separator: ", "))' could not be added to '\(name)'")
            return
        }
        edits.append(edit)
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

    private mutating func need(_ security: [OpenAPIDocument.Requirement]) {
        undeclared.formUnion(security.flatMap(\.keys).filter { !contract.document.schemes.contains($0) })
    }

    /// Declares the schemes of added operations. Without them, the document would not be valid.
    private mutating func declareSchemes() {
        let all = undeclared.sorted().map { SchemaValue.Member($0, ContractExport.scheme($0)) }
        guard !all.isEmpty, let root = contract.document.root else { return }
        let (components, schemes) = ("components", "securitySchemes")
        guard let known = root.value(ofKey: components) else {
            let new = SchemaValue.object([.init(schemes, .object(all))])
            return insert([.init(components, new)], into: root, contract.document.files[0].path)
        }
        guard let declared = known.value(ofKey: schemes) else {
            return insert([.init(schemes, .object(all))], into: known, components)
        }
        insert(all, into: declared, schemes)
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
                    known: known, title: operation.title,
                    automaton: parameter.values.automaton(caseSensitive: caseSensitive), schema: parameter.schema))
        }
    }

    /// Replaces one schema if its values differ from those that the routes of all its operations serve.
    private mutating func replace(_ all: [Wanted]) {
        let first = all[0]
        let caseSensitive = contract.table.settings.isCaseSensitive
        guard let other = all.first(where: { $0.automaton != first.automaton }) else {
            if first.known.values.automaton(caseSensitive: caseSensitive) != first.automaton { replace(first) }
            return
        }
        losses.append(
            "the schema of '\(first.known.name)', which '\(first.title)' and '\(other.title)' share, because their routes serve "
                + "other values; give each its own")
    }

    private mutating func replace(_ wanted: Wanted) {
        let span = wanted.known.span
        let isJSON = source.bytes.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        guard span.file == contract.document.paths?.span.file, editor.mapping(of: .item(span)) != nil else {
            losses.append(
                "the schema of '\(wanted.known.name)' of '\(wanted.title)', which is not in a mapping of this file")
            return
        }
        edits.append(Diagnostic.Edit(span: span, text: isJSON ? wanted.schema.json : wanted.schema.inline))
    }
}
