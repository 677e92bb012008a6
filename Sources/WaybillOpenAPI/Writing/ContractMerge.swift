import WaybillManifest
import WaybillSyntax
import WaybillTable
package import WaybillTools

/// Writes the exported operations into a document, and keeps everything else in it: comments, order and layout.
///
/// Missing paths and methods are added at the ends of their mappings, and schemas of path parameters with other values are
/// replaced. Nothing is removed.
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
        for entry in paths.entries {
            guard let text = entry.key.scalarText, let shape = shape(contract.base.path + text) else { continue }
            known[shape] = entry
        }
        merge(paths)
        losses += export.schemes.subtracting(document.schemes).sorted().map {
            "declare the security scheme '\($0)' under 'components: securitySchemes:'"
        }
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
        var missing: [(String, DocumentValue)] = []
        for path in export.paths {
            guard path.text.hasPrefix(contract.base.path + "/") || contract.base.path.isEmpty else {
                losses.append("'\(path.text)' is not below the base path '\(contract.base.path)'")
                continue
            }
            guard let shape = shape(path.text), let entry = known[shape] else {
                missing.append((String(path.text.dropFirst(contract.base.path.count)), path.value))
                continue
            }
            merge(path, into: entry, shape)
        }
        insert(missing, into: paths, "paths")
    }

    private mutating func merge(_ path: ContractExport.Path, into entry: YAMLNode.Entry, _ shape: String) {
        var missing: [(String, DocumentValue)] = []
        let text = entry.key.scalarText ?? ""
        let names = (try? PathTemplate(text))?.captures.map { $0.parameters.joined(separator: ",") }
        for operation in path.operations {
            if let number = operations["\(operation.method.uppercased()) \(shape)"] {
                replaceSchemas(of: number, operation.parameters)
            } else {
                missing.append((operation.method, operation.value(naming: names)))
            }
        }
        insert(missing, into: entry.value, text)
    }

    // MARK: Edits

    private mutating func insert(_ entries: [(String, DocumentValue)], into node: YAMLNode, _ name: String) {
        guard !entries.isEmpty else { return }
        guard let edit = insertion(of: entries, into: node) else {
            losses.append("'\(entries.map(\.0).joined(separator: ", "))' could not be added to '\(name)'")
            return
        }
        edits.append(edit)
    }

    private func insertion(of entries: [(String, DocumentValue)], into node: YAMLNode) -> Diagnostic.Edit? {
        guard let mapping = editor.record(of: node), node.kind == .mapping else { return nil }
        let keys = node.document.parts(of: mapping)
        guard let last = keys.last else {
            return editor.edit(node.span.start..<node.span.end, DocumentValue.mapping(entries).json)
        }
        guard !node.entries.contains(where: { $0.key.scalarText == "$ref" }), let isFlow = editor.isFlow(mapping) else {
            return nil
        }
        let end = editor.extent(of: last).upperBound
        if isFlow {
            let between = "," + separator(before: Int(node.document.records[last].start))
            let texts = entries.map { between + "\(DocumentValue.quoted($0.0)): \($0.1.json)" }
            return editor.edit(end..<end, texts.joined())
        }
        guard let indent = editor.indent(of: mapping) else { return nil }
        let texts = entries.map { key, value in
            editor.lineEnd + indent + DocumentValue.entry(key, value, indent, lineEnd: editor.lineEnd)
        }
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

    /// Replaces the schemas whose values differ from those that the routes serve.
    private mutating func replaceSchemas(of number: Int, _ parameters: [ContractExport.Parameter]) {
        let operation = contract.document.operations[number]
        let caseSensitive = contract.table.settings.isCaseSensitive
        for (slot, parameter) in zip(contract.operations[number]?.patterns[0].slots ?? [], parameters) {
            guard let known = operation.parameters[slot.label],
                known.values.automaton(caseSensitive: caseSensitive)
                    != parameter.values.automaton(caseSensitive: caseSensitive)
            else { continue }
            replace(known, by: parameter.schema, operation)
        }
    }

    private mutating func replace(
        _ known: OpenAPIDocument.Parameter, by schema: DocumentValue, _ operation: OpenAPIDocument.Operation
    ) {
        let isRoot = known.span.file == contract.document.paths?.span.file
        let isJSON = source.bytes.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        let text = isJSON ? schema.json : schema.inline
        if edits.contains(where: { $0.span == known.span && $0.text == text }) { return }
        guard isRoot, editor.mapping(of: .item(known.span)) != nil, !edits.contains(where: { $0.span == known.span })
        else {
            losses.append("the schema of '\(known.name)' of '\(operation.title)' is used elsewhere, and is not changed")
            return
        }
        edits.append(Diagnostic.Edit(span: known.span, text: text))
    }
}
