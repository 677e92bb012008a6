/// A file's YAML in two flat arrays, which the decoders read.
///
/// ```
/// - id: a        records   [  │ { │ id │ a │ tags │ [ │ x │ y │ { │ id │ b ]     in the order of the file
///   tags: [x,y]              0   1   2    3   4      5   6   7   8   9    10
/// - id: b        next       11  8                    8           11                after all that is within it
///                texts     [idatagsxyidb]                                          every scalar's text
/// ```
///
/// A collection precedes the records in it, and a key precedes its value. A value's `next` is the index of the record after
/// it, so that subtrees are skipped at once. A refused key and its value are kept, because aliases may name them, and are
/// marked as dropped. An alias of a collection is one record with the index of the collection's; an alias of a scalar
/// repeats the scalar. Record 0 is the document.
package final class YAMLDocument: Sendable {
    /// The file's index in the set's sources.
    package let file: Int
    package let records: [Record]
    package let texts: [UInt8]
    package let aliases: AliasPlaces
    package let unfinished: UnfinishedPlaces

    package struct Record: Sendable {
        package var kind: Kind
        /// Whether it replaces an alias that could not be followed.
        package var isRefusedAlias = false
        /// For a key: whether it was rejected, and its value with it.
        package var isDropped = false
        /// The span in the file.
        package var start: UInt32
        package var end: UInt32
        /// For a scalar: the start of its text in `texts`. For an alias: the record of the anchored collection.
        package var first: UInt32 = 0
        /// For a scalar: the number of bytes of its text. For a sequence: the number of items. For a mapping: the
        /// number of entries that are not dropped.
        package var count: UInt32 = 0
        /// The index after the last record in it.
        package var next: UInt32

        package enum Kind: UInt8, Sendable {
            case plain, singleQuoted, doubleQuoted, literal, folded, sequence, mapping, alias

            package var isScalar: Bool { rawValue <= Self.folded.rawValue }
        }

        package var text: Range<Int> { Int(first)..<Int(first) + Int(count) }
    }

    init(file: Int, records: [Record], texts: [UInt8], aliases: AliasPlaces, unfinished: UnfinishedPlaces) {
        self.file = file
        self.records = records
        self.texts = texts
        self.aliases = aliases
        self.unfinished = unfinished
    }

    /// The whole document; `nil` if the file has none.
    package var root: YAMLNode? { records.isEmpty ? nil : node(at: 0) }

    /// Returns the node of a record, with aliases followed.
    func node(at index: Int) -> YAMLNode {
        let record = records[index]
        return YAMLNode(document: self, index: record.kind == .alias ? Int(record.first) : index)
    }

    /// Returns the entry of a mapping whose key has this record.
    func entry(at key: Int) -> YAMLNode.Entry {
        YAMLNode.Entry(key: node(at: key), value: node(at: Int(records[key].next)), record: key)
    }

    /// Returns the records of a mapping's keys, rejected ones included, or of a sequence's items; none for a scalar or an
    /// alias.
    package func parts(of collection: Int) -> [Int] {
        let isMapping = records[collection].kind == .mapping
        return sequence(first: collection + 1) { part in
            Int(self.records[isMapping ? Int(self.records[part].next) : part].next)
        }.prefix { $0 < Int(records[collection].next) }
    }
}

extension YAMLDocument {
    /// Returns the texts of rejected keys and their values.
    package func droppedTexts(in file: SourceFile) -> [String] {
        var texts: [String] = []
        var next = 0
        for key in records.indices where key >= next && records[key].isDropped {
            let value = records[Int(records[key].next)]
            next = Int(value.next)
            for record in [records[key], value] {
                let span = SourceSpan(file: self.file, start: Int(record.start), end: Int(record.end))
                texts.append(file.text(in: span))
            }
        }
        return texts
    }

    /// Traps if the arrays do not have the structure drawn above. For tests.
    package func _checkInvariants() {
        var ends = [records.count]
        for (index, record) in records.enumerated() {
            while let last = ends.last, last == index, ends.count > 1 { ends.removeLast() }
            let next = Int(record.next)
            let end = ends[ends.count - 1]
            precondition(next > index && next <= end, "record \(index) reaches out of what it lies in")
            switch record.kind {
            case .alias:
                let target = records[Int(record.first)].kind
                precondition(target == .sequence || target == .mapping, "alias \(index) stands for no collection")
            case .sequence: precondition(node(at: index).items.count { _ in true } == record.count)
            case .mapping: precondition(node(at: index).entries.count { _ in true } == record.count)
            default: precondition(record.text.upperBound <= texts.count && next == index + 1)
            }
            ends.append(next)
        }
    }
}
