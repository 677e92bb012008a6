import Synchronization
package import Waybill
import WaybillManifest
package import WaybillReload
import WaybillReports
package import WaybillRules
import WaybillSyntax
import WaybillTools

/// The manifests of a folder on a developer's machine, or those that a fleet publishes, and how they changed since the inspector
/// runs.
package final class FolderSource: InspectorSource {
    /// How many saves are remembered, with their files.
    private static let limit = 50

    private let saves: Mutex<InspectorState>
    private let kept = Mutex<[(digest: String, sources: [SourceFile])]>([])

    /// Creates a source without a set.
    package init(mode: InspectorState.Mode = .folder) {
        let now = timestamp()
        let state = InspectorState(
            mode: mode, revision: 0, generation: 0, compilation: .compile(text: "waybill: 1\n"), startedAt: now,
            loadedAt: now, errors: 0, warnings: 0, attempts: [], isRefused: false)
        saves = Mutex(state)
    }

    package var state: InspectorState { saves.withLock(\.self) }

    package func sources(of digest: String) -> [SourceFile]? {
        kept.withLock { $0.last { $0.digest == digest }?.sources }
    }

    /// Takes over a set that was read. A set with errors is rejected, as a service would, and the last valid one stays.
    package func record(_ compilation: Compilation, _ configuration: LintConfiguration, _ cost: ReloadCost) {
        let report = compilation.lint(configuration)
        let redacted = RedactedDiagnostics(report.diagnostics, in: report.sources)
        if !compilation.hasErrors { keep(compilation) }
        saves.withLock { state in
            let attempt = InspectedAttempt(state, compilation, redacted, cost)
            state.revision += 1
            state.errors = report.diagnostics.count { $0.severity == .error }
            state.warnings = report.diagnostics.count { $0.severity == .warning }
            state.isRefused = attempt.outcome == .refused
            state.attempts = Array(([attempt] + state.attempts).prefix(Self.limit))
            guard attempt.outcome != .refused else { return }
            // Lines may have moved, also if the meaning is the same.
            state.compilation = compilation
            guard attempt.outcome == .loaded else { return }
            state.generation = attempt.generation
            state.loadedAt = attempt.at
        }
    }

    private func keep(_ compilation: Compilation) {
        let digest = compilation.digest
        kept.withLock { kept in
            kept.removeAll { $0.digest == digest }
            kept = (kept + [(digest, compilation.sources)]).suffix(Self.limit)
        }
    }
}

extension InspectedAttempt {
    /// Creates the next attempt after a state.
    fileprivate init(
        _ state: InspectorState, _ compilation: Compilation, _ redacted: RedactedDiagnostics, _ cost: ReloadCost
    ) {
        let isFirst = state.generation == 0
        let isSame = !isFirst && !compilation.hasErrors && compilation.digest == state.compilation.digest
        let outcome: Outcome = compilation.hasErrors ? .refused : isSame ? .unchanged : .loaded
        self.init(
            number: (state.attempts.first?.number ?? 0) + 1,
            generation: state.generation + (outcome == .loaded ? 1 : 0), at: timestamp(),
            trigger: state.attempts.isEmpty ? "start" : state.mode == .fleet ? "store" : "files", outcome: outcome,
            digest: compilation.hasErrors ? nil : compilation.digest, cost: cost, summary: redacted.counts,
            diagnostics: Array(redacted.entries.prefix(50)), text: redacted.text)
        guard outcome == .loaded, !isFirst else { return }
        routes = .routes(from: state.compilation.set, to: compilation.set)
        interceptors = .interceptors(from: state.compilation.set, to: compilation.set)
        summary = SetChanges.summary(from: state.compilation.set, to: compilation.set)
    }
}
