package import WaybillReports
import WaybillSyntax

/// The last attempts of a reloader, the newest first. It never contains values under `with:`.
public struct ReloadHistory: Sendable, Codable {
    /// How many attempts are remembered, and how many published sets are kept.
    public static let limit = 20

    /// The attempts, the newest first.
    public var attempts: [Entry]

    /// One attempt and its result.
    public struct Entry: Sendable, Codable {
        /// The attempt's ``ReloadAttempt/number``.
        public var number: Int
        /// When it ended: ISO 8601, in UTC, with milliseconds.
        public var at: String
        /// What caused the attempt.
        public var trigger: ReloadTrigger
        /// Whether it published a generation, changed nothing, or failed.
        public var result: ReloadResult
        /// Why it failed; `nil` if it did not.
        public var reason: ReloadFailure?
        /// How long it took, by a monotonic clock.
        public var seconds: Double
        /// The processor time of reading, compiling and binding; `nil` for the start, and if nothing was read.
        public var processorSeconds: Double?
        /// The highest resident memory of the process during the attempt, in bytes; `nil` if it is not known: on macOS,
        /// and in a container that protects `/proc`.
        public var peakMemory: Int?
        /// The digest of the attempted set; `nil` if it has errors.
        public var digest: String?
        /// The current generation since then.
        public var generation: Int
        /// The changes of the attempted set.
        public var routes: SetChanges
        /// The changes of the attempted set to interceptors.
        public var interceptors: SetChanges
        /// Whether the set is kept, so that ``Reloader/rollBack(to:_:)`` can publish it again.
        public var kept: Bool
    }
}

/// What the history knows about an attempt besides its entry. It never contains values under `with:`.
package struct AttemptRemarks: Sendable {
    /// One line: what changed, or why the attempt failed.
    package var summary: String
    /// At most ``diagnosticLimit``.
    package var diagnostics: [DiagnosticsReport.Entry]
    /// The diagnostics as the log has them, at most ``textLimit`` bytes.
    package var text: String

    /// With these limits, all attempts of the history need less than a mebibyte.
    private static let (diagnosticLimit, textLimit) = (20, 1 << 14)

    init(_ summary: String, _ redacted: RedactedDiagnostics) {
        self.summary = summary.shortened(to: 500)
        diagnostics = Array(redacted.entries.prefix(Self.diagnosticLimit))
        text = redacted.text.shortened(to: Self.textLimit)
    }
}

/// The set of an attempt, as far as it is known.
struct AttemptSubject {
    var trigger: ReloadTrigger
    /// `nil` if the set has errors.
    var digest: String?
    var files = 0
    var routes = SetChanges()
    var interceptors = SetChanges()
    /// In short, all changes of the set; empty if there are none.
    var changes = ""

    init(_ trigger: ReloadTrigger) { self.trigger = trigger }

    /// Returns a line for the log about a published generation.
    func summary(of attempt: ReloadAttempt) -> String {
        let parts = [counted(files, "file"), changes, "\(Int(attempt.seconds * 1000)) ms"]
        return "digest \(attempt.digest), " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
