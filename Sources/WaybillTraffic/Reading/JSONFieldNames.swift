/// A field of a request in a JSON log.
public enum LogField: String, CaseIterable, Sendable {
    case method, url, status, time, host, scheme
}

/// The names of fields in a JSON log. The first one that a line has counts.
public struct JSONFieldNames: Sendable {
    /// What a name means.
    enum Meaning: Sendable, Hashable {
        case field(LogField)
        case request, route, ownLog
    }

    struct Name: Sendable {
        /// The members from the outermost to the innermost, joined by dots.
        var path: [UInt8]
        var meaning: Meaning
        /// Lower ranks take precedence.
        var rank: Int
    }

    let names: [Name]

    /// The names that common programs use.
    public static let usual = JSONFieldNames(usualNames)

    /// Creates names of your own. Fields without a name keep the usual ones.
    public init(_ own: [LogField: String]) {
        let replaced = own.mapValues { [$0.hasPrefix(".") ? String($0.dropFirst()) : $0] }
        var names = Self.usualNames
        for (field, paths) in replaced { names[.field(field)] = paths }
        if own[.url] != nil { names[.request] = [] }
        self.init(names)
    }

    private init(_ names: [Meaning: [String]]) {
        self.names = names.flatMap { meaning, paths in
            paths.enumerated().map { Name(path: Array($1.utf8), meaning: meaning, rank: $0) }
        }
    }

    private static let usualNames: [Meaning: [String]] = [
        .field(.method): [
            "request.method", "method", "request_method", "http.request.method", "RequestMethod", "http_method",
            "req.method", "verb", "metadata.http.request.method",
        ],
        .field(.url): [
            "request.uri", "request_uri", "uri", "RequestPath", "url", "url.original", "url.full", "req.url", "path",
            "url.path", "http.target",
        ],
        .field(.status): [
            "status", "DownstreamStatus", "response_code", "http.response.status_code", "status_code", "statusCode",
            "res.statusCode", "response.status", "metadata.http.response.status_code",
        ],
        .field(.time): [
            "ts", "time", "timestamp", "@timestamp", "start_time", "StartUTC", "time_iso8601", "msec", "time_local",
            "date",
        ],
        .field(.host): [
            "request.host", "http_host", "host", "authority", "RequestHost", "req.headers.host", "url.domain",
            "server_name",
        ],
        .field(.scheme): ["scheme", "RequestScheme", "url.scheme", "http.scheme"],
        .request: ["request", "request_line"],
        .route: ["waybill.route", "metadata.waybill.route"],
        .ownLog: ["hb.request.id", "metadata.hb.request.id"],
    ]
}
