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

    func count(_ severity: Severity) -> Int { report.diagnostics.count { $0.severity == severity } }
}

extension CheckedSet {
    /// Whether this is what a batch of fixes may make of an earlier set.
    func isImprovement(of earlier: CheckedSet, by batch: FixBatch) -> Bool {
        let (errors, warnings) = (count(.error), count(.warning))
        let before = (errors: earlier.count(.error), warnings: earlier.count(.warning))
        guard errors <= before.errors else { return false }
        // Raising one route over another may bury the other, and so on round and round: there must be less to say.
        if batch.members.contains(where: { !$0.fix.safe && $0.finding.rule.isAboutRelations }) {
            return errors < before.errors || warnings < before.warnings
        }
        guard batch.members.allSatisfy(\.fix.safe) else { return true }
        return (errors < before.errors || warnings <= before.warnings) && means(the: earlier, after: batch)
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
    /// Whether what breaks it lies between routes or interceptors that are each well formed.
    package var isAboutRelations: Bool { id.hasPrefix("P") || id.hasPrefix("X") }

    /// Whether a safe fix takes away something without effect that the digest counts all the same, or makes interceptors run
    /// in the order that is demanded.
    package var safeFixChangesDigest: Bool { [.idlePriority, .doubledInterceptor, .wrongOrder].contains(self) }
}
