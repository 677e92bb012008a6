package import Waybill
package import WaybillReload
package import WaybillReports

/// Where the inspector finds what it shows: a running service, a folder on a developer's machine, or the sets of a fleet.
package protocol InspectorSource: Sendable {
    /// The current set, and the attempts to change it. It is asked for each request, so it is cheap.
    var state: InspectorState { get }

    /// Returns the files of a published set; `nil` if they are not kept.
    func sources(of digest: String) -> [SourceFile]?
}

/// The current set, and the attempts to change it, the newest first.
package struct InspectorState: Sendable {
    package enum Mode: String, Sendable { case service, folder, fleet }

    package var mode: Mode
    /// Changes with everything that is shown about the current set, also with lines alone.
    package var revision: Int
    /// 0 before the first valid set.
    package var generation: Int
    package var compilation: Compilation
    /// ISO 8601, in UTC.
    package var startedAt: String
    package var loadedAt: String
    package var errors: Int
    package var warnings: Int
    package var attempts: [InspectedAttempt]
    /// Whether the last attempt was rejected, so that the files on disk are not what is shown.
    package var isRefused: Bool
}

/// One attempt to publish manifests, with what it found and cost.
package struct InspectedAttempt: Sendable {
    package enum Outcome: String, Sendable { case loaded, refused, unchanged }

    package var number: Int
    package var generation: Int
    package var at: String
    package var trigger: String
    package var outcome: Outcome
    /// `nil` if the set has errors.
    package var digest: String?
    package var cost: ReloadCost
    package var routes = SetChanges()
    package var interceptors = SetChanges()
    /// One line.
    package var summary = ""
    package var diagnostics: [DiagnosticsReport.Entry] = []
    /// The diagnostics as `waybill check` draws them, without secrets.
    package var text = ""
}
