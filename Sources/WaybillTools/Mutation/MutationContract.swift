import WaybillManifest
import WaybillSyntax

/// The `mutation` part of the contract of `waybill test --format json`.
struct MutationContract: Encodable {
    private let report: MutationReport

    init(_ report: MutationReport) { self.report = report }

    private enum Key: String, CodingKey {
        case killed, survived, allowed, idle, untried, budget, score, mutants
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(report.killed, forKey: .killed)
        try container.encode(report.survivors.count, forKey: .survived)
        try container.encode(report.suppressed.count, forKey: .allowed)
        try container.encode(report.equivalent, forKey: .idle)
        try container.encode(report.run.notRun, forKey: .untried)
        try container.encode(report.run.budget.map { $0 / .seconds(1) }, forKey: .budget)
        try container.encode(report.score, forKey: .score)
        let reasons = Dictionary(
            report.suppressed.map { ($0.result.mutation, $0.reason) }, uniquingKeysWith: { first, _ in first })
        let mutants = report.run.results.map { result in
            Mutant(result: result, run: report.run, reason: reasons[result.mutation])
        }
        try container.encode(mutants, forKey: .mutants)
    }

    private struct Mutant: Encodable {
        let result: MutationResult
        let run: MutationRun
        /// The reason of the comment that suppresses it, if there is one.
        let reason: String?

        private enum Key: String, CodingKey { case kind, change, status, killedBy, proposal, reason }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(result.mutation.kind.word, forKey: .kind)
            try container.encode(result.words, forKey: .change)
            try container.encode(reason == nil ? status : "allowed", forKey: .status)
            try container.encode(killer, forKey: .killedBy)
            try container.encode(result.survival?.yaml, forKey: .proposal)
            try container.encode(reason, forKey: .reason)
            try DiagnosticsReport.Place(result.mutation.span, sources: run.sources).encode(to: encoder)
        }

        private var status: String {
            switch result.verdict {
            case .killed: "killed"
            case .survived: "survived"
            case .equivalent: "idle"
            case .undecided: "undecided"
            }
        }

        private var killer: Killer? {
            guard case .killed(let test) = result.verdict else { return nil }
            return Killer(test: run.tests[test], sources: run.sources)
        }
    }

    private struct Killer: Encodable {
        let test: RouteTest
        let sources: [SourceFile]

        private enum Key: String, CodingKey { case name }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(test.title, forKey: .name)
            try DiagnosticsReport.Place(test.span, sources: sources).encode(to: encoder)
        }
    }
}
