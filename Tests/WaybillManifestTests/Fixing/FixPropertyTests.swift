import Testing
import WaybillManifest

@Suite("A fix never breaks what was right")
struct FixPropertyTests {
    static let corpus = GoldenFixtures.broken + GoldenFixtures.sound

    @Test(
        "safe fixes leave no more to say, the same meaning, every comment, and nothing to a second run",
        arguments: corpus)
    func safeFixes(_ golden: GoldenCase) {
        expectSafeFixesToKeepWhatIsRight(in: golden.compile().sources)
    }

    @Test("a second run of all fixes changes nothing", arguments: GoldenFixtures.broken)
    func fixpoint(_ golden: GoldenCase) {
        expectNothingToDo(after: fixing(golden.compile().sources, .unsafe))
    }

    @Test("each fix applied alone removes its finding and adds no error", arguments: GoldenFixtures.broken)
    func singleFixes(_ golden: GoldenCase) {
        let compilation = golden.compile()
        for finding in compilation.lint().diagnostics {
            for fix in finding.fixes { expectToMend(fix, finding, of: compilation) }
        }
    }

    @Test("edits never overlap within a fix, and lie within their files", arguments: GoldenFixtures.broken)
    func edits(_ golden: GoldenCase) {
        let compilation = golden.compile()
        for fix in compilation.lint().diagnostics.flatMap(\.fixes) {
            let spans = fix.edits.map(\.span).sorted()
            for (span, next) in zip(spans, spans.dropFirst()) where span.file == next.file {
                #expect(span.end <= next.start)
            }
            for span in spans {
                #expect(span.start <= span.end && span.end <= compilation.sources[span.file].bytes.count)
            }
        }
    }
}

/// That a second run changes nothing.
func expectNothingToDo(after first: FixOutcome, sourceLocation: SourceLocation = #_sourceLocation) {
    guard !first.changes.isEmpty else { return }
    let second = fixing(first.after.compilation.sources, first.level)
    #expect(
        second.changes.isEmpty, "\(second.changes.map(\.unifiedDiff).joined())", sourceLocation: sourceLocation)
}

/// What a safe run may do to a set.
func expectSafeFixesToKeepWhatIsRight(
    in sources: [SourceFile], sourceLocation: SourceLocation = #_sourceLocation
) {
    let outcome = fixing(sources, .safe)
    let (before, after) = (outcome.before.compilation, outcome.after.compilation)
    let counts = (before.counts, after.counts)
    #expect(
        counts.1.errors < counts.0.errors
            || counts.1.errors == counts.0.errors && counts.1.warnings <= counts.0.warnings,
        "\(counts)", sourceLocation: sourceLocation)
    if before.table != nil {
        #expect(after.table != nil, sourceLocation: sourceLocation)
        let isExempt = outcome.applied.contains(where: \.rule.safeFixChangesDigest)
        #expect(isExempt || before.digest == after.digest, sourceLocation: sourceLocation)
    }
    expectNothingToDo(after: outcome, sourceLocation: sourceLocation)
    #expect(outcome.applied.allSatisfy { $0.safe }, sourceLocation: sourceLocation)
    for change in outcome.changes {
        let (old, new) = (comments(in: change.old), comments(in: change.new))
        #expect(Set(old).isSubset(of: Set(new)), "\(change.unifiedDiff)", sourceLocation: sourceLocation)
    }
}

/// Applies one fix, without any more.
private func expectToMend(_ fix: Diagnostic.Fix, _ finding: Diagnostic, of compilation: Compilation) {
    let sources = compilation.sources.enumerated().map { index, source in
        SourceFile(
            path: source.path, bytes: source.bytes.applying(Set(fix.edits.filter { $0.span.file == index })))
    }
    let after = Compilation.compile(files: ManifestFiles(sources: sources))
    #expect(
        after.lint().diagnostics.count { $0.isLike(finding) }
            < compilation.lint().diagnostics.count { $0.isLike(finding) },
        "\(finding.rule.id) \(finding.message): \(fix.description)")
    let known = Set(compilation.diagnostics.map(\.headline))
    // What a mistake in a route says about others is not asked before it is mended.
    let isRelation = finding.rule.id.hasPrefix("P") || finding.rule.id.hasPrefix("X")
    let new = after.diagnostics.filter {
        $0.severity == .error && !known.contains($0.headline) && (isRelation || !$0.rule.id.hasPrefix("P"))
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

extension Compilation {
    fileprivate var counts: (errors: Int, warnings: Int) {
        (diagnostics.count { $0.severity == .error }, diagnostics.count { $0.severity == .warning })
    }
}

/// The words of what looks like a comment: a mark at the start of a line or behind a blank.
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
