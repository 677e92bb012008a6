public import Logging
import WaybillManifest
import WaybillReports
import WaybillRules

#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Writes each event as one line: text for people, or JSON for programs.
struct LineLogHandler: LogHandler {
    enum Format: String {
        case text, json
        /// For a person at a terminal, where texts keep their lines.
        case terminal
    }

    /// A message or a value of more bytes is cut: a collector drops lines without end, and the sink holds few of them.
    private static let textLimit = 3 << 17

    let label: String
    let format: Format
    let sink: LogSink
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        sink.append(line(event, all.mapValues { "\($0)".shortened(to: Self.textLimit) }))
    }

    /// Returns an event's text, with its line end.
    private func line(_ event: LogEvent, _ metadata: [String: String]) -> String {
        let (time, level) = (timestamp(), event.level.rawValue)
        let message = "\(event.message)".shortened(to: Self.textLimit)
        let head = "\(time) \(level) \(label):"
        let pairs = metadata.sorted { $0.key < $1.key }
        switch format {
        case .json:
            var object: JSONObject = ["at": time, "level": level, "logger": label, "message": message]
            object.addIfPresent("metadata", metadata.isEmpty ? nil : metadata)
            return JSONText.line(object)
        case .text:
            let texts = pairs.map { "\($0.key)=\($0.value.onOneLine)" }
            return ([head, message.onOneLine] + texts).joined(separator: " ") + "\n"
        case .terminal:
            let texts = pairs.map { $0.value.contains("\n") ? "\n\($0.value)" : "\($0.key)=\($0.value)" }
            return ([head, message] + texts).joined(separator: " ") + "\n"
        }
    }
}

extension String {
    /// The text, cut after a number of bytes; the others are counted.
    func shortened(to limit: Int) -> String {
        let bytes = utf8.count
        guard bytes > limit else { return self }
        return "\(String(decoding: utf8.prefix(limit), as: UTF8.self))… (\(bytes - limit) more bytes)"
    }

    fileprivate var onOneLine: String { replacing("\n", with: "\\n").replacing("\r", with: "\\r") }
}

extension LoggingSystem {
    /// Writes all logs of the process to its standard error, one line for each event. So a log collector sees the
    /// diagnostics of a reload, which have several lines, as one event.
    ///
    /// The environment's `LOG_LEVEL` is the minimum level; the default is `info`. `LOG_FORMAT=json` makes each line a
    /// JSON object with `at`, `level`, `logger`, `message` and `metadata`. A slow reader of the log does not block the
    /// process: see ``LogSink``. Call it once, before the first logger is made: swift-log stops the process at a second call.
    ///
    /// - Parameter isTerminal: Whether standard error is a terminal. Then texts keep their lines. `nil` asks the system.
    public static func bootstrap(environment: [String: String], isTerminal: Bool? = nil) {
        let level = environment["LOG_LEVEL"].flatMap { Logger.Level(rawValue: $0.lowercased()) } ?? .info
        let isTerminal = isTerminal ?? (isatty(STDERR_FILENO) == 1)
        let format: LineLogHandler.Format =
            environment["LOG_FORMAT"] == "json" ? .json : isTerminal ? .terminal : .text
        bootstrap { label in
            LineLogHandler(label: label, format: format, sink: .standardError, logLevel: level)
        }
    }
}
