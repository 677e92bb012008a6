public import WaybillManifest

/// What a run of mutations has to say: what every format renders.
public struct MutationReport: Sendable {
    public var run: MutationRun
    /// The mistakes that no test notices, but for those that comments allow.
    public private(set) var survivors: [MutationResult] = []
    /// Those that comments allow, with the reasons given there.
    public private(set) var allowed: [(result: MutationResult, reason: String)] = []
    /// The percentage below which the score is a failure.
    public var minimum: Double?

    /// - Parameter today: Suppressions that ended before allow nothing; `nil` where none ends.
    public init(_ run: MutationRun, minimum: Double? = nil, today: CalendarDay? = nil) {
        self.run = run
        self.minimum = minimum
        let unnoticed = run.results.filter(\.isUnnoticed)
        let book = SuppressionIndex(run.sources, files: Set(unnoticed.map(\.mutation.span.file)).sorted())
        for result in unnoticed {
            let suppressing = book.suppressing(result.diagnostic).map { book.suppressions[$0] }
            if let suppression = suppressing.first(where: { !$0.hasEnded(on: today) }) {
                allowed.append((result, suppression.reason(in: run.sources)))
            } else {
                survivors.append(result)
            }
        }
    }

    public var killed: Int {
        run.count { if case .killed = $0 { true } else { false } }
    }

    /// How many are proven to change nothing for any request.
    public var idle: Int { run.count { $0 == .changesNothing } }

    /// How many of a hundred mistakes that change something, and that no comment allows, are noticed; rounded down, so
    /// that 100 is all.
    public var score: Int {
        let noticeable = killed + survivors.count
        return noticeable == 0 ? 100 : killed * 100 / noticeable
    }

    public var isScoreLow: Bool {
        guard let minimum else { return false }
        let noticeable = killed + survivors.count
        return Double(killed) * 100 < minimum * Double(noticeable)
    }

    /// K004, in the order of files and places.
    public var diagnostics: [Diagnostic] { survivors.map(\.diagnostic) }

    /// `mutants: 212 killed, 3 survived, 5 change nothing (score 98 %)`
    public var summaryLine: String {
        let counts = [
            (allowed.count, "allowed"), (idle, idle == 1 ? "changes nothing" : "change nothing"),
            (run.untried, "not tried"),
        ]
        let more = counts.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        let demand = isScoreLow ? ", below the \(minimum?.percentageText ?? "") % demanded" : ""
        return "mutants: \(killed) killed, \(survivors.count) survived\(more) (score \(score) %\(demand))"
    }
}

extension MutationResult {
    /// Whether no test fails, and it is not proven that none could.
    public var isUnnoticed: Bool {
        switch verdict {
        case .survived, .undecided: true
        case .killed, .changesNothing: false
        }
    }

    var diagnostic: Diagnostic {
        let help = survival.map { "write a test: - \($0.inline)" } ?? "no test is known that would"
        return Diagnostic(.survivingMutant, at: mutation.span, "no test notices when \(words)", help: help)
    }
}

extension Suppression {
    /// What stands behind ` -- ` in the comment.
    fileprivate func reason(in sources: [SourceFile]) -> String {
        let text = String(decoding: sources[span.file].bytes[span.start..<span.end], as: UTF8.self)
        guard let dashes = text.firstRange(of: "-- ") else { return "" }
        return String(text[dashes.upperBound...])
    }
}
