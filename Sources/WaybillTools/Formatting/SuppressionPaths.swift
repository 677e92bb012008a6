import WaybillManifest
import WaybillRules
import WaybillSyntax

/// The directives of a document and the entries to which they apply, so that no layout changes the scope of one.
struct SuppressionPaths {
    /// The directives, each with the path to its entry.
    private let all: [(comment: SourceSpan, words: String, path: String)]
    /// The directives that are invalid or apply to nothing.
    private let silent: [(comment: SourceSpan, words: String)]

    init(_ document: YAMLDocument, in file: SourceFile) {
        let reader = SuppressionReader(file, index: document.file)
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
