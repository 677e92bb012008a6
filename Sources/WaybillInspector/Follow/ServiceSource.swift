import Waybill
import WaybillReload
import WaybillReports
import WaybillRules
import WaybillSyntax

/// What a running service serves, and the history of its reloader.
struct ServiceSource: InspectorSource {
    private let reloader: Reloader
    private let startedAt: String

    init(_ reloader: Reloader) {
        self.reloader = reloader
        startedAt = reloader.history.attempts.last?.at ?? ""
    }

    var state: InspectorState {
        let generation = reloader.router.generation
        let status = reloader.status
        let remarks = reloader.remarks
        let attempts = reloader.history.attempts.map { InspectedAttempt($0, remarks[$0.number]) }
        let entries = status.lastAttempt.diagnostics
        return InspectorState(
            mode: .service, revision: generation.number, generation: generation.number,
            compilation: Compilation(
                loaded: generation.set, generation.sources, generation.table, digest: generation.digest),
            startedAt: startedAt, loadedAt: status.lastSuccess.at,
            errors: entries.count { $0.severity == .error }, warnings: entries.count { $0.severity == .warning },
            attempts: attempts, isRefused: !status.healthy)
    }

    func sources(of digest: String) -> [SourceFile]? { reloader.keptSources(of: digest) }
}

extension InspectedAttempt {
    fileprivate init(_ entry: ReloadHistory.Entry, _ remarks: AttemptRemarks?) {
        self.init(
            number: entry.number, generation: entry.generation, at: entry.at, trigger: entry.trigger.rawValue,
            outcome: Outcome(entry.result), digest: entry.digest,
            cost: ReloadCost(
                seconds: entry.seconds, processorSeconds: entry.processorSeconds, peakMemory: entry.peakMemory),
            routes: entry.routes, interceptors: entry.interceptors, summary: remarks?.summary ?? "",
            diagnostics: remarks?.diagnostics ?? [], text: remarks?.text ?? "")
    }
}

extension InspectedAttempt.Outcome {
    fileprivate init(_ result: ReloadResult) {
        self =
            switch result {
            case .published: .loaded
            case .unchanged: .unchanged
            case .failed: .refused
            }
    }
}
