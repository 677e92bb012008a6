/// Receives the requests of a log. Each thread has its own.
protocol RequestSink: SendableMetatype, ~Copyable {
    associatedtype Tally: Sendable

    /// - Parameter url: A URL, or any text in its place.
    mutating func count(_ url: Span<UInt8>, _ request: LoggedRequest)

    /// Counts a line that is no HTTP request.
    mutating func countInvalid(_ request: LoggedRequest)

    /// Counts a request of which only the route is known.
    ///
    /// - Returns: Whether the manifests have the route.
    mutating func count(route: Span<UInt8>?, _ request: LoggedRequest) -> Bool

    var tally: Tally { get }
}

/// One request of a log without its URL.
struct LoggedRequest {
    /// An index into ``MethodNames/all``.
    var method: Int
    var status: Int
    /// In milliseconds since 1970; `nil` if the line has no time.
    var time: Int64?
    var hasHost = true
    var hasScheme = true
    /// The position of the line, for choosing one of several in the same way in each run.
    var position: LogPosition
}

/// The place of a line among all files.
struct LogPosition: Comparable, Sendable {
    var file: Int
    var line: Int

    static func < (left: LogPosition, right: LogPosition) -> Bool { (left.file, left.line) < (right.file, right.line) }
}

/// The methods that a reading tells apart. No route can distinguish others, which are in the log's words.
struct MethodNames: Sendable {
    let all: [String]
    private let keys: [UInt64?]

    /// - Parameter named: The methods that manifests name.
    init(_ named: some Sequence<String>) {
        let usual = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        all = usual + Set(named).subtracting(usual).sorted() + ["~"]
        keys = all.map { Self.key(Array($0.utf8).span) }
    }

    /// The index of all methods that manifests do not name.
    var other: Int { all.count - 1 }

    func index(of method: Span<UInt8>) -> Int {
        if let key = Self.key(method) {
            for index in keys.indices where keys[index] == key { return index }
            return other
        }
        for index in all.indices where keys[index] == nil && method.equals(Array(all[index].utf8)) { return index }
        return other
    }

    /// The bytes as one number, if there are at most eight.
    private static func key(_ method: Span<UInt8>) -> UInt64? {
        guard method.count <= 8 else { return nil }
        var key: UInt64 = 0
        for index in 0..<method.count { key = key << 8 | UInt64(method[index]) }
        return key
    }
}

/// Converts lines to requests, and passes them to a sink.
struct RequestReader<Sink: RequestSink & ~Copyable>: ~Copyable {
    private(set) var sink: Sink
    private(set) var unreadable = UnreadableLines()
    private let methods: MethodNames
    private let options: TrafficOptions
    private let host: [UInt8]
    private let scheme: [UInt8]
    private var parser: LineParser
    /// The request line without escapes, and the URL with scheme and host.
    private var unescaped: [UInt8] = []
    private var url: [UInt8] = []

    init(_ sink: consuming Sink, _ methods: MethodNames, _ options: TrafficOptions) {
        self.sink = sink
        self.methods = methods
        self.options = options
        host = Array((options.host ?? "").utf8)
        scheme = Array((options.scheme ?? "").utf8)
        parser = LineParser(.combined, options.fields)
    }

    mutating func read(_ text: Span<UInt8>, _ chunk: LogSource.Chunk) {
        if parser.format != chunk.format { parser = LineParser(chunk.format, options.fields) }
        var position = LogPosition(file: chunk.file, line: chunk.firstLine)
        var start = chunk.firstLine == 1 ? text.skip("\u{FEFF}", at: 0) ?? 0 : 0
        while start < text.count {
            let end = text.firstIndex(of: .lineFeed, from: start) ?? text.count
            let whole = text.extracting(start..<end)
            let line = whole.extracting(0..<whole.lengthWithoutReturn)
            if let problem = read(line, at: position), !line.isBlank { unreadable.note(problem, at: position) }
            start = end &+ 1
            position.line &+= 1
        }
    }

    @inline(__always)
    private mutating func read(_ line: Span<UInt8>, at position: LogPosition) -> LineProblem? {
        if let problem = parser.parse(line) { return problem }
        let record = parser.record
        if options.since != nil || options.until != nil {
            guard let time = record.time else { return .noTimeToFilter }
            if let since = options.since, time < since { return nil }
            if let until = options.until, time >= until { return nil }
        }
        var request = LoggedRequest(method: 0, status: record.status, time: record.time, position: position)
        if record.namesRoutes { return readRoute(line, record, &request) }
        if let text = record.request {
            readRequestLine(line, text, record, &request)
        } else {
            readFields(line, record, &request)
        }
        return nil
    }

    private mutating func readRoute(
        _ line: Span<UInt8>, _ record: LogRecord, _ request: inout LoggedRequest
    ) -> LineProblem? {
        guard let route = record.route else { return sink.count(route: nil, request) ? nil : .unknownRoute }
        var bytes: [UInt8] = []
        bytes.append(line.extracting(route.range), unescaping: route.escape)
        return sink.count(route: bytes.span, request) ? nil : .unknownRoute
    }

    /// Reads `GET /x HTTP/1.1`.
    @inline(__always)
    private mutating func readRequestLine(
        _ line: Span<UInt8>, _ text: LogRecord.Text, _ record: LogRecord, _ request: inout LoggedRequest
    ) {
        if case .none = text.escape {
            return readRequest(line.extracting(text.range), line, record, &request)
        }
        var bytes: [UInt8] = []
        swap(&bytes, &unescaped)
        bytes.removeAll(keepingCapacity: true)
        bytes.append(line.extracting(text.range), unescaping: text.escape)
        readRequest(bytes.span, line, record, &request)
        swap(&bytes, &unescaped)
    }

    @inline(__always)
    private mutating func readRequest(
        _ text: Span<UInt8>, _ line: Span<UInt8>, _ record: LogRecord, _ request: inout LoggedRequest
    ) {
        guard let blank = text.firstIndex(of: .space, from: 0), blank > 0 else { return sink.countInvalid(request) }
        request.method = methods.index(of: text.extracting(0..<blank))
        var start = blank &+ 1
        while text.has(.space, at: start) { start &+= 1 }
        var end = text.count
        if text.count - start > 8, text.skip(" HTTP/", at: text.count - 9) != nil {
            end = text.count - 9
        } else if let last = text.lastIndex(of: .space), last >= start, text.skip(" HTTP/", at: last) != nil {
            end = last
        }
        while end > start, text[end - 1] == .space { end -= 1 }
        let target = text.extracting(start..<max(start, end))
        guard target.isRequestTarget(isOptions: methods.all[request.method] == "OPTIONS") else {
            return sink.countInvalid(request)
        }
        send(target, line, record, &request)
    }

    private mutating func readFields(_ line: Span<UInt8>, _ record: LogRecord, _ request: inout LoggedRequest) {
        guard let url = record.url else { return sink.countInvalid(request) }
        if let method = record.method {
            request.method = methods.index(of: line.extracting(method.range))
            if method.range.isEmpty { return sink.countInvalid(request) }
        }
        var bytes: [UInt8] = []
        swap(&bytes, &unescaped)
        bytes.removeAll(keepingCapacity: true)
        // nginx logs the target `http://host?x=1` as `?x=1`.
        if line.has(UInt8(ascii: "?"), at: url.range.lowerBound) { bytes.append(UInt8(ascii: "/")) }
        bytes.append(line.extracting(url.range), unescaping: url.escape)
        if bytes.isEmpty || bytes == [UInt8(ascii: "-")] {
            sink.countInvalid(request)
        } else {
            send(bytes.span, line, record, &request)
        }
        swap(&bytes, &unescaped)
    }

    /// Adds scheme and host to a path, if they are known.
    @inline(__always)
    private mutating func send(
        _ target: Span<UInt8>, _ line: Span<UInt8>, _ record: LogRecord, _ request: inout LoggedRequest
    ) {
        if target.has(UInt8(ascii: "/"), at: 0), record.host != nil || !host.isEmpty || !scheme.isEmpty {
            return sendWhole(target, line, record, &request)
        }
        if target.has(UInt8(ascii: "/"), at: 0) {
            request.hasHost = false
            request.hasScheme = false
        }
        sink.count(target, request)
    }

    private mutating func sendWhole(
        _ target: Span<UInt8>, _ line: Span<UInt8>, _ record: LogRecord, _ request: inout LoggedRequest
    ) {
        url.removeAll(keepingCapacity: true)
        request.hasScheme = record.scheme != nil || record.isTLS == true || !scheme.isEmpty
        if let known = record.scheme {
            url.append(line.extracting(known.range), unescaping: known.escape)
        } else if record.isTLS == true {
            url += "https".utf8
        } else {
            url += scheme.isEmpty ? Array("http".utf8) : scheme
        }
        let isNetwork = ["http", "https", "ws", "wss"].contains(String(decoding: url, as: UTF8.self).lowercased())
        if !isNetwork {
            // The authority of other schemes is the first segment of the path.
            url += ":/".utf8
        } else if let known = record.host {
            url += "://".utf8
            url.append(line.extracting(known.range), unescaping: known.escape)
        } else if !host.isEmpty {
            url += "://".utf8
            url += host
        } else {
            // Without a host there is no such URL.
            url.removeAll(keepingCapacity: true)
            request.hasHost = false
            request.hasScheme = false
        }
        url.append(target)
        // A local, because nothing else of a value may be read while its sink changes.
        var bytes: [UInt8] = []
        swap(&bytes, &url)
        sink.count(bytes.span, request)
        swap(&bytes, &url)
    }
}

extension Span<UInt8> {
    /// Whether it is what an HTTP server takes: a path, an `http` URL or, for `OPTIONS`, `*`.
    fileprivate func isRequestTarget(isOptions: Bool) -> Bool {
        if has(UInt8(ascii: "/"), at: 0) { return true }
        if count == 1, has(UInt8(ascii: "*"), at: 0) { return isOptions }
        guard count > 7 else { return false }
        let head = extracting(0..<8).text.lowercased()
        return head.hasPrefix("http://") || head == "https://"
    }
}

/// The lines that could not be read, by reason.
public struct UnreadableLines: Sendable {
    struct Reason: Sendable {
        var problem: LineProblem
        var count: Int
        var first: LogPosition
    }

    private(set) var reasons: [Reason] = []

    public var count: Int { reasons.reduce(0) { $0 + $1.count } }

    mutating func note(_ problem: LineProblem, at position: LogPosition, count: Int = 1) {
        guard let index = reasons.firstIndex(where: { $0.problem == problem }) else {
            reasons.append(Reason(problem: problem, count: count, first: position))
            return
        }
        reasons[index].count += count
        reasons[index].first = min(reasons[index].first, position)
    }

    mutating func add(_ other: UnreadableLines) {
        for reason in other.reasons { note(reason.problem, at: reason.first, count: reason.count) }
    }
}
