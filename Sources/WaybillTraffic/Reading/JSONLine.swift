/// Reads the fields of a request from a JSON object in one line.
///
/// It walks over the bytes once and keeps places, not values. Numbers and words are not checked further.
struct JSONLine {
    private let names: [JSONFieldNames.Name]
    private var found: [JSONFieldNames.Meaning: (rank: Int, text: LogRecord.Text)] = [:]
    /// The members that lead to the current value, joined by dots.
    private var path: [UInt8] = []
    private var hasTLS = false

    /// Deeper values are no log.
    private static let maximumDepth = 64

    init(_ names: JSONFieldNames) { self.names = names.names }

    mutating func parse(_ line: Span<UInt8>, _ record: inout LogRecord, _ clock: inout LogClock) -> LineProblem? {
        found.removeAll(keepingCapacity: true)
        path.removeAll(keepingCapacity: true)
        hasTLS = false
        guard let start = Self.skipBlanks(line, 0), line.has(UInt8(ascii: "{"), at: start),
            let end = value(line, at: start, depth: 0), Self.skipBlanks(line, end) == nil
        else { return .notJSON }
        record.method = found[.field(.method)]?.text
        record.url = found[.field(.url)]?.text
        record.host = Self.named(line, found[.field(.host)]?.text)
        record.scheme = Self.named(line, found[.field(.scheme)]?.text)
        record.request = record.url == nil ? found[.request]?.text : nil
        record.route = found[.route]?.text
        record.namesRoutes = record.route != nil || (record.url == nil && found[.ownLog] != nil)
        // Caddy names its hosts and says how the connection is encrypted, if it is.
        if hasTLS { record.isTLS = true }
        guard record.url != nil || record.request != nil || record.namesRoutes else { return .noFields }
        if let status = found[.field(.status)]?.text {
            record.status = line.number(at: status.range.lowerBound)?.value ?? 0
        }
        if let time = found[.field(.time)]?.text {
            guard let read = clock.anyTime(line.extracting(time.range)) else { return .badTime }
            record.time = read
        }
        return nil
    }

    /// Programs write `""` or `"-"` for a value that a request does not have.
    private static func named(_ line: Span<UInt8>, _ text: LogRecord.Text?) -> LogRecord.Text? {
        guard let text, !text.range.isEmpty, !line.extracting(text.range).equals([UInt8(ascii: "-")]) else {
            return nil
        }
        return text
    }

    // MARK: Values

    private static func skipBlanks(_ line: Span<UInt8>, _ start: Int) -> Int? {
        var index = start
        while index < line.count {
            switch line[index] {
            case .space, 0x09, .carriageReturn: index += 1
            default: return index
            }
        }
        return nil
    }

    /// Returns the index after a value; `nil` if it is not valid.
    private mutating func value(_ line: Span<UInt8>, at start: Int, depth: Int) -> Int? {
        guard depth < Self.maximumDepth else { return nil }
        switch line[start] {
        case UInt8(ascii: "{"): return object(line, at: start, depth: depth)
        case UInt8(ascii: "["): return array(line, at: start, depth: depth)
        case .quote:
            guard let string = Self.string(line, at: start) else { return nil }
            note(string)
            return string.range.upperBound + 1
        default: return scalar(line, at: start)
        }
    }

    private mutating func scalar(_ line: Span<UInt8>, at start: Int) -> Int? {
        var index = start
        loop: while index < line.count {
            switch line[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39,
                UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"):
                index += 1
            default: break loop
            }
        }
        guard index > start else { return nil }
        if line.skip("null", at: start) != index { note(.init(range: start..<index, escape: .none)) }
        return index
    }

    /// Returns the text of a string, without its quotes.
    private static func string(_ line: Span<UInt8>, at start: Int) -> LogRecord.Text? {
        var index = start + 1
        var isEscaped = false
        while index < line.count {
            switch line[index] {
            case .quote: return .init(range: start + 1..<index, escape: isEscaped ? .json : .none)
            case .backslash:
                isEscaped = true
                index += 2
            default: index += 1
            }
        }
        return nil
    }

    private mutating func object(_ line: Span<UInt8>, at start: Int, depth: Int) -> Int? {
        guard var index = Self.skipBlanks(line, start + 1) else { return nil }
        if line.has(UInt8(ascii: "}"), at: index) { return index + 1 }
        let length = path.count
        defer { path.removeLast(path.count - length) }
        while true {
            guard line.has(.quote, at: index), let key = Self.string(line, at: index),
                let colon = Self.skipBlanks(line, key.range.upperBound + 1), line.has(UInt8(ascii: ":"), at: colon),
                let start = Self.skipBlanks(line, colon + 1)
            else { return nil }
            path.removeLast(path.count - length)
            if !path.isEmpty { path.append(UInt8(ascii: ".")) }
            path.append(line.extracting(key.range))
            guard let end = value(line, at: start, depth: depth + 1), let next = Self.skipBlanks(line, end) else {
                return nil
            }
            if line.has(UInt8(ascii: "}"), at: next) { return next + 1 }
            guard line.has(UInt8(ascii: ","), at: next), let following = Self.skipBlanks(line, next + 1) else {
                return nil
            }
            index = following
        }
    }

    /// Values of an array have no names, and are not fields.
    private mutating func array(_ line: Span<UInt8>, at start: Int, depth: Int) -> Int? {
        guard var index = Self.skipBlanks(line, start + 1) else { return nil }
        if line.has(UInt8(ascii: "]"), at: index) { return index + 1 }
        let length = path.count
        path += "[]".utf8
        defer { path.removeLast(path.count - length) }
        while true {
            guard let end = value(line, at: index, depth: depth + 1), let next = Self.skipBlanks(line, end) else {
                return nil
            }
            if line.has(UInt8(ascii: "]"), at: next) { return next + 1 }
            guard line.has(UInt8(ascii: ","), at: next), let following = Self.skipBlanks(line, next + 1) else {
                return nil
            }
            index = following
        }
    }

    private static let tlsPath = Array("request.tls.".utf8)

    private mutating func note(_ text: LogRecord.Text) {
        if path.count > Self.tlsPath.count, path.starts(with: Self.tlsPath) { hasTLS = true }
        for name in names where name.path.count == path.count && name.path == path {
            if let known = found[name.meaning], known.rank <= name.rank { continue }
            found[name.meaning] = (name.rank, text)
        }
    }
}
