import WaybillManifest
package import WaybillSyntax
import WaybillTable

/// The structure of one file, for edits: the place of each record, and how records are nested.
///
/// It is computed from the file's own YAML, with rejected keys. Every change keeps the file's layout: indentation,
/// block or flow style, line ends. A change that is not possible in this layout gives no edits.
package struct ManifestEditor {
    let source: SourceFile
    let file: Int
    let document: YAMLDocument
    /// By record: the surrounding collection, -1 for the document.
    private let parents: [Int32]
    /// By record: the previous one in its collection, -1 for the first.
    private let previous: [Int32]
    /// By record: whether it is the key of an entry.
    private let keys: [Bool]
    /// The places of the records that are only aliases. The records have those of the aliased values.
    let aliases: [Int: SourceSpan]
    /// The records that are not aliases, sorted by their start.
    private let written: [Int32]
    /// The places of aliased values. A change there changes every use.
    let shared: [SourceSpan]
    /// The suppressions of the file, if there are any.
    let reach: SuppressionScope?

    /// Returns `nil` if the file is not YAML.
    package init?(_ source: SourceFile, index: Int) {
        guard let document = YAMLReader.readOnce(source, index: index).node?.document else { return nil }
        self.source = source
        self.file = index
        self.document = document
        reach = SuppressionScope(source, index: index)
        var survey = Survey(document)
        survey.run()
        parents = survey.parents
        previous = survey.previous
        keys = survey.keys
        aliases = survey.aliases
        written = survey.written.sorted { (survey.records[Int($0)].start, $0) < (survey.records[Int($1)].start, $1) }
        shared = survey.shared
    }

    var bytes: [UInt8] { source.bytes }

    // MARK: Records

    func record(_ index: Int) -> YAMLDocument.Record { document.records[index] }

    func parent(of index: Int) -> Int? { parents[index] < 0 ? nil : Int(parents[index]) }

    func sibling(before index: Int) -> Int? { previous[index] < 0 ? nil : Int(previous[index]) }

    func isKey(_ index: Int) -> Bool { keys[index] }

    func isAlias(_ index: Int) -> Bool { aliases[index] != nil }

    /// Returns the value of a key.
    package func value(of key: Int) -> Int { Int(record(key).next) }

    /// Returns the next sibling of an item, or of an entry by its key; `nil` for the last one.
    func sibling(after index: Int) -> Int? {
        let next = Int(record(isKey(index) ? value(of: index) : index).next)
        guard let parent = parent(of: index) else { return nil }
        return next < Int(record(parent).next) ? next : nil
    }

    /// Returns the first key of a mapping, or the first item of a list.
    func firstChild(of index: Int) -> Int? {
        index + 1 < Int(record(index).next) ? index + 1 : nil
    }

    /// Returns the record of a node; `nil` for a node of another file.
    package func record(of node: YAMLNode) -> Int? { node.document === document ? node.recordIndex : nil }

    /// Returns the scalar at a place.
    func scalar(at span: SourceSpan) -> Int? {
        records(from: span.start).first { record($0).kind.isScalar && Int(record($0).end) == span.end }
    }

    /// Returns the records that start at a place, the outermost first.
    private func records(from start: Int) -> [Int] {
        let first = written.indices.partitioningIndex { Int(record(Int(written[$0])).start) >= start }
        return written[first...].prefix { Int(record(Int($0)).start) == start }.map(Int.init)
    }

    /// Returns the last scalar before a place.
    func lastScalar(before offset: Int) -> Int? {
        let next = written.indices.partitioningIndex { Int(record(Int(written[$0])).start) >= offset }
        return written[..<next].last { record(Int($0)).kind.isScalar && !record(Int($0)).isAbsent }.map(Int.init)
    }

    /// Returns the key or item that identifies an entry.
    func head(of entry: Diagnostic.Entry) -> Int? {
        let isNamed = if case .named = entry { true } else { false }
        return records(from: entry.span.start).first { isKey($0) == isNamed && Int(record($0).end) == entry.span.end }
    }

    /// Returns the mapping of an entry.
    package func mapping(of entry: Diagnostic.Entry) -> Int? {
        guard let head = head(of: entry) else { return nil }
        let content = isKey(head) ? value(of: head) : head
        return record(content).kind == .mapping && !isAlias(content) ? content : nil
    }

    /// Returns the key with this name in a mapping.
    package func key(_ name: String, in mapping: Int) -> Int? {
        document.parts(of: mapping).first { self.name(of: $0) == name && !record($0).isDropped }
    }

    func name(of key: Int) -> String? {
        record(key).kind.isScalar ? String(decoding: document.texts[record(key).text], as: UTF8.self) : nil
    }
}

/// One walk over all records, which computes the structure.
private struct Survey {
    private let document: YAMLDocument
    let records: [YAMLDocument.Record]
    private(set) var parents: [Int32]
    private(set) var previous: [Int32]
    private(set) var keys: [Bool]
    private(set) var aliases: [Int: SourceSpan] = [:]
    private(set) var written: [Int32] = []
    private(set) var shared: [SourceSpan] = []
    /// By aliased value, its next aliases.
    private var left: [SourceSpan: ArraySlice<SourceSpan>] = [:]
    /// The latest record that is not an alias.
    private var latest: YAMLDocument.Record?

    init(_ document: YAMLDocument) {
        self.document = document
        records = document.records
        parents = Array(repeating: -1, count: records.count)
        previous = parents
        keys = Array(repeating: false, count: records.count)
    }

    mutating func run() {
        for (index, record) in records.enumerated() {
            placeParts(of: index)
            note(index, record)
        }
    }

    private mutating func placeParts(of collection: Int) {
        let isMapping = records[collection].kind == .mapping
        var last: Int32 = -1
        for part in document.parts(of: collection) {
            keys[part] = isMapping
            for index in isMapping ? [part, Int(records[part].next)] : [part] {
                parents[index] = Int32(collection)
                previous[index] = last
                last = Int32(index)
            }
        }
    }

    /// An anchored value precedes its aliases, so a record with an earlier place is an alias.
    private mutating func note(_ index: Int, _ record: YAMLDocument.Record) {
        guard record.kind == .alias || isRepeated(record) else {
            written.append(Int32(index))
            latest = record
            return
        }
        let target = SourceSpan(file: document.file, start: Int(record.start), end: Int(record.end))
        let places = left[target] ?? document.aliases.directAliases(of: target)[...]
        left[target] = places.dropFirst()
        aliases[index] = places.first
        shared.append(target)
    }

    private func isRepeated(_ record: YAMLDocument.Record) -> Bool {
        guard let latest, record.kind.isScalar, record.start < record.end else { return false }
        return record.start < latest.start || record.start == latest.start && latest.kind.isScalar
    }
}
