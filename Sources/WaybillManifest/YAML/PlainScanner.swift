/// Reads the plain part of YAML, which nearly all manifests are written in, many times as fast as libyaml.
///
/// It knows block mappings and sequences, plain and quoted scalars of one line without escapes, flow collections of one
/// line, comments and blank lines, in ASCII without tabs. At the first byte that it is not sure of, and at all that would
/// be a finding, it gives up, and libyaml reads the file from its start: what it makes of a file is what libyaml would.
///
/// ```
/// routes:            ◀ mapping(0)      a collection is entered at its first line, and left at the first line that
///   - id: a          ◀ sequence(2)     begins further left; whoever is entered next looks at the same line
///     tags: [x]      ◀ mapping(4)
/// ```
///
/// Texts are slices of the file, so that none is copied.
package struct PlainScanner {
    typealias Record = YAMLDocument.Record

    /// The scanner is not sure what the text means.
    struct Unsure: Error {}

    private(set) var records: [Record] = []
    /// While a line is read, how far it is; between two lines the first character of the next one that holds something.
    var position = 0
    /// Where the line at ``position`` starts.
    private var lineStart = 0
    private var depth = 0
    private var keys = KeySets()

    /// A manifest needs a handful of levels.
    private static let mostLevels = 32

    /// The document of a file; `nil` where libyaml has to read it.
    package static func read(_ file: SourceFile, index: Int) -> YAMLDocument? {
        guard file.isPlain, !file.hasTabsOrReturns else { return nil }
        var scanner = PlainScanner()
        // Few values take less than eight bytes.
        scanner.records.reserveCapacity(file.bytes.count / 8)
        do throws(Unsure) {
            try scanner.readDocument(file.bytes.span)
        } catch {
            return nil
        }
        return YAMLDocument(file: index, records: scanner.records, texts: file.bytes, isVisible: true)
    }

    private mutating func readDocument(_ text: Span<UInt8>) throws(Unsure) {
        skipToContent(text)
        if text.matches("---\n", at: position), position == lineStart {
            position += 4
            skipToContent(text)
        }
        guard let column = try column(text) else { throw Unsure() }
        let first = try scalar(text, isFlow: false)
        guard isColon(text, isFlow: false) else { throw Unsure() }
        _ = try mapping(text, from: first, column: column)
        guard position == text.count else { throw Unsure() }
    }

    // MARK: Block collections

    /// The column of the line that is next; `nil` at the end of the text.
    private func column(_ text: Span<UInt8>) throws(Unsure) -> Int? {
        guard position < text.count else { return nil }
        guard position > lineStart else {
            if text.matches("---", at: position) || text.matches("...", at: position) { throw Unsure() }
            return 0
        }
        return position - lineStart
    }

    /// Reads a mapping from the colon behind its first key on. Returns where its text ends, as all that follow do.
    private mutating func mapping(
        _ text: Span<UInt8>, from first: Record, column own: Int
    ) throws(Unsure) -> Int {
        let record = try open(.mapping, at: Int(first.start))
        keys.open()
        var (key, end, count) = (first, 0, 0)
        while true {
            try add(key: key, text)
            end = try value(text, behind: position, column: own, isMapping: true)
            count += 1
            guard let next = try column(text), next >= own else { break }
            guard next == own else { throw Unsure() }
            key = try scalar(text, isFlow: false)
            guard isColon(text, isFlow: false) else { throw Unsure() }
        }
        keys.close()
        close(record, count: count, end: end)
        return end
    }

    private mutating func sequence(_ text: Span<UInt8>, column own: Int) throws(Unsure) -> Int {
        let record = try open(.sequence, at: position)
        var (end, count) = (0, 0)
        while true {
            end = try value(text, behind: position, column: own, isMapping: false)
            count += 1
            guard let next = try column(text), next >= own else { break }
            guard next == own else { throw Unsure() }
            // In the column of the key that it belongs to, the next key ends a sequence.
            guard isDash(text) else { break }
        }
        close(record, count: count, end: end)
        return end
    }

    /// Reads what stands behind a colon or a dash, on its line or on the next ones, and goes on to the next line.
    private mutating func value(
        _ text: Span<UInt8>, behind indicator: Int, column own: Int, isMapping: Bool
    ) throws(Unsure) -> Int {
        guard records.count <= YAMLReader.mostValues else { throw Unsure() }
        position = indicator + 1
        skipSpaces(text)
        if isAtLineEnd(text) {
            try finishLine(text)
            guard let next = try column(text), next > own || next == own && isMapping && isDash(text) else {
                return absent(at: indicator + 1)
            }
            return try block(text, column: next)
        }
        if !isMapping { return try block(text, column: position - lineStart) }
        let end = try inline(text, isFlow: false)
        try finishLine(text)
        return end
    }

    /// Reads a value that may be a block collection.
    private mutating func block(_ text: Span<UInt8>, column: Int) throws(Unsure) -> Int {
        if isDash(text) { return try sequence(text, column: column) }
        if isFlowStart(text) {
            let end = try flow(text)
            try finishLine(text)
            return end
        }
        let scalar = try scalar(text, isFlow: false)
        if isColon(text, isFlow: false) { return try mapping(text, from: scalar, column: column) }
        append(scalar)
        try finishLine(text)
        return Int(scalar.end)
    }

    // MARK: Values of one line

    private mutating func inline(_ text: Span<UInt8>, isFlow: Bool) throws(Unsure) -> Int {
        if isFlowStart(text) { return try flow(text) }
        let scalar = try scalar(text, isFlow: isFlow)
        append(scalar)
        return Int(scalar.end)
    }

    private mutating func flow(_ text: Span<UInt8>) throws(Unsure) -> Int {
        let isMapping = text[position] == UInt8(ascii: "{")
        let closing = isMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")
        let record = try open(isMapping ? .mapping : .sequence, at: position)
        if isMapping { keys.open() }
        var count = 0
        position += 1
        skipSpaces(text)
        while count > 0 || byte(text, position) != closing {
            if isMapping { try flowKey(text) }
            _ = try inline(text, isFlow: true)
            count += 1
            skipSpaces(text)
            if byte(text, position) == closing { break }
            guard byte(text, position) == UInt8(ascii: ",") else { throw Unsure() }
            position += 1
            skipSpaces(text)
        }
        position += 1
        if isMapping { keys.close() }
        close(record, count: count, end: position)
        return position
    }

    private mutating func flowKey(_ text: Span<UInt8>) throws(Unsure) {
        let key = try scalar(text, isFlow: true)
        guard isColon(text, isFlow: true) else { throw Unsure() }
        try add(key: key, text)
        position += 1
        skipSpaces(text)
    }

    // MARK: Lines

    /// Goes over the rest of a line, in which nothing but a comment may stand, to the next one that holds something.
    private mutating func finishLine(_ text: Span<UInt8>) throws(Unsure) {
        skipSpaces(text)
        guard isAtLineEnd(text) else { throw Unsure() }
        skipLine(text)
        skipToContent(text)
    }

    /// From the start of a line to the first character that is neither blank nor comment.
    private mutating func skipToContent(_ text: Span<UInt8>) {
        while true {
            lineStart = position
            skipSpaces(text)
            guard position < text.count else { return }
            guard text[position] == UInt8(ascii: "\n") || text[position] == UInt8(ascii: "#") else { return }
            skipLine(text)
        }
    }

    private mutating func skipLine(_ text: Span<UInt8>) {
        while position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
        if position < text.count { position += 1 }
    }

    mutating func skipSpaces(_ text: Span<UInt8>) {
        while position < text.count, text[position] == UInt8(ascii: " ") { position += 1 }
    }

    /// Whether nothing but a comment, which stands behind a blank, is left of the line.
    private func isAtLineEnd(_ text: Span<UInt8>) -> Bool {
        switch byte(text, position) {
        case UInt8(ascii: "\n"): true
        case UInt8(ascii: "#"): text[position - 1] == UInt8(ascii: " ")
        default: false
        }
    }

    // MARK: Records

    private mutating func open(_ kind: Record.Kind, at start: Int) throws(Unsure) -> Int {
        depth += 1
        guard depth <= Self.mostLevels else { throw Unsure() }
        records.append(Record(kind: kind, start: UInt32(start), end: 0, next: 0))
        return records.count - 1
    }

    private mutating func close(_ record: Int, count: Int, end: Int) {
        depth -= 1
        records[record].count = UInt32(count)
        records[record].end = UInt32(end)
        records[record].next = UInt32(records.count)
    }

    private mutating func append(_ scalar: Record) {
        records.append(scalar)
        records[records.count - 1].next = UInt32(records.count)
    }

    private mutating func absent(at place: Int) -> Int {
        append(Record(kind: .plain, start: UInt32(place), end: UInt32(place), first: UInt32(place), next: 0))
        return place
    }

    /// A merge key and a repeated one are findings.
    private mutating func add(key: Record, _ text: Span<UInt8>) throws(Unsure) {
        if key.kind == .plain && key.count == 2 && text.matches("<<", at: Int(key.first)) { throw Unsure() }
        guard key.count <= Self.longestKey, keys.insert(text, key.text) else { throw Unsure() }
        append(key)
    }

    /// libyaml looks no further for the colon of a key.
    private static let longestKey = 1000
}
