public import ArgumentParser
import WaybillCommandSupport
public import WaybillTraffic

/// How access logs are read.
package struct TrafficLogOptions: ParsableArguments {
    @Option(help: "Set the format of the logs. Default: recognized by the first lines of each file.")
    package var logFormat: LogFormat?

    @Option(
        help: ArgumentHelp(
            """
            Name the fields of JSON lines: method=.request.method,url=.request.uri,status=.status,time=.ts,host=.host, \
            scheme=.scheme. Others keep the names of common programs.
            """, valueName: "field=.name,…"))
    package var fields: FieldNames?

    @Option(help: "Assume this host for requests whose line has none.")
    package var host: String?

    @Option(help: "Assume this scheme for requests whose line has none.")
    package var scheme: String?

    @Option(
        help: ArgumentHelp(
            "Leave out earlier requests. A day begins at midnight UTC.", valueName: "RFC 3339 time or day"))
    package var since: LogTime?

    @Option(help: ArgumentHelp("Leave out requests at this time and later ones.", valueName: "RFC 3339 time or day"))
    package var until: LogTime?

    package init() {}

    package func validate() throws {
        if fields != nil, let logFormat, logFormat != .json {
            throw ValidationError("'--fields' names fields of JSON lines: remove '--log-format \(logFormat.rawValue)'.")
        }
        if let since, let until, since.milliseconds >= until.milliseconds {
            throw ValidationError("'--since' must be before '--until'.")
        }
        if let scheme, !scheme.isScheme { throw ValidationError("'\(scheme)' is not a valid scheme, such as https.") }
        if let host, host.isEmpty || host.contains(where: { "/ ?#@".contains($0) }) {
            throw ValidationError("'\(host)' is not a valid host, such as api.example.com.")
        }
    }

    package var options: TrafficOptions {
        var options = TrafficOptions()
        options.format = logFormat ?? (fields == nil ? nil : .json)
        if let fields { options.fields = JSONFieldNames(fields.names) }
        options.host = host
        options.scheme = scheme
        options.since = since?.milliseconds
        options.until = until?.milliseconds
        return options
    }

    /// Prints a problem of a log.
    ///
    /// - Parameter command: The command without the log, which is its last argument.
    /// - Returns: The exit status, for the caller to throw.
    package static func failure(_ problem: LogProblem, of command: String) -> ExitCode {
        Output.failure(problem.words(for: command), problem.isWrongUsage ? .wrongUsage : .failure)
    }
}

extension LogFormat: ExpressibleByArgument {}

/// The value of `--fields`.
package struct FieldNames: ExpressibleByArgument {
    var names: [LogField: String] = [:]

    package init?(argument: String) {
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2, let field = LogField(rawValue: sides[0].filter { $0 != " " }) else { return nil }
            names[field] = sides[1]
        }
    }
}

/// The value of `--since` and `--until`.
package struct LogTime: ExpressibleByArgument {
    var milliseconds: Int64

    package init?(argument: String) {
        guard let time = TrafficOptions.time(argument) else { return nil }
        milliseconds = time
    }
}

/// A share such as `0.1%`.
package struct Percentage: ExpressibleByArgument {
    /// From 0 to 1.
    package var share: Double

    package init?(argument: String) {
        let digits = argument.hasSuffix("%") ? String(argument.dropLast()) : argument
        guard let number = Double(digits), (0...100).contains(number) else { return nil }
        share = number / 100
    }
}

extension String {
    fileprivate var isScheme: Bool {
        guard let first = utf8.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else { return false }
        return utf8.allSatisfy {
            0x61...0x7A ~= ($0 | 0x20) || 0x30...0x39 ~= $0 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
        }
    }
}
