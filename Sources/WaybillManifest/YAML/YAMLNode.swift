/// A value of a ``YAMLDocument`` with its place in the file.
///
/// Aliases are already followed, within a budget: the node has the place of the anchored value.
package struct YAMLNode: Sendable {
    package let document: YAMLDocument
    let index: Int

    /// One key with its value. Keys are unique: the reader reports and drops repeated ones.
    package struct Entry {
        package var key: YAMLNode
        package var value: YAMLNode
        /// The key's record, which is not that of ``key`` where the key is an alias.
        var record: Int
    }

    private var record: YAMLDocument.Record { document.records[index] }

    package var kind: YAMLDocument.Record.Kind { record.kind }

    package var span: SourceSpan {
        let record = record
        return SourceSpan(file: document.file, start: Int(record.start), end: Int(record.end))
    }

    /// Whether it only stands where an alias names nothing: what it lacks is no mistake of its own.
    var isRefusedAlias: Bool { record.isRefusedAlias }

    /// How many entries or items it holds; 0 for a scalar.
    package var childCount: Int { kind.isScalar ? 0 : Int(record.count) }
}

// MARK: Scalars

extension YAMLNode {
    package var isScalar: Bool { kind.isScalar }

    /// The text of a scalar after YAML's own unquoting and unescaping, as UTF-8; empty for a collection.
    package var utf8: ArraySlice<UInt8> {
        let record = record
        return record.kind.isScalar ? document.texts[record.text] : []
    }

    /// The bytes of a scalar's text; 0 for a collection.
    var byteCount: Int { kind.isScalar ? Int(record.count) : 0 }

    /// The first byte of a scalar's text; `nil` where it is empty, and for a collection.
    var firstByte: UInt8? {
        let record = record
        return record.kind.isScalar && record.count > 0 ? document.texts[Int(record.first)] : nil
    }

    /// Whether all bytes of a scalar's text satisfy a condition. Costs less than asking ``utf8``, which is a value of its
    /// own.
    @inline(__always)
    func allBytes(_ satisfy: (UInt8) -> Bool) -> Bool {
        let record = record
        guard record.kind.isScalar else { return true }
        for index in record.text where !satisfy(document.texts[index]) { return false }
        return true
    }

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

    /// Whether it is null: nothing at all, or one of YAML's words for it.
    var isNullValue: Bool {
        let record = record
        guard record.kind == .plain else { return false }
        switch record.count {
        case 0: return true
        case 1: return document.texts[Int(record.first)] == UInt8(ascii: "~")
        case 4:
            guard document.texts[Int(record.first)] | 0x20 == UInt8(ascii: "n") else { return false }
            return scalar?.resolved == .null
        default: return false
        }
    }
}

// MARK: Collections

extension YAMLNode {
    /// The entries of a mapping in the order of the file; none of anything else.
    package var entries: Entries {
        let end = kind == .mapping ? Int(record.next) : index
        return Entries(document: document, position: index + 1, end: end)
    }

    /// The entries of an empty mapping.
    var noEntries: Entries { Entries(document: document, position: 0, end: 0) }

    /// The items of a sequence in the order of the file; none of anything else.
    package var items: Items {
        let end = kind == .sequence ? Int(record.next) : index
        return Items(document: document, position: index + 1, end: end)
    }

    /// Gives the records of the keys of a mapping, in the order of the file. Costs less than ``entries``, whose entries
    /// are values of their own.
    @inline(__always)
    func forEachKey(_ body: (_ record: Int) -> Void) {
        guard kind == .mapping else { return }
        let end = Int(record.next)
        var key = index + 1
        while key < end {
            if !document.records[key].isDropped { body(key) }
            key = Int(document.records[Int(document.records[key].next)].next)
        }
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

// MARK: As a value of its own

extension Node {
    /// A part of a document that outlives it, with every alias written out.
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
