import WaybillManifest
public import WaybillReports
public import WaybillRules
package import WaybillSyntax

/// A set with its compilation and its report.
public struct CheckedSet: Sendable {
    public var compilation: Compilation
    public var report: LintReport

    public init(_ compilation: Compilation, _ report: LintReport) {
        self.compilation = compilation
        self.report = report
    }

    /// The numbers of problems by severity, the most severe first. The severity is at least that of the rule, so that
    /// fixes do not depend on the configuration.
    private var counts: [Int] {
        let weights = report.diagnostics.map { max($0.severity, $0.rule.severity) }
        return Severity.allCases.sorted(by: >).map { severity in weights.count { $0 == severity } }
    }

    func key(of diagnostic: Diagnostic) -> FixKey {
        let sources = report.sources
        let path = sources.indices.contains(diagnostic.span.file) ? sources[diagnostic.span.file].path : ""
        return FixKey(rule: diagnostic.rule.id, message: diagnostic.message, path: path)
    }
}

/// The identity of a problem while its place changes.
struct FixKey: Hashable {
    var rule: String
    var message: String
    var path: String
}

extension CheckedSet {
    /// Whether a batch of fixes may replace an earlier set by this one.
    func isImprovement(of earlier: CheckedSet, by batch: FixBatch) -> Bool {
        let now = counts
        let before = earlier.counts
        guard now[0] <= before[0], hasFewer(than: earlier, of: batch) else { return false }
        // A raised priority may shadow another route, and so on without end. So the number of problems must decrease.
        if batch.members.contains(where: { !$0.fix.safe && $0.diagnostic.rule.isAboutRelations }) {
            return now.lexicographicallyPrecedes(before)
        }
        guard batch.members.allSatisfy(\.fix.safe) else { return true }
        return (now[0] < before[0] || now[1] <= before[1]) && means(the: earlier, after: batch)
    }

    /// Whether each problem that the batch fixes is gone. The same file may have others with the same message.
    private func hasFewer(than earlier: CheckedSet, of batch: FixBatch) -> Bool {
        let fixed = Dictionary(grouping: batch.members) { earlier.key(of: $0.diagnostic) }.mapValues(\.count)
        let now = counts(of: fixed)
        let before = earlier.counts(of: fixed)
        return fixed.allSatisfy { key, count in now[key, default: 0] <= before[key, default: 0] - count }
    }

    private func counts(of keys: [FixKey: Int]) -> [FixKey: Int] {
        report.diagnostics.reduce(into: [:]) { counts, diagnostic in
            let key = key(of: diagnostic)
            if keys[key] != nil { counts[key, default: 0] += 1 }
        }
    }

    /// Whether safe fixes preserve the meaning of the set. Some remove parts without effect.
    private func means(the earlier: CheckedSet, after batch: FixBatch) -> Bool {
        guard earlier.compilation.table != nil else { return true }
        guard compilation.table != nil else { return false }
        return compilation.digest == earlier.compilation.digest
            || batch.members.contains { $0.diagnostic.rule.traits.contains(.fixChangesDigest) }
    }
}

extension Rule {
    /// Whether the rule is about relations between routes or interceptors.
    package var isAboutRelations: Bool { stage == .relations || stage == .policies }
}
