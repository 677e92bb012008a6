import WaybillManifest
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
        while let part = part(of: collection, around: span.start) {
            let record = records[part.record]
            let isEntry = records[collection].kind == .mapping
            path += isEntry ? "/" + String(decoding: texts[record.text], as: UTF8.self) : "/\(part.number)"
            if Int(record.start) == span.start { return path }
            collection = isEntry ? Int(record.next) : part.record
        }
        return path
    }

    /// Returns the last part of a collection that begins at or before a place.
    private func part(of collection: Int, around place: Int) -> (record: Int, number: Int)? {
        guard records[collection].kind == .mapping || records[collection].kind == .sequence else { return nil }
        var found: (record: Int, number: Int)?
        var part = collection + 1
        var number = 0
        while part < Int(records[collection].next), Int(records[part].start) <= place {
            found = (part, number)
            let value = records[collection].kind == .mapping ? Int(records[part].next) : part
            part = Int(records[value].next)
            number += 1
        }
        return found
    }
}
