import Foundation
import Waybill
import WaybillSyntax

extension WaybillService {
    /// Runs a program, and then writes remaining logs. If `body` throws, it prints the description of the error, for
    /// example all problems of the manifests, to standard error and ends the program, without a backtrace.
    ///
    /// ```swift
    /// @main
    /// enum Main {
    ///     static func main() async {
    ///         await WaybillService.exitOnError { try await application().runService() }
    ///     }
    /// }
    /// ```
    ///
    /// The exit status is 1 if the manifests have errors, and 3 if the program could not do its work: a file cannot be read, an
    /// address is in use, or anything else was thrown. ``Signals/prepare()`` is called first, so a program that has commands besides
    /// its service answers them before.
    public static func exitOnError(_ body: () async throws -> Void) async {
        Signals.prepare()
        do {
            try await body()
            LogSink.standardError.flush()
        } catch {
            LogSink.standardError.flush()
            let text = "\(error)"
            try? FileHandle.standardError.write(contentsOf: Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
            exit((error as? ManifestErrors)?.isReadable == true ? 1 : 3)
        }
    }
}

extension ManifestErrors {
    fileprivate var isReadable: Bool { !diagnostics.contains { $0.rule == .unreadableFile } }
}
