import WaybillManifest
import WaybillSyntax

/// Compares the meaning of two documents, before a formatted text is written.
///
/// It does not use layouts or the order of the grammar, so it does not depend on the formatter.
enum MeaningComparison {
    /// Whether both mean the same. The order of keys does not matter, and neither do quotes of texts.
    static func isEqual(_ left: YAMLDocument, _ right: YAMLDocument) -> Bool {
        guard let leftRoot = left.root, let rightRoot = right.root else { return false }
        return haveEqualRecords(left, right) || isEqual(leftRoot, rightRoot)
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

    private static func isEqual(_ left: YAMLNode, _ right: YAMLNode) -> Bool {
        switch (left.kind, right.kind) {
        case (.mapping, .mapping): left.childCount == right.childCount && haveEqualEntries(left, right)
        case (.sequence, .sequence):
            left.childCount == right.childCount && zip(left.items, right.items).allSatisfy { isEqual($0, $1) }
        default: left.isScalar && right.isScalar && areEqualScalars(left, right)
        }
    }

    private static func areEqualScalars(_ left: YAMLNode, _ right: YAMLNode) -> Bool {
        guard left.utf8 == right.utf8 else { return false }
        return (left.kind == .plain) == (right.kind == .plain) || left.scalar?.resolved == right.scalar?.resolved
    }

    private static func haveEqualEntries(_ left: YAMLNode, _ right: YAMLNode) -> Bool {
        let isInOrder = zip(left.entries, right.entries).allSatisfy { areEqualScalars($0.key, $1.key) }
        if isInOrder { return zip(left.entries, right.entries).allSatisfy { isEqual($0.value, $1.value) } }
        let others = Dictionary(
            right.entries.map { ($0.key.scalarText ?? "", $0) }, uniquingKeysWith: { first, _ in first })
        return left.entries.allSatisfy { entry in
            guard let other = others[entry.key.scalarText ?? ""] else { return false }
            return areEqualScalars(entry.key, other.key) && isEqual(entry.value, other.value)
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
