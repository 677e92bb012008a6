import WaybillManifest
import WaybillSyntax

extension Layout {
    /// Returns the parts of a collection in their canonical order: keys of the grammar in its order, keys of the same
    /// position as they are written, and unknown keys after them. Names chosen by the author and list items keep their
    /// order.
    func parts(of collection: Int, shape: Shape?, isItem: Bool = false) -> [Int] {
        let parts = document.parts(of: collection)
        guard document.records[collection].kind == .mapping, case .object(let grammar) = shape else { return parts }
        let ranks = parts.map { part in
            grammar.index(of: document.texts[document.records[part].text]).map { grammar.ranks[$0] } ?? Int.max
        }
        let sorted = zip(ranks, parts).sorted { $0 < $1 }.map(\.1)
        guard sorted != parts, keepsAliases(sorted) else { return parts }
        return !isItem || keepsDirectives(sorted, first: parts[0]) ? sorted : parts
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
            for record in part..<Int(document.records[Int(document.records[part].next)].next) {
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

/// Finds the shapes of nested values.
extension Shape {
    func alternative(for record: YAMLDocument.Record) -> Shape {
        switch record.kind {
        case .sequence: alternative(for: .sequence)
        case .mapping: alternative(for: .mapping)
        default: alternative(for: .scalar)
        }
    }

    /// The shape of an item; `nil` if anything is allowed.
    var item: Shape? {
        if case .list(let shape, _, _) = self { return shape }
        return nil
    }

    /// Returns the shape of the value of a key; `nil` if anything is allowed.
    func value(of key: ArraySlice<UInt8>) -> Shape? {
        switch self {
        case .object(let grammar): grammar.index(of: key).map { grammar.keys[$0].shape }
        case .named(_, let shape): shape
        default: nil
        }
    }

    /// Whether Swift code decodes the mapping, which may distinguish `a` from `"a"`.
    var isOpen: Bool {
        if case .mapping = self { return true }
        return false
    }
}
