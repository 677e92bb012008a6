import WaybillManifest
import WaybillRules
public import WaybillSyntax

/// The result of formatting a manifest.
public enum Formatting: Sendable {
    /// The file is already formatted.
    case canonical
    /// The file should have these bytes.
    case changed([UInt8])
    /// The file is not valid YAML: the errors, with the index of the file.
    case refused([Diagnostic])
    /// The file contains something without a canonical layout. The reason is the end of a sentence.
    case unsupported(reason: String, SourceSpan)
    /// An error in the formatter: the new text would change the meaning, so it is discarded.
    case failed(reason: String)
}

extension Formatting {
    /// Formats a file. Unknown keys do not matter.
    ///
    /// ```
    /// bytes ──read──▶ document ──▶ layout ──print──▶ bytes ──read──▶ document: does it mean the same?
    /// ```
    ///
    /// Formatting the result again changes nothing. The time is linear in the file's size.
    ///
    /// - Parameters:
    ///   - file: A file that could be read.
    ///   - index: Its index in the set's sources, for spans.
    public static func of(_ file: SourceFile, index: Int = 0) -> Formatting {
        let (node, diagnostics) = YAMLReader.read(file, index: index)
        let errors = diagnostics.filter { $0.severity == .error }
        guard let document = node?.document, errors.isEmpty else { return .refused(errors) }
        do throws(LayoutBuilder.Obstacle) {
            let layout = try LayoutBuilder.layout(of: document, in: file)
            let unformatted = UnformattedLines(file, document)
            let text = try unformatted.restored(in: LayoutPrinter.text(of: layout))
            guard text != file.bytes else { return .canonical }
            guard text.count <= YAMLReader.maximumBytes else {
                let place = SourceSpan.startOfFile(index)
                return .unsupported(reason: "its formatted text would be larger than 8 MiB", place)
            }
            if try isFaithful(text, to: layout) { return .changed(text) }
            if let place = unformatted.first { throw UnformattedLines.obstacle(at: place) }
            return .failed(reason: "its meaning would change")
        } catch {
            if error.isInternalError { return .failed(reason: error.reason) }
            return .unsupported(
                reason: error.reason, SourceSpan(file: index, start: error.offset, end: error.offset))
        }
    }

    /// Formats all files of a set, on all cores.
    public static func of(_ files: ManifestFiles) -> [Formatting] {
        Concurrently.map(files.files) { Formatting.of($1, index: $0) }
    }

    private static func isFaithful(_ text: [UInt8], to layout: Layout) throws(LayoutBuilder.Obstacle) -> Bool {
        let file = SourceFile(path: layout.file.path, bytes: text)
        let (node, diagnostics) = YAMLReader.read(file, index: layout.document.file)
        guard let document = node?.document, diagnostics.allSatisfy({ $0.severity < .error }) else { return false }
        let new = try LayoutBuilder.layout(of: document, in: file)
        let scopes = SuppressionPaths(layout.document, in: layout.file)
        if let comment = scopes.firstLost(in: SuppressionPaths(document, in: file)) {
            let reason = "a suppression would apply to something else"
            throw LayoutBuilder.Obstacle(offset: comment.start, reason: reason, isInternalError: false)
        }
        return MeaningComparison.isEqual(layout.document, document) && MeaningComparison.haveSameComments(layout, new)
    }
}

/// Compares the meaning of two documents, before a formatted text is written.
///
/// It does not use layouts or the order of the grammar, so it does not depend on the formatter.
enum MeaningComparison {
    /// Whether both mean the same. The order of keys does not matter, and neither do quotes of texts.
    static func isEqual(_ left: YAMLDocument, _ right: YAMLDocument) -> Bool {
        guard let leftRoot = left.root, let rightRoot = right.root else { return false }
        return haveEqualRecords(left, right)
            || Node(leftRoot).canonicalText.utf8.elementsEqual(Node(rightRoot).canonicalText.utf8)
    }

    /// Whether all values are equal one by one. This is fast if no key has moved.
    private static func haveEqualRecords(_ left: YAMLDocument, _ right: YAMLDocument) -> Bool {
        guard left.records.count == right.records.count else { return false }
        return left.records.indices.allSatisfy { index in
            let one = left.records[index]
            let other = right.records[index]
            guard one.kind == other.kind, one.next == other.next, one.count == other.count else { return false }
            return one.kind.isScalar ? left.texts[one.text] == right.texts[other.text] : one.kind != .alias
        }
    }

    /// Whether two layouts have the same comments, in any order.
    static func haveSameComments(_ left: Layout, _ right: Layout) -> Bool {
        guard left.comments.count == right.comments.count else { return false }
        let old = texts(of: left)
        let new = texts(of: right)
        return old == new || old.sorted() == new.sorted()
    }

    private static func texts(of layout: Layout) -> [String] {
        layout.comments.map { String(decoding: $0.canonicalText(in: layout.file.bytes), as: UTF8.self) }
    }
}

/// The directives of a document and the entries to which they apply, so that no layout changes the scope of one.
struct SuppressionPaths {
    /// The directives, each with the path to its entry.
    private let all: [(comment: SourceSpan, words: String, path: String)]
    /// The directives that are invalid or apply to nothing.
    private let silent: [(comment: SourceSpan, words: String)]

    init(_ document: YAMLDocument, in file: SourceFile) {
        let reader = SuppressionReader(file, index: document.file, document: document)
        func words(_ comment: SourceSpan) -> String {
            String(file.text(in: comment).drop { $0 == "#" || $0 == " " })
        }
        all = reader.suppressions.map { ($0.span, words($0.span), document.path(to: $0.scope)) }
        silent = reader.diagnostics.map { ($0.span, words($0.span)) }
    }

    /// Returns the first directive that would apply to something else in another layout.
    func firstLost(in other: SuppressionPaths) -> SourceSpan? {
        var rest = other.all.map { (words: $0.words, path: $0.path) }
        for (comment, words, path) in all {
            guard let index = rest.firstIndex(where: { $0 == (words, path) }) else { return comment }
            rest.remove(at: index)
        }
        guard let found = rest.first else { return nil }
        return silent.first { $0.words == found.words }?.comment ?? SourceSpan.startOfFile()
    }
}

extension YAMLDocument {
    /// Returns the path to the widest part that begins where a span does: `routes/2/url`.
    fileprivate func path(to span: SourceSpan) -> String {
        var path = ""
        var collection = 0
        while true {
            let parts = parts(of: collection).prefix { Int(records[$0].start) <= span.start }
            guard let part = parts.last else { return path }
            let record = records[part]
            let isEntry = records[collection].kind == .mapping
            path += isEntry ? "/" + String(decoding: texts[record.text], as: UTF8.self) : "/\(parts.count - 1)"
            if Int(record.start) == span.start { return path }
            collection = isEntry ? Int(record.next) : part
        }
    }
}
