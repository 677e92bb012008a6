import WaybillManifest
import WaybillSyntax

/// What the comments of a document tell the linter, and of what: so that no layout lets one speak of something else.
struct SuppressionPaths {
    /// The comments with the way from the top of the document to what each speaks of.
    private let all: [(comment: SourceSpan, words: String, way: String)]
    /// Those that are at nothing, or are at fault.
    private let silent: [(comment: SourceSpan, words: String)]

    init(_ document: YAMLDocument, in file: SourceFile) {
        let reader = SuppressionReader(file, index: document.file)
        func words(_ comment: SourceSpan) -> String {
            String(file.text(in: comment).drop { $0 == "#" || $0 == " " })
        }
        all = reader.suppressions.map { ($0.span, words($0.span), document.way(to: $0.scope)) }
        silent = reader.diagnostics.map { ($0.span, words($0.span)) }
    }

    /// The first comment that would speak of something else in another layout.
    func firstLost(in other: SuppressionPaths) -> SourceSpan? {
        var rest = other.all.map { (words: $0.words, way: $0.way) }
        for (comment, words, way) in all {
            guard let index = rest.firstIndex(where: { $0 == (words, way) }) else { return comment }
            rest.remove(at: index)
        }
        guard let found = rest.first else { return nil }
        return silent.first { $0.words == found.words }?.comment ?? SourceSpan(file: 0, start: 0, end: 0)
    }
}

extension YAMLDocument {
    /// The keys and numbers that lead to the widest part that begins where a span does: `routes/2/url`.
    fileprivate func way(to span: SourceSpan) -> String {
        var way = ""
        var collection = 0
        while let part = part(of: collection, around: span.start) {
            let record = records[part.record]
            let isEntry = records[collection].kind == .mapping
            way += isEntry ? "/" + String(decoding: texts[record.text], as: UTF8.self) : "/\(part.number)"
            if Int(record.start) == span.start { return way }
            collection = isEntry ? Int(record.next) : part.record
        }
        return way
    }

    /// The last part of a collection that begins at a place or before.
    private func part(of collection: Int, around place: Int) -> (record: Int, number: Int)? {
        guard records[collection].kind == .mapping || records[collection].kind == .sequence else { return nil }
        var found: (record: Int, number: Int)?
        var (part, number) = (collection + 1, 0)
        while part < Int(records[collection].next), Int(records[part].start) <= place {
            found = (part, number)
            let value = records[collection].kind == .mapping ? Int(records[part].next) : part
            (part, number) = (Int(records[value].next), number + 1)
        }
        return found
    }
}
