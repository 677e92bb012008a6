/// A value of a ``YAMLDocument`` with its place in the file.
///
/// Aliases are followed: the node of an alias has the place of the anchored value.
package struct YAMLNode: Sendable {
    package let document: YAMLDocument
    let index: Int

    /// A key with its value. Keys are unique: the reader reports and drops duplicates.
    package struct Entry {
        package var key: YAMLNode
        package var value: YAMLNode
        /// The index of the key's record. It differs from that of ``key`` if the key is an alias.
        package var record: Int
    }

    /// The index of its record in the document.
    package var recordIndex: Int { index }

    private var record: YAMLDocument.Record { document.records[index] }

    package var kind: YAMLDocument.Record.Kind { record.kind }

    package var span: SourceSpan {
        let record = record
        return SourceSpan(file: document.file, start: Int(record.start), end: Int(record.end))
    }

    /// Whether it replaces an alias that could not be followed. It is empty, and this emptiness is not reported.
    package var isRefusedAlias: Bool { record.isRefusedAlias }

    /// The number of its entries or items; 0 for a scalar.
    package var childCount: Int { kind.isScalar ? 0 : Int(record.count) }
}

// MARK: Scalars

extension YAMLNode {
    package var isScalar: Bool { kind.isScalar }

    /// The text of a scalar after YAML's unquoting and unescaping, as UTF-8; empty for a collection.
    package var utf8: ArraySlice<UInt8> {
        let record = record
        return record.kind.isScalar ? document.texts[record.text] : []
    }

    /// The number of bytes of a scalar's text; 0 for a collection.
    package var byteCount: Int { kind.isScalar ? Int(record.count) : 0 }

    package var scalarText: String? { isScalar ? String(decoding: utf8, as: UTF8.self) : nil }

    package var scalar: Node.Scalar? {
        let style: Node.Scalar.Style
        switch kind {
        case .plain: style = .plain
        case .singleQuoted: style = .singleQuoted
        case .doubleQuoted: style = .doubleQuoted
        case .literal: style = .literal
        case .folded: style = .folded
        case .sequence, .mapping, .alias: return nil
        }
        return Node.Scalar(text: String(decoding: utf8, as: UTF8.self), style: style)
    }

    /// Whether it is null: empty, or one of YAML's words for null.
    package var isNullValue: Bool {
        kind == .plain && Node.Scalar.isNull(utf8)
    }
}

// MARK: Collections

extension YAMLNode {
    /// The entries of a mapping in the order of the file; empty for other kinds.
    package var entries: Entries {
        let end = kind == .mapping ? Int(record.next) : index
        return Entries(document: document, position: index + 1, end: end)
    }

    /// The items of a sequence in the order of the file; empty for other kinds.
    package var items: Items {
        let end = kind == .sequence ? Int(record.next) : index
        return Items(document: document, position: index + 1, end: end)
    }

    /// Returns the value of a key; `nil` for a missing one, and for other kinds than mappings.
    ///
    /// - Complexity: Linear in the number of entries.
    package func value(ofKey key: String) -> YAMLNode? {
        var position = index + 1
        let end = kind == .mapping ? Int(record.next) : index
        let count = key.utf8.count
        while position < end {
            let record = document.records[position]
            let value = Int(record.next)
            if record.kind.isScalar, !record.isDropped, Int(record.count) == count,
                document.texts[record.text].elementsEqual(key.utf8)
            {
                return document.node(at: value)
            }
            position = Int(document.records[value].next)
        }
        return nil
    }

    package struct Entries: Sequence, IteratorProtocol {
        let document: YAMLDocument
        fileprivate(set) var position: Int
        let end: Int

        package mutating func next() -> Entry? {
            while position < end {
                let key = position
                let value = Int(document.records[key].next)
                position = Int(document.records[value].next)
                if !document.records[key].isDropped { return document.entry(at: key) }
            }
            return nil
        }
    }

    package struct Items: Sequence, IteratorProtocol {
        let document: YAMLDocument
        fileprivate(set) var position: Int
        let end: Int

        package mutating func next() -> YAMLNode? {
            guard position < end else { return nil }
            defer { position = Int(document.records[position].next) }
            return document.node(at: position)
        }
    }
}

// MARK: As a tree

extension Node {
    /// Copies a part of a document, with all aliases expanded.
    package init(_ node: YAMLNode) {
        let content: Content =
            switch node.kind {
            case .sequence: .sequence(node.items.map(Node.init))
            case .mapping: .mapping(node.entries.map { Entry(key: Node($0.key), value: Node($0.value)) })
            default: .scalar(node.scalar ?? Scalar(text: "", style: .plain))
            }
        self.init(span: node.span, content: content)
        isRefusedAlias = node.isRefusedAlias
    }
}
