import WaybillSyntax
import WaybillTable

/// Finds the parts of files at places in them.
///
/// Only files that are searched are read, and keep their documents. The parts of a collection are listed once, too.
struct PartFinder {
    private let sources: [SourceFile]
    /// By the span of a collection: its parts, in order, whose places do not overlap.
    private var listed: [SourceSpan: [Part]] = [:]

    /// An entry of a mapping, or an item of a list.
    struct Part {
        /// The key of an entry, or what identifies an item.
        let name: String
        let value: YAMLNode
        /// The value, with the key of an entry.
        let whole: SourceSpan
        /// The first place that belongs to it. The last is the end of ``whole``.
        fileprivate var start: Int
    }

    init(_ sources: [SourceFile]) { self.sources = sources }

    /// Returns the content of a file; `nil` if it has none, or is not YAML.
    func root(of file: Int) -> YAMLNode? {
        sources.indices.contains(file) ? YAMLReader.readOnce(sources[file], index: file).node : nil
    }

    /// Returns the part of a collection at a place.
    mutating func part(of node: YAMLNode, at offset: Int) -> Part? {
        guard !node.isScalar else { return nil }
        let parts = parts(of: node)
        let index = parts.indices.partitioningIndex { parts[$0].whole.end > offset }
        return index < parts.count && parts[index].start <= offset ? parts[index] : nil
    }

    private mutating func parts(of node: YAMLNode) -> [Part] {
        if let known = listed[node.span] { return known }
        let entries = node.entries.map { Part($0) }
        let items = node.items.map { Part(name: $0.itemName, value: $0, whole: $0.span, start: $0.span.start) }
        // An alias has the place of its anchor, which belongs to an earlier part or is outside of the collection.
        var end = 0
        let parts = (entries + items).compactMap { part -> Part? in
            guard part.whole.end > end else { return nil }
            var part = part
            part.start = max(part.start, end)
            end = part.whole.end
            return part
        }
        listed[node.span] = parts
        return parts
    }
}

extension PartFinder.Part {
    fileprivate init(_ entry: YAMLNode.Entry) {
        let key = entry.key.span
        name = entry.key.scalarText ?? ""
        value = entry.value
        whole = SourceSpan(file: key.file, start: key.start, end: max(key.end, entry.value.span.end))
        start = key.start
    }
}

extension YAMLNode {
    /// The name of a list item: as for routes and tests, or its text.
    fileprivate var itemName: String {
        if let text = scalarText { return text }
        for key in ["id", "url", "urls", "open"] {
            guard let value = value(ofKey: key) else { continue }
            if let text = value.scalarText ?? value.items.first(where: { _ in true })?.scalarText { return text }
        }
        return "-"
    }
}
