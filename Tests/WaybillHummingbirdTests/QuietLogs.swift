import Logging
import Testing

/// Keeps loggers that no test has made silent, in the whole process: nobody reads the log of a test that passes.
struct QuietLogs: SuiteTrait {
    /// Once in a process.
    private static let bootstrap: Void = LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }

    fileprivate init() { Self.bootstrap }
}

extension Trait where Self == QuietLogs {
    static var quietLogs: Self { QuietLogs() }
}
