import WaybillManifest
import WaybillSyntax
import WaybillTable

/// One file as somebody sees it who is about to change it: where things are written, and how they are in each other.
///
/// Its questions are answered from the file's own YAML, refused keys included. Every change is made in the file's own
/// layout: indentation, block or flow style, line ends. What has no place where it could be changed so gives no edits.
struct ManifestEditor {
    let source: SourceFile
    let file: Int
    let document: YAMLDocument
    /// By record: the collection that it is in, -1 for the document.
    private let parents: [Int32]
    /// By record: the one before it in its collection, -1 for the first.
    private let previous: [Int32]
    /// By record: whether it is the key of an entry.
    private let keys: [Bool]
    /// By record: whether only an alias is there, for what is written elsewhere.
    private let aliases: [Bool]
    /// Records in the order of where they start, those that are no aliases.
    private let written: [Int32]
    /// The places of values that aliases stand for: a change there changes every use.
    let shared: [SourceSpan]
    /// What the comments of the file allow, where there are any.
    let reach: SuppressionScope?

    /// nil where the file is not YAML at all.
    init?(_ source: SourceFile, index: Int) {
        guard let document = YAMLReader.read(source, index: index).node?.document else { return nil }
        self.source = source
        self.file = index
        self.document = document
        reach = SuppressionScope(source, index: index)
        var survey = Survey(document.records)
        survey.run()
        (parents, previous, keys, aliases) = (survey.parents, survey.previous, survey.keys, survey.aliases)
        written = survey.written.sorted { (survey.records[Int($0)].start, $0) < (survey.records[Int($1)].start, $1) }
        shared = survey.shared.map { SourceSpan(file: index, start: $0.lowerBound, end: $0.upperBound) }
    }

    var bytes: [UInt8] { source.bytes }

    // MARK: Records

    func record(_ index: Int) -> YAMLDocument.Record { document.records[index] }

    func parent(of index: Int) -> Int? { parents[index] < 0 ? nil : Int(parents[index]) }

    func sibling(before index: Int) -> Int? { previous[index] < 0 ? nil : Int(previous[index]) }

    func isKey(_ index: Int) -> Bool { keys[index] }

    func isAlias(_ index: Int) -> Bool { aliases[index] }

    /// The value of a key.
    func value(of key: Int) -> Int { Int(record(key).next) }

    /// The first thing after an item, or after an entry by its key; nil for the last one.
    func sibling(behind index: Int) -> Int? {
        let next = Int(record(isKey(index) ? value(of: index) : index).next)
        guard let parent = parent(of: index) else { return nil }
        return next < Int(record(parent).next) ? next : nil
    }

    /// The first key of a mapping, or the first item of a list.
    func firstChild(of index: Int) -> Int? {
        let record = record(index)
        guard record.kind == .mapping || record.kind == .sequence else { return nil }
        return index + 1 < Int(record.next) ? index + 1 : nil
    }

    /// The keys of a mapping, or the items of a list, refused ones included. A file may have a hundred thousand.
    func children(of index: Int) -> [Int] {
        var children: [Int] = []
        var next = firstChild(of: index)
        while let child = next {
            children.append(child)
            next = sibling(behind: child)
        }
        return children
    }

    /// The scalar that is written at a place.
    func scalar(at span: SourceSpan) -> Int? {
        records(from: span.start).first { record($0).kind.isScalar && Int(record($0).end) == span.end }
    }

    /// What starts at a place, the outermost first.
    private func records(from start: Int) -> [Int] {
        let first = written.indices.partitioningIndex { Int(record(Int(written[$0])).start) >= start }
        return written[first...].prefix { Int(record(Int($0)).start) == start }.map(Int.init)
    }

    /// The last scalar that is written before a place.
    func lastScalar(before offset: Int) -> Int? {
        let next = written.indices.partitioningIndex { Int(record(Int(written[$0])).start) >= offset }
        return written[..<next].last { record(Int($0)).kind.isScalar && !record(Int($0)).isAbsent }.map(Int.init)
    }

    /// The key or item that an entry is called by.
    func head(of entry: Diagnostic.Entry) -> Int? {
        let isNamed = if case .named = entry { true } else { false }
        return records(from: entry.span.start).first { isKey($0) == isNamed && Int(record($0).end) == entry.span.end }
    }

    /// The mapping that an entry is.
    func mapping(of entry: Diagnostic.Entry) -> Int? {
        guard let head = head(of: entry) else { return nil }
        let content = isKey(head) ? value(of: head) : head
        return record(content).kind == .mapping && !isAlias(content) ? content : nil
    }

    /// The key of this name in a mapping.
    func key(_ name: String, in mapping: Int) -> Int? {
        children(of: mapping).first { self.name(of: $0) == name && !record($0).isDropped }
    }

    func name(of key: Int) -> String? {
        record(key).kind.isScalar ? String(decoding: document.texts[record(key).text], as: UTF8.self) : nil
    }
}

/// One walk over all records, from which an editor knows what lies where.
private struct Survey {
    let records: [YAMLDocument.Record]
    private(set) var parents: [Int32] = []
    private(set) var previous: [Int32] = []
    private(set) var keys: [Bool] = []
    private(set) var aliases: [Bool] = []
    private(set) var written: [Int32] = []
    private(set) var shared: [Range<Int>] = []
    private var open: [(record: Int, last: Int, awaitsKey: Bool)] = []
    /// The latest record that is written where it is.
    private var latest: YAMLDocument.Record?

    init(_ records: [YAMLDocument.Record]) {
        self.records = records
    }

    mutating func run() {
        for (index, record) in records.enumerated() {
            while let last = open.last, Int(records[last.record].next) <= index { open.removeLast() }
            place(index)
            note(index, record)
            if record.kind == .mapping || record.kind == .sequence {
                open.append((index, -1, record.kind == .mapping))
            }
        }
    }

    private mutating func place(_ index: Int) {
        guard let top = open.indices.last else {
            parents.append(-1)
            previous.append(-1)
            return keys.append(false)
        }
        let collection = open[top]
        parents.append(Int32(collection.record))
        previous.append(Int32(collection.last))
        let isMapping = records[collection.record].kind == .mapping
        keys.append(isMapping && collection.awaitsKey)
        open[top].last = index
        if isMapping { open[top].awaitsKey.toggle() }
    }

    /// What an anchor names is before its aliases, so that an alias has a place before what precedes it.
    private mutating func note(_ index: Int, _ record: YAMLDocument.Record) {
        let isAlias = record.kind == .alias || isRepeated(record)
        aliases.append(isAlias)
        if isAlias {
            let target = record.kind == .alias ? records[Int(record.first)] : record
            shared.append(Int(target.start)..<Int(target.end))
        } else {
            written.append(Int32(index))
            latest = record
        }
    }

    private func isRepeated(_ record: YAMLDocument.Record) -> Bool {
        guard let latest, record.kind.isScalar, record.start < record.end else { return false }
        return record.start < latest.start || record.start == latest.start && latest.kind.isScalar
    }
}
