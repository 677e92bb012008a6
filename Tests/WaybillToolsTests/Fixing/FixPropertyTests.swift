import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

@Suite("A fix never breaks valid parts")
struct FixPropertyTests {
    static let corpus = GoldenFixtures.broken + GoldenFixtures.sound

    @Test(
        "safe fixes add no diagnostics, keep the meaning and every comment, and leave nothing to a second run",
        arguments: corpus)
    func safeFixes(_ golden: GoldenCase) throws {
        try expectSafeFixesToKeepValidParts(in: FixInput(golden))
    }

    @Test("a second run of all fixes changes nothing", arguments: GoldenFixtures.broken)
    func fixpoint(_ golden: GoldenCase) throws {
        let input = FixInput(golden)
        try expectNothingToDo(after: try input.fixed(.unsafe), .unsafe, of: input)
    }

    @Test("each fix applied alone removes its diagnostic and adds no error", arguments: GoldenFixtures.broken)
    func singleFixes(_ golden: GoldenCase) throws {
        let input = FixInput(golden)
        let report = input.check().report
        for diagnostic in report.diagnostics {
            for fix in diagnostic.fixes {
                expectEditsToBeApart(fix, in: report.sources)
                expectFixed(fix, diagnostic, of: report, input)
            }
        }
    }
}

/// Checks that a second run changes nothing.
func expectNothingToDo(
    after first: FixOutcome, _ level: FixLevel, of input: FixInput, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    guard !first.changes.isEmpty else { return }
    let second = try input.applying(first).fixed(level)
    #expect(
        second.changes.isEmpty, "\(second.changes.map(\.unifiedDiff).joined())", sourceLocation: sourceLocation)
}

/// Checks the changes that a safe run may make to a set.
func expectSafeFixesToKeepValidParts(in input: FixInput, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let outcome = try input.fixed(.safe)
    let counts = (outcome.before.report.counts, outcome.after.report.counts)
    #expect(
        counts.1.errors < counts.0.errors
            || counts.1.errors == counts.0.errors && counts.1.warnings <= counts.0.warnings,
        "\(counts)", sourceLocation: sourceLocation)
    let (before, after) = (outcome.before.compilation, outcome.after.compilation)
    if before.table != nil {
        #expect(after.table != nil, sourceLocation: sourceLocation)
        let isExempt = outcome.applied.contains { $0.rule.traits.contains(.fixChangesDigest) }
        #expect(isExempt || before.digest == after.digest, sourceLocation: sourceLocation)
    }
    try expectNothingToDo(after: outcome, .safe, of: input, sourceLocation: sourceLocation)
    #expect(outcome.applied.allSatisfy { $0.safe }, sourceLocation: sourceLocation)
    for change in outcome.changes {
        let (old, new) = (comments(in: change.old), comments(in: change.new))
        // A suppression of nothing is itself a problem, which its fix removes.
        let isSuppressionFixed = outcome.applied.contains { $0.rule == .unusedSuppression }
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

/// Applies only one fix.
private func expectFixed(_ fix: Diagnostic.Fix, _ diagnostic: Diagnostic, of report: LintReport, _ input: FixInput) {
    let edits = Dictionary(grouping: fix.edits, by: \.span.file)
    let contents = edits.map { (report.sources[$0].path, report.sources[$0].bytes.applying($1)) }
    let after = input.replacing(Dictionary(uniqueKeysWithValues: contents)).check().report
    #expect(
        after.diagnostics.count { $0.isLike(diagnostic) } < report.diagnostics.count { $0.isLike(diagnostic) },
        "\(diagnostic.rule.id) \(diagnostic.message): \(fix.description)")
    let known = Set(report.diagnostics.map(\.headline))
    // Before a route's own error is fixed, its relations to other routes are not compared.
    let isRelation = diagnostic.rule.isAboutRelations
    let new = after.diagnostics.filter {
        $0.severity == .error && !known.contains($0.headline) && (isRelation || !$0.rule.isAboutRelations)
    }
    // A target that names a parameter may need its pattern to get it, by another fix.
    let isWaiting = diagnostic.rule.id == "P013" && new.allSatisfy { $0.rule == .badParameter }
    #expect(new.isEmpty || isWaiting, "\(diagnostic.rule.id) \(fix.description): \(new.map(\.headline))")
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

/// The words of apparent comments: a mark at the start of a line or after a blank.
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
