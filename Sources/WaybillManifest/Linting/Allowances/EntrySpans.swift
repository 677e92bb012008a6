/// The widest entry or list item that begins on each line of a file: what a comment on the line speaks of.
struct EntrySpans: Sendable {
    private let file: SourceFile
    private let document: YAMLDocument?
    private var byLine: [Int: SourceSpan] = [:]

    init(_ file: SourceFile, document: YAMLDocument?) {
        self.file = file
        self.document = document
        if document?.records.isEmpty == false { visit(0) }
    }

    subscript(line: Int) -> SourceSpan? { byLine[line] }

    /// Goes from the outside in, so that the widest comes first. What an alias stands for has been gone through.
    private mutating func visit(_ index: Int) {
        guard let records = document?.records else { return }
        let record = records[index]
        var position = index + 1
        while record.kind == .mapping || record.kind == .sequence, position < record.next {
            let value = record.kind == .mapping ? Int(records[position].next) : position
            add(from: records[position], to: records[value])
            visit(value)
            position = Int(records[value].next)
        }
    }

    private mutating func add(from first: YAMLDocument.Record, to last: YAMLDocument.Record) {
        let line = file.position(at: Int(first.start)).line
        guard byLine[line] == nil, let document else { return }
        byLine[line] = SourceSpan(
            file: document.file, start: Int(first.start), end: Int(max(first.end, last.end)))
    }
}
