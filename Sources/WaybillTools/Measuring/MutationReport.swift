import WaybillManifest
import WaybillReports
public import WaybillRules
public import WaybillSyntax

/// The report of a run of mutations, which every format renders.
public struct MutationReport: Sendable {
    public var run: MutationRun
    /// The mutants that no test kills, without those that comments suppress.
    public private(set) var survivors: [MutationResult] = []
    /// The mutants that comments suppress, with the reasons.
    public private(set) var suppressed: [Suppressed] = []
    /// The run fails if the score is below this percentage.
    public var minimum: Double?

    /// A mutant that a comment suppresses, and the reason in the comment.
    public struct Suppressed: Sendable {
        public var result: MutationResult
        public var reason: String
    }

    /// - Parameter today: The day on which suppressions that ended earlier have no effect; `nil` if none ends.
    public init(_ run: MutationRun, minimum: Double? = nil, today: CalendarDay? = nil) {
        self.run = run
        self.minimum = minimum
        let unnoticed = run.results.filter(\.isUnnoticed)
        let index = SuppressionIndex(run.sources, files: Set(unnoticed.map(\.mutation.span.file)).sorted())
        for result in unnoticed {
            let suppressing = index.suppressing(result.diagnostic).map { index.suppressions[$0] }
            if let suppression = suppressing.first(where: { !$0.hasEnded(on: today) }) {
                suppressed.append(Suppressed(result: result, reason: suppression.reason(in: run.sources)))
            } else {
                survivors.append(result)
            }
        }
    }

    /// The number of mutants that a test kills.
    public var killed: Int {
        run.count { if case .killed = $0 { true } else { false } }
    }

    /// The number of mutants that are proven to treat every request as the original does.
    public var equivalent: Int { run.count { $0 == .equivalent } }

    /// The percentage of killed mutants among those that were run, are not equivalent and are not suppressed. Rounded
    /// down, so that 100 means all.
    public var score: Int {
        let counted = killed + survivors.count
        return counted == 0 ? 100 : killed * 100 / counted
    }

    /// Whether the score, without rounding, is below ``minimum``. False if there is no minimum.
    public var isScoreLow: Bool {
        guard let minimum else { return false }
        let counted = killed + survivors.count
        return Double(killed) * 100 < minimum * Double(counted)
    }

    /// K004, in the order of files and places.
    public var diagnostics: [Diagnostic] { survivors.map(\.diagnostic) }

    /// For example `mutants: 212 killed, 3 survived, 5 equivalent, 80 not run within 60 s (score 98 %)`.
    public var summaryLine: String {
        let within = run.budget.map { " within \(($0 / .seconds(1)).percentageText) s" } ?? ""
        let counts = [
            (suppressed.count, "suppressed"), (equivalent, "equivalent"), (run.notRun, "not run\(within)"),
        ]
        let more = counts.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        let shortfall = isScoreLow ? ", below the required \(minimum?.percentageText ?? "") %" : ""
        return "mutants: \(killed) killed, \(survivors.count) survived\(more) (score \(score) %\(shortfall))"
    }
}

extension MutationResult {
    /// Whether no test fails, and the mutant is not proven to be equivalent.
    public var isUnnoticed: Bool {
        switch verdict {
        case .survived, .undecided: true
        case .killed, .equivalent: false
        }
    }

    var diagnostic: Diagnostic {
        let help = survival.map { "write a test: - \($0.inline)" } ?? "no test that detects this change was found"
        return Diagnostic(.survivingMutant, at: mutation.span, "no test fails when \(words)", help: help)
    }
}

extension Suppression {
    /// The text after ` -- ` in the comment.
    fileprivate func reason(in sources: [SourceFile]) -> String {
        let text = String(decoding: sources[span.file].bytes[span.start..<span.end], as: UTF8.self)
        guard let dashes = text.firstRange(of: "-- ") else { return "" }
        return String(text[dashes.upperBound...])
    }
}

extension MutationReport {
    /// Further survivors are only counted.
    private static let shownLimit = 40

    /// Returns each survivor at its place, with a test that would kill it, and the suppressed mutants with their
    /// reasons.
    func text(_ renderer: TextRenderer) -> String {
        var blocks = survivors.prefix(Self.shownLimit).map { result in
            var diagnostic = result.diagnostic
            // The test follows on its own lines, ready to paste.
            if result.survival != nil { diagnostic.help = nil }
            let offer = result.survival.map { "\n" + $0.yaml.safeLines(indented: 4) } ?? ""
            return renderer.render([diagnostic]) + offer
        }
        if survivors.count > Self.shownLimit {
            blocks.append("and \(survivors.count - Self.shownLimit) more [\(Rule.survivingMutant)]\n")
        }
        let rows = suppressed.map { mutant in
            var diagnostic = mutant.result.diagnostic
            diagnostic.severity = .info
            diagnostic.message += ", suppressed: \(mutant.reason)"
            return renderer.headerLine(for: diagnostic) + "\n"
        }
        if !rows.isEmpty { blocks.append(rows.joined()) }
        return blocks.joined(separator: "\n")
    }
}

extension String {
    /// The lines of a text, safe to print to a terminal.
    fileprivate func safeLines(indented width: Int) -> String {
        split(separator: "\n").map { String(repeating: " ", count: width) + String($0).safeOnScreen + "\n" }.joined()
    }
}

extension MutationReport {
    /// The `mutation` part of the JSON of `waybill test --format json`.
    var jsonObject: JSONObject {
        let reasons = Dictionary(
            firstOf: suppressed.map { ($0.result.mutation, $0.reason) })
        return [
            "killed": killed, "survived": survivors.count, "allowed": suppressed.count, "idle": equivalent,
            "untried": run.notRun, "budget": run.budget.map { $0 / .seconds(1) }, "score": score,
            "mutants": run.results.map { mutant($0, reason: reasons[$0.mutation]) },
        ]
    }

    /// - Parameter reason: The reason of the comment that suppresses it, if there is one.
    private func mutant(_ result: MutationResult, reason: String?) -> JSONObject {
        let members: JSONObject = [
            "kind": result.mutation.kind.word, "change": result.words,
            "status": reason == nil ? result.verdict.word : "allowed", "killedBy": killer(of: result),
            "proposal": result.survival?.yaml, "reason": reason,
        ]
        return members.merging(DiagnosticsReport.Place(result.mutation.span, sources: run.sources))
    }

    private func killer(of result: MutationResult) -> JSONObject? {
        guard case .killed(let index) = result.verdict else { return nil }
        let test = run.tests[index]
        let members: JSONObject = ["name": test.title]
        return members.merging(DiagnosticsReport.Place(test.span, sources: run.sources))
    }
}

extension MutationResult.Verdict {
    fileprivate var word: String {
        switch self {
        case .killed: "killed"
        case .survived: "survived"
        case .equivalent: "idle"
        case .undecided: "undecided"
        }
    }
}
