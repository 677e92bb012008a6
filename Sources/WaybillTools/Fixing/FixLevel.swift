import WaybillManifest
import WaybillReports
import WaybillSyntax

/// The fixes that a run applies.
public enum FixLevel: String, Sendable, Hashable, CaseIterable {
    /// Fixes that certainly have the intended result.
    case safe
    /// All fixes.
    case unsafe
}

extension Diagnostic {
    /// Returns the fix that a run of this level applies: the only safe one or, if there is none, the only unsafe one.
    ///
    /// If there are several, a person must choose.
    func fix(of level: FixLevel) -> Fix? {
        let safe = fixes.filter(\.safe)
        if !safe.isEmpty || level == .safe { return safe.count == 1 ? safe[0] : nil }
        return fixes.count == 1 ? fixes[0] : nil
    }
}

extension LintReport {
    /// Returns the fixes that a run of this level tries, with their problems.
    ///
    /// If the report leaves out problems of a file, the effect of its fixes is not known, and none of them is returned.
    func fixes(of level: FixLevel) -> [FixBatch.Member] {
        let truncated = Set(diagnostics.filter(\.isTruncationNotice).map(\.span.file))
        return diagnostics.compactMap { diagnostic in
            guard !truncated.contains(diagnostic.span.file), let fix = diagnostic.fix(of: level) else { return nil }
            return FixBatch.Member(diagnostic: diagnostic, fix: fix)
        }
    }
}
