/// Parses the lines of one format. Reused, so that most lines allocate nothing.
struct LineParser {
    let format: LogFormat
    private(set) var record = LogRecord()
    private var clock = LogClock()
    private var json: JSONLine

    init(_ format: LogFormat, _ names: JSONFieldNames) {
        self.format = format
        json = JSONLine(names)
    }

    /// Parses a line into ``record``.
    ///
    /// - Returns: The reason why the line is not a record.
    @inline(__always)
    mutating func parse(_ line: Span<UInt8>) -> LineProblem? {
        record = LogRecord()
        switch format {
        case .common, .combined: return common(line, hasHost: false)
        case .vhost: return common(line, hasHost: true)
        case .haproxy: return haproxy(line)
        case .json, .caddy: return json.parse(line, &record, &clock)
        case .waybill: return ownLog(line)
        }
    }

    // MARK: Common, combined and vhost

    private mutating func common(_ line: Span<UInt8>, hasHost: Bool) -> LineProblem? {
        guard let bracket = Self.startOfTime(line, from: 0) else { return .noTime }
        guard let time = clock.common(line, at: bracket + 1), line.has(UInt8(ascii: "]"), at: time.end) else {
            return .badTime
        }
        record.time = time.time
        if hasHost {
            guard Self.fieldCount(line, before: bracket) > 3 else { return .noFields }
            noteHost(line, Self.word(in: line, from: 0))
        } else {
            guard Self.fieldCount(line, before: bracket) < 4 || !Self.startsWithHostAndPort(line) else {
                return .noFields
            }
            let client = Self.word(in: line, from: 0)
            let second = Self.word(in: line, from: client.upperBound + 1)
            if Self.isHost(line.extracting(second)) { noteHost(line, second) }
        }
        guard let end = request(line, from: time.end + 1, .backslash) else { return .noRequest }
        return status(line, from: end)
    }

    /// Reads a request in quotes.
    ///
    /// - Returns: The index after the closing quote; `nil` if there is no request.
    private mutating func request(_ line: Span<UInt8>, from start: Int, _ escape: LogRecord.Escape) -> Int? {
        guard let open = line.firstIndex(of: .quote, from: start),
            let close = line.firstIndex(of: .quote, from: open + 1)
        else { return nil }
        let marker = escape == .backslash ? UInt8.backslash : UInt8(ascii: "#")
        let text = line.extracting(open + 1..<close)
        guard text.firstIndex(of: marker, from: 0) == nil else { return escapedRequest(line, from: open, escape) }
        record.request = .init(range: open + 1..<close, escape: .none)
        return close + 1
    }

    private mutating func escapedRequest(
        _ line: Span<UInt8>, from open: Int, _ escape: LogRecord.Escape
    ) -> Int? {
        var index = open + 1
        while index < line.count {
            switch line[index] {
            case .quote:
                record.request = .init(range: open + 1..<index, escape: escape)
                return index + 1
            case .backslash where escape == .backslash: index += 2
            default: index += 1
            }
        }
        return nil
    }

    /// Reads ` 200`, or ` -` for none.
    private mutating func status(_ line: Span<UInt8>, from index: Int) -> LineProblem? {
        guard line.has(.space, at: index) else { return .noStatus }
        guard let number = line.number(at: index + 1) else {
            return line.has(UInt8(ascii: "-"), at: index + 1) ? nil : .noStatus
        }
        record.status = number.value
        return nil
    }

    /// Returns the index of the `[` before a time: brackets may be elsewhere, as in the name of a user.
    private static func startOfTime(_ line: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while let found = line.firstIndex(of: UInt8(ascii: "["), from: index) {
            if line.has(UInt8(ascii: "/"), at: found + 3), line.has(UInt8(ascii: "/"), at: found + 7) { return found }
            index = found + 1
        }
        return nil
    }

    private static func fieldCount(_ line: Span<UInt8>, before end: Int) -> Int {
        var count = 0
        for index in 0..<end where line[index] == .space { count += 1 }
        return count
    }

    private static func word(in line: Span<UInt8>, from start: Int) -> Range<Int> {
        let start = min(start, line.count)
        return start..<(line.firstIndex(of: .space, from: start) ?? line.count)
    }

    /// Whether the first field is a name with a port, which no address of a client is.
    private static func startsWithHostAndPort(_ line: Span<UInt8>) -> Bool {
        let word = word(in: line, from: 0)
        guard let colon = line.extracting(word).lastIndex(of: UInt8(ascii: ":")) else { return false }
        let name = line.extracting(0..<colon)
        guard name.firstIndex(of: UInt8(ascii: ":"), from: 0) == nil || name.has(UInt8(ascii: "]"), at: colon - 1)
        else { return false }
        return line.number(at: colon + 1)?.end == word.upperBound
    }

    /// Whether a second field is a host, which lighttpd writes there, and not an identity.
    private static func isHost(_ word: Span<UInt8>) -> Bool {
        var hasDot = false
        for index in 0..<word.count {
            switch word[index] {
            case UInt8(ascii: "."), UInt8(ascii: ":"): hasDot = true
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39,
                UInt8(ascii: "-"), UInt8(ascii: "["), UInt8(ascii: "]"):
                break
            default: return false
            }
        }
        return hasDot || word.skip("localhost", at: 0) == word.count
    }

    private mutating func noteHost(_ line: Span<UInt8>, _ range: Range<Int>) {
        guard !range.isEmpty, !line.extracting(range).equals([UInt8(ascii: "-")]) else { return }
        record.host = .init(range: range, escape: .none)
    }

    // MARK: HAProxy

    private mutating func haproxy(_ line: Span<UInt8>) -> LineProblem? {
        guard let bracket = Self.startOfTime(line, from: 0) else { return .noTime }
        guard let time = clock.common(line, at: bracket + 1), line.has(UInt8(ascii: "]"), at: time.end) else {
            return .badTime
        }
        record.time = time.time
        // The frontend, the backend with the server, the timers.
        var index = time.end + 2
        for _ in 0..<3 { index = Self.word(in: line, from: index).upperBound + 1 }
        if let number = line.number(at: index) {
            record.status = number.value
        } else if !line.has(UInt8(ascii: "-"), at: index) {
            return .noStatus
        }
        return request(line, from: index, .number) == nil ? .noRequest : nil
    }

    // MARK: Waybill

    /// Reads `2026-11-28T21:02:29+0000 info http: http.request.method=GET … waybill.route=notes [App] GET /notes 200`.
    private mutating func ownLog(_ line: Span<UInt8>) -> LineProblem? {
        guard let method = line.firstIndex(of: " http.request.method="),
            let status = line.firstIndex(of: " http.response.status_code=")
        else { return .noFields }
        let time = Self.word(in: line, from: 0)
        record.time = LogClock.internetTime(line.extracting(time))
        record.method = .init(range: Self.word(in: line, from: method + 21), escape: .none)
        guard let number = line.number(at: status + 27) else { return .noStatus }
        record.status = number.value
        record.namesRoutes = true
        if let route = line.firstIndex(of: " waybill.route=") {
            let end = line.firstIndex(of: " [", from: route) ?? line.count
            record.route = .init(range: route + 15..<end, escape: .none)
        }
        return nil
    }
}
