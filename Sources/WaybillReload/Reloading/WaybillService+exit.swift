import Foundation

extension WaybillService {
    /// Runs a program, and writes what it has logged. If `body` throws, the program ends with status 1, and the last text on
    /// standard error is the description of the error: all problems of the manifests, for example, and no backtrace.
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
