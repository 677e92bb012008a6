import WaybillManifest
import WaybillSyntax

/// The parts of a collection in their canonical order.
struct LayoutParts: Sequence, IteratorProtocol {
    private let records: [YAMLDocument.Record]
    private let isMapping: Bool
    private let end: Int
    private var position: Int
    /// The parts in reverse, if their order differs from that of the file.
    private var sorted: [Int]?

    fileprivate init(_ collection: Int, of records: [YAMLDocument.Record]) {
        self.records = records
        isMapping = records[collection].kind == .mapping
        end = Int(records[collection].next)
        position = collection + 1
    }

    mutating func next() -> Int? {
        if sorted != nil { return sorted?.popLast() }
        guard position < end else { return nil }
        defer { position = Int(records[isMapping ? Int(records[position].next) : position].next) }
        return position
    }

    fileprivate mutating func reorder(_ parts: [Int]) { sorted = parts.reversed() }
}

extension Layout {
    /// Returns the parts: keys of the grammar in its order, keys of the same position as they are written, and unknown
    /// keys after them. Names chosen by the author and list items keep their order.
    func parts(of collection: Int, shape: Shape?, isItem: Bool = false) -> LayoutParts {
        var parts = LayoutParts(collection, of: document.records)
        guard document.records[collection].kind == .mapping, case .object(let grammar) = shape else { return parts }
        func rank(_ part: Int) -> Int {
            grammar.index(of: document.texts[document.records[part].text]).map { grammar.ranks[$0] } ?? Int.max
        }
        var last = -1
        let isMisplaced = { (part: Int) in
            let next = rank(part)
            defer { last = next }
            return next < last
        }
        guard parts.contains(where: isMisplaced) else { return parts }
        let ranks = parts.map { (part: $0, rank: rank($0)) }
        let sorted = ranks.sorted { ($0.rank, $0.part) < ($1.rank, $1.part) }.map(\.part)
        if keepsAliases(sorted), !isItem || keepsDirectives(sorted, first: ranks[0].part) { parts.reorder(sorted) }
        return parts
    }

    /// Whether the order preserves directives. A comment at the first key of an item applies to the item, and at any
    /// other key only to that key.
    private func keepsDirectives(_ parts: [Int], first: Int) -> Bool {
        parts[0] == first || !hasDirective(atEntry: first) && !hasDirective(atEntry: parts[0])
    }

    /// Whether every alias still refers to the same anchor: parts with the same anchor name keep their order.
    private func keepsAliases(_ parts: [Int]) -> Bool {
        guard hasAnchors else { return true }
        var last: [ArraySlice<UInt8>: Int] = [:]
        for part in parts {
            for record in extent(ofPart: part, isEntry: true) {
                for mark in [anchor(of: record), alias(of: record)].compactMap(\.self) {
                    let name = file.bytes[mark].dropFirst()
                    if last[name, default: part] > part { return false }
                    last[name] = part
                }
            }
        }
        return true
    }
}
