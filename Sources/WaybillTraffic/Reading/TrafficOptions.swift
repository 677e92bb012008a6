/// The options of a reading of logs.
public struct TrafficOptions: Sendable {
    /// The path that means standard input.
    public static let standardInput = "-"

    /// `nil` if the format is recognized.
    public var format: LogFormat?
    public var fields = JSONFieldNames.usual
    /// The host of requests whose line has none.
    public var host: String?
    /// The scheme of requests whose line has none.
    public var scheme: String?
    /// In milliseconds since 1970; requests before are left out.
    public var since: Int64?
    /// Requests from this time on are left out.
    public var until: Int64?
    /// Whether real paths are shown as examples.
    public var showsValues = false

    public init() {}

    /// Reads a time of RFC 3339, or a day, which begins at midnight UTC; `nil` if it is neither.
    public static func time(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        return LogClock.internetTime(bytes.span)
    }
}
