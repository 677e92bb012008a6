/// The format of an access log.
public enum LogFormat: String, CaseIterable, Sendable {
    /// `host ident user [time] "request" status bytes`
    case common
    /// The same with a referrer and an agent. Further fields are allowed. lighttpd writes the requested host as `ident`.
    case combined
    /// A combined line after the requested host, with an optional port.
    case vhost
    /// The HTTP log of HAProxy, with or without the head of syslog. Its times have no zone and are read as UTC.
    case haproxy
    /// The JSON lines of Caddy.
    case caddy
    /// JSON lines with other names.
    case json
    /// The access log of a Waybill service as text. It names routes, and has no paths.
    case waybill

    /// In the order in which they are tried, each only if no earlier one reads more lines.
    private static let recognized: [LogFormat] = [.combined, .vhost, .haproxy, .json, .waybill]

    /// The number of lines by which a format is recognized.
    private static let sampleLines = 64

    /// Returns the format that reads most of the first lines; `nil` if no format reads any.
    static func recognize(_ text: Span<UInt8>, _ names: JSONFieldNames) -> LogFormat? {
        var best: (format: LogFormat, count: Int)?
        for format in recognized {
            var parser = LineParser(format, names)
            var count = 0
            var lines = 0
            var start = 0
            while start < text.count, lines < sampleLines {
                let end = text.firstIndex(of: .lineFeed, from: start) ?? text.count
                let whole = text.extracting(start..<end)
                let line = whole.extracting(0..<whole.lengthWithoutReturn)
                start = end + 1
                if line.isBlank { continue }
                lines += 1
                if parser.parse(line) == nil { count += 1 }
            }
            if count > (best?.count ?? 0) { best = (format, count) }
        }
        return best?.format
    }
}

/// The reason why a line is not a record of a request.
enum LineProblem: Int, CaseIterable, Sendable {
    case noTime, badTime, noRequest, noStatus, notJSON, noFields, tooLong, noTimeToFilter, unknownRoute

    var words: String {
        switch self {
        case .noTime: "it has no time"
        case .badTime: "its time is not valid"
        case .noRequest: "it has no request in quotes, or the quotes are not closed"
        case .noStatus: "it has no status"
        case .notJSON: "it is not a JSON object"
        case .noFields: "it has no field with the URL of a request"
        case .tooLong: "it is longer than \(LogSource.chunkSize) bytes"
        case .noTimeToFilter: "it has no time, which '--since' and '--until' need"
        case .unknownRoute: "it names a route that the manifests do not have"
        }
    }
}

/// One parsed line, as places in it.
struct LogRecord {
    /// How a text of the line is escaped.
    enum Escape {
        case none
        /// `\"`, `\\`, `\n`, `\x22`: Apache and nginx.
        case backslash
        /// `#22`: HAProxy.
        case number
        case json
    }

    /// A text of the line, which may be escaped.
    struct Text {
        var range: Range<Int>
        var escape: Escape
    }

    /// The whole request line: method, target and version.
    var request: Text?
    /// Used if there is no request line.
    var method: Text?
    var url: Text?
    var host: Text?
    var scheme: Text?
    /// The id of a route, in the log of a Waybill service.
    var route: Text?
    /// Whether the line is of a Waybill service, which logs no path.
    var namesRoutes = false
    /// `0` for none.
    var status = 0
    /// In milliseconds since 1970; `nil` if the line has none.
    var time: Int64?
    /// The scheme, if it follows from other fields.
    var isTLS: Bool?
}
