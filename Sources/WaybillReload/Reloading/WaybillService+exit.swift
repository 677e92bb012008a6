import Foundation

extension WaybillService {
    /// Runs a program, and then writes remaining logs. If `body` throws, it prints the description of the error, for
    /// example all problems of the manifests, to standard error and ends the program with status 1, without a
    /// backtrace.
    ///
    /// ```swift
    /// @main
    /// enum Main {
    ///     static func main() async {
    ///         await WaybillService.exitOnError { try await application().runService() }
    ///     }
    /// }
    /// ```
    public static func exitOnError(_ body: () async throws -> Void) async {
        do {
            try await body()
            LogSink.standardError.flush()
        } catch {
            LogSink.standardError.flush()
            let text = "\(error)"
            try? FileHandle.standardError.write(contentsOf: Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
            exit(1)
        }
    }
}
