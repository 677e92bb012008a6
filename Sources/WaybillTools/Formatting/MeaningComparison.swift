import WaybillManifest
import WaybillSyntax

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
