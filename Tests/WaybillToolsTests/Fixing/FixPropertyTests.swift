import Testing
import WaybillDigest
import WaybillManifest
import WaybillSyntax
import WaybillTools

@Suite("A fix never breaks what was right")
struct FixPropertyTests {
    static let corpus = GoldenFixtures.broken + GoldenFixtures.sound

    @Test(
        "safe fixes leave no more to say, the same meaning, every comment, and nothing to a second run",
        arguments: corpus)
    func safeFixes(_ golden: GoldenCase) throws {
        try expectSafeFixesToKeepWhatIsRight(in: FixInput(golden))
    }

    @Test("a second run of all fixes changes nothing", arguments: GoldenFixtures.broken)
    func fixpoint(_ golden: GoldenCase) throws {
        let input = FixInput(golden)
        try expectNothingToDo(after: try input.fixed(.unsafe), of: input)
    }

    @Test("each fix applied alone removes its finding and adds no error", arguments: GoldenFixtures.broken)
    func singleFixes(_ golden: GoldenCase) throws {
        let input = FixInput(golden)
        let report = input.check().report
        for finding in report.diagnostics {
            for fix in finding.fixes {
                expectEditsToBeApart(fix, in: report.sources)
                expectToMend(fix, finding, of: report, input)
            }
        }
    }
}

/// That a second run changes nothing.
func expectNothingToDo(
    after first: FixOutcome, of input: FixInput, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    guard !first.changes.isEmpty else { return }
    let second = try input.applying(first).fixed(first.level)
    #expect(
        second.changes.isEmpty, "\(second.changes.map(\.unifiedDiff).joined())", sourceLocation: sourceLocation)
}

/// What a safe run may do to a set.
func expectSafeFixesToKeepWhatIsRight(in input: FixInput, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let outcome = try input.fixed(.safe)
    let counts = (outcome.before.report.counts, outcome.after.report.counts)
    #expect(
        counts.1.errors < counts.0.errors
            || counts.1.errors == counts.0.errors && counts.1.warnings <= counts.0.warnings,
        "\(counts)", sourceLocation: sourceLocation)
    let (before, after) = (outcome.before.compilation, outcome.after.compilation)
    if before.table != nil {
        #expect(after.table != nil, sourceLocation: sourceLocation)
        let isExempt = outcome.applied.contains(where: \.rule.safeFixChangesDigest)
        #expect(isExempt || before.digest == after.digest, sourceLocation: sourceLocation)
    }
    try expectNothingToDo(after: outcome, of: input, sourceLocation: sourceLocation)
    #expect(outcome.applied.allSatisfy { $0.safe }, sourceLocation: sourceLocation)
    for change in outcome.changes {
        let (old, new) = (comments(in: change.old), comments(in: change.new))
        // A suppression that allows nothing is a mistake itself: its fix is to go.
        let isSuppressionFixed = outcome.applied.contains { $0.rule == .idleAllowance }
        let kept = Set(old).filter { !isSuppressionFixed || !$0.hasPrefix("# waybill:allow") }
        #expect(kept.isSubset(of: Set(new)), "\(change.unifiedDiff)", sourceLocation: sourceLocation)
    }
}

private func expectEditsToBeApart(_ fix: Diagnostic.Fix, in sources: [SourceFile]) {
    let spans = fix.edits.map(\.span).sorted()
    for (span, next) in zip(spans, spans.dropFirst()) where span.file == next.file {
        #expect(span.end <= next.start && span != next)
    }
    for span in spans {
        #expect(span.start <= span.end && span.end <= sources[span.file].bytes.count)
    }
}

/// Applies one fix, without any more.
private func expectToMend(_ fix: Diagnostic.Fix, _ finding: Diagnostic, of report: LintReport, _ input: FixInput) {
    let edits = Dictionary(grouping: fix.edits, by: \.span.file)
    let contents = edits.map { (report.sources[$0].path, report.sources[$0].bytes.applying($1)) }
    let after = input.replacing(Dictionary(uniqueKeysWithValues: contents)).check().report
    #expect(
        after.diagnostics.count { $0.isLike(finding) } < report.diagnostics.count { $0.isLike(finding) },
        "\(finding.rule.id) \(finding.message): \(fix.description)")
    let known = Set(report.diagnostics.map(\.headline))
    // What a mistake in a route says about others is not asked before it is fixed.
    let isRelation = finding.rule.isAboutRelations
    let new = after.diagnostics.filter {
        $0.severity == .error && !known.contains($0.headline) && (isRelation || !$0.rule.isAboutRelations)
    }
    // A target that names a parameter may wait for its pattern to get it, by a fix of its own.
    let isWaiting = finding.rule.id == "P013" && new.allSatisfy { $0.rule == .badParameter }
    #expect(new.isEmpty || isWaiting, "\(finding.rule.id) \(fix.description): \(new.map(\.headline))")
}

extension Diagnostic {
    fileprivate var headline: String { "\(rule.id) \(message)" }

    fileprivate func isLike(_ other: Diagnostic) -> Bool {
        headline == other.headline && span.file == other.span.file
    }
}

extension LintReport {
    fileprivate var counts: (errors: Int, warnings: Int) {
        (diagnostics.count { $0.severity == .error }, diagnostics.count { $0.severity == .warning })
    }
}

/// The words of what looks like a comment: a mark at the start of a line or after a blank.
private func comments(in bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split { $0.isNewline }.compactMap { line in
        let marks = line.indices.filter {
            line[$0] == "#" && ($0 == line.startIndex || line[line.index(before: $0)] == " ")
        }
        return marks.first.map { String(line[$0...]).trimmingBlanks }
    }
}

extension String {
    fileprivate var trimmingBlanks: String { String(reversed().drop { $0 == " " }.reversed()) }
}
