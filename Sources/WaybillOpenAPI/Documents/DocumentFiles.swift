import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

/// The files of a document, and its references. Nothing but local files in a folder is read.
struct DocumentFiles {
    private(set) var files: [SourceFile] = []
    private(set) var diagnostics: [Diagnostic] = []
    /// Whether the document was read to its end.
    private(set) var isRead = true
    /// The index of the first file in the report's sources.
    private let first: Int
    private let root: String
    private let load: (String) -> SourceFile
    /// By path.
    private var roots: [String: YAMLNode?] = [:]
    /// The keys of big mappings, by place.
    private var keys: [SourceSpan: [String: YAMLNode]] = [:]
    /// The items of sequences into which references lead, by place.
    private var items: [SourceSpan: [YAMLNode]] = [:]
    /// By the place of a reference: what it leads to over further ones.
    private var targets: [SourceSpan: YAMLNode?] = [:]
    /// The references that are reported.
    private var reported: Set<SourceSpan> = []

    /// - Parameter root: The folder whose files references may name.
    init(first: Int, root: String, load: @escaping (String) -> SourceFile) {
        self.first = first
        self.root = root
        self.load = load
    }

    // MARK: Files

    /// Returns the content of a file; `nil` if there is none. Its problems are reported once.
    ///
    /// - Parameter reference: What names the file; `nil` for the document itself.
    mutating func root(of path: String, from reference: YAMLNode? = nil) -> YAMLNode? {
        if let known = roots[path] { return known }
        let file = load(path)
        let index = first + files.count
        files.append(file)
        let (node, found) = YAMLReader.readOnce(file, index: index)
        diagnostics += found.compactMap(\.ofDocument)
        let endings: Set<Rule> = [.yamlSyntax, .invalidBytes, .aliasBudget, .sizeLimit]
        if files.count == 1, node == nil || found.contains(where: { endings.contains($0.rule) }) { isRead = false }
        if !file.isReadable {
            report(
                "'\(path)' cannot be read", at: reference?.span ?? .startOfFile(index),
                help: "check the path and its permissions")
        } else if node == nil, found.isEmpty || found.allSatisfy({ $0.rule == .documentCount }) {
            report("the document is empty", at: .startOfFile(index), help: "write 'openapi: 3.1.0' first")
        }
        roots[path] = .some(node)
        return node
    }

    /// The contents of all files, in their order.
    var documents: [YAMLNode] { files.compactMap { roots[$0.path] ?? nil } }

    mutating func report(
        _ message: String, at span: SourceSpan, severity: Severity? = nil, notes: [Diagnostic.Note] = [],
        help: String? = nil
    ) {
        diagnostics.append(
            Diagnostic(.badDocument, at: span, message, severity: severity, notes: notes, help: help))
    }

    // MARK: Keys

    /// Reports keys that are probably misspelt, because what is below them is not read. Others may be extensions.
    ///
    /// - Returns: The keys that were probably meant.
    @discardableResult
    mutating func reportMisspelt(in node: YAMLNode, among known: Set<String>) -> [String] {
        var meant: [String] = []
        for entry in node.entries {
            guard let name = entry.key.scalarText, !known.contains(name), !name.hasPrefix("x-"),
                let nearest = didYouMean(name, among: known.sorted()).first, value(nearest, of: node) == nil
            else { continue }
            report("'\(name)' is not a key of OpenAPI, and is not read", at: entry.key.span, help: "write '\(nearest)'")
            meant.append(nearest)
        }
        return meant
    }

    /// Returns the value of a key; `nil` for a missing one.
    mutating func value(_ key: String, of node: YAMLNode) -> YAMLNode? {
        guard node.childCount > 12 else { return node.value(ofKey: key) }
        if let known = keys[node.span] { return known[key] }
        var all: [String: YAMLNode] = [:]
        for entry in node.entries { entry.key.scalarText.map { all[$0] = entry.value } }
        keys[node.span] = all
        return all[key]
    }

    // MARK: References

    /// Returns the value that a node leads to over references; `nil` after a problem, which is reported once.
    mutating func resolved(_ node: YAMLNode) -> YAMLNode? {
        var end: YAMLNode? = node
        var way: Set<SourceSpan> = []
        while let node = end, let reference = value("$ref", of: node), let text = reference.scalarText {
            if let known = targets[reference.span] {
                end = known
                break
            }
            guard way.insert(reference.span).inserted else {
                reportReference(
                    "the reference '\(text)' leads back to itself", reference, "remove one of the references")
                end = nil
                break
            }
            end = target(of: text, at: reference)
        }
        for reference in way { targets[reference] = .some(end) }
        return end
    }

    private mutating func target(of text: String, at reference: YAMLNode) -> YAMLNode? {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let named = String(parts.first ?? "")
        let own = files[reference.span.file - first].path
        guard named.isEmpty || isLocal(named, reference),
            let path = named.isEmpty ? own : place(named, beside: own, reference),
            let root = root(of: path, from: reference)
        else { return nil }
        return value(at: parts.count > 1 ? String(parts[1]) : "", in: root, reference)
    }

    private mutating func isLocal(_ path: String, _ reference: YAMLNode) -> Bool {
        guard path.contains("://") || path.hasPrefix("//") else { return true }
        reportReference(
            "the reference '\(path)' leads to another machine; it is not fetched", reference,
            "copy the file beside the document, and refer to the copy")
        return false
    }

    /// Returns the path of a file that a reference names, if it is inside the root.
    private mutating func place(_ path: String, beside file: String, _ reference: YAMLNode) -> String? {
        let folder = ManifestFiles.folderPrefix(of: file)
        let joined = (path.hasPrefix("/") ? path : folder + path).withoutDots
        if isInside(joined) { return joined }
        reportReference(
            "the reference '\(path)' leads out of the folder of the document", reference,
            "move the file into it, or name the folder of both with --root")
        return nil
    }

    /// Whether a path leads into the root, over all links if the file exists.
    private func isInside(_ path: String) -> Bool {
        if let file = FileSystem.realPath(path), let folder = FileSystem.realPath(root.isEmpty ? "." : root) {
            return file.hasPrefix(folder.asPrefix)
        }
        let folder = root.withoutDots
        return folder.isEmpty ? !path.hasPrefix("/") && !path.hasPrefix("..") : path.hasPrefix(folder.asPrefix)
    }

    /// Returns the value at a JSON pointer.
    private mutating func value(at pointer: String, in root: YAMLNode, _ reference: YAMLNode) -> YAMLNode? {
        var node = root
        for key in Self.keys(of: pointer) {
            guard let next = value(key, of: node) ?? item(key, of: node) else {
                reportReference(
                    "nothing is at '\(reference.scalarText ?? "")'", reference, "correct the reference")
                return nil
            }
            node = next
        }
        return node
    }

    /// Returns the keys and indices of a JSON pointer.
    static func keys(of pointer: String) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            $0.removingPercentEscapes.replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// Returns the JSON pointer of a reference in a file; `nil` if it leads to another file than `target`.
    static func pointer(_ reference: String, in file: String, to target: String) -> String? {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let named = parts.first ?? ""
        let path =
            if named.isEmpty { file } else if named.hasPrefix("/") { named } else {
                ManifestFiles.folderPrefix(of: file) + named
            }
        guard path.withoutDots == target.withoutDots else { return nil }
        return parts.count > 1 ? parts[1] : ""
    }

    private mutating func item(_ key: String, of node: YAMLNode) -> YAMLNode? {
        guard node.kind == .sequence, let index = Int(key), index >= 0, index < node.childCount else { return nil }
        let all = items[node.span] ?? Array(node.items)
        items[node.span] = all
        return all.indices.contains(index) ? all[index] : nil
    }

    private mutating func reportReference(_ message: String, _ reference: YAMLNode, _ help: String) {
        guard reported.insert(reference.span).inserted else { return }
        report(message, at: reference.span, help: help)
    }
}

extension Diagnostic {
    /// The problem of a document's YAML; `nil` if it only matters in a manifest.
    fileprivate var ofDocument: Diagnostic? {
        let kept: Set<Rule> = [
            .yamlSyntax, .invalidBytes, .duplicateKey, .unknownAlias, .aliasBudget, .sizeLimit,
        ]
        guard kept.contains(rule), severity == .error else { return nil }
        var diagnostic = Diagnostic(.badDocument, at: span, message, notes: notes, help: help)
        if rule == .sizeLimit { diagnostic.help = "split the document, and refer to its parts with '$ref'" }
        return diagnostic
    }
}

extension String {
    /// The path without `.` and, where a folder precedes them, without `..`.
    var withoutDots: String {
        var parts: [Substring] = []
        for part in split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}

extension Substring {
    fileprivate var removingPercentEscapes: String {
        PercentCoding.decoded(String(self)).map { String(decoding: $0, as: UTF8.self) } ?? String(self)
    }
}
