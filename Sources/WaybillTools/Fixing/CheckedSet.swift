import WaybillDigest
public import WaybillManifest
package import WaybillSyntax

/// A set as a run of check sees it: what it compiles to, and what there is to say about it.
public struct CheckedSet: Sendable {
    public var compilation: Compilation
    public var report: LintReport

    public init(_ compilation: Compilation, _ report: LintReport) {
        self.compilation = compilation
        self.report = report
    }

    /// How many problems there are, of the gravest severity first. None weighs less than its rule does, whatever a configuration
    /// calls it: a fix does not depend on that.
    private var counts: [Int] {
        let weights = report.diagnostics.map { max($0.severity, $0.rule.severity) }
        return Severity.allCases.sorted(by: >).map { severity in weights.count { $0 == severity } }
    }

    func key(of finding: Diagnostic) -> FixKey {
        let sources = report.sources
        let path = sources.indices.contains(finding.span.file) ? sources[finding.span.file].path : ""
        return FixKey(rule: finding.rule.id, message: finding.message, path: path)
    }
}

/// What tells problems apart while their places move.
struct FixKey: Hashable {
    var rule: String
    var message: String
    var path: String
}

extension CheckedSet {
    /// Whether this is what a batch of fixes may make of an earlier set.
    func isImprovement(of earlier: CheckedSet, by batch: FixBatch) -> Bool {
        let (now, before) = (counts, earlier.counts)
        guard now[0] <= before[0], hasFewer(than: earlier, of: batch) else { return false }
        // Raising one route over another may bury the other, and so on round and round: there must be less to say.
        if batch.members.contains(where: { !$0.fix.safe && $0.finding.rule.isAboutRelations }) {
            return now.lexicographicallyPrecedes(before)
        }
        guard batch.members.allSatisfy(\.fix.safe) else { return true }
        return (now[0] < before[0] || now[1] <= before[1]) && means(the: earlier, after: batch)
    }

    /// Whether each finding that the batch fixes is gone. There may be others of the same words, in the same file.
    private func hasFewer(than earlier: CheckedSet, of batch: FixBatch) -> Bool {
        let fixed = Dictionary(grouping: batch.members) { earlier.key(of: $0.finding) }.mapValues(\.count)
        let (now, before) = (counts(of: fixed), earlier.counts(of: fixed))
        return fixed.allSatisfy { key, count in now[key, default: 0] <= before[key, default: 0] - count }
    }

    private func counts(of keys: [FixKey: Int]) -> [FixKey: Int] {
        report.diagnostics.reduce(into: [:]) { counts, finding in
            let key = key(of: finding)
            if keys[key] != nil { counts[key, default: 0] += 1 }
        }
    }

    /// Safe fixes leave alone what a set means, but for those that take away what has no effect.
    private func means(the earlier: CheckedSet, after batch: FixBatch) -> Bool {
        guard earlier.compilation.table != nil else { return true }
        guard compilation.table != nil else { return false }
        return compilation.digest == earlier.compilation.digest
            || batch.members.contains { $0.finding.rule.safeFixChangesDigest }
    }
}

extension Rule {
    /// Whether what breaks it is between routes or interceptors that are each well formed.
    package var isAboutRelations: Bool {
        let ofOnePattern: [Rule] = [
            .impossiblePattern, .badParameter, .ambiguousPattern, .badRegex, .reservedCharacter,
        ]
        return (id.hasPrefix("P") || id.hasPrefix("X")) && !ofOnePattern.contains(self)
    }

    /// Whether a safe fix takes away something without effect that the digest counts all the same, makes interceptors run
    /// in the order that is demanded, or spells a pattern as URLs are spelled, which may be a route's id.
    package var safeFixChangesDigest: Bool {
        [.idlePriority, .doubledInterceptor, .wrongOrder, .reservedCharacter].contains(self)
    }
}
