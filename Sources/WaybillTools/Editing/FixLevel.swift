import WaybillManifest
public import WaybillReports
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

/// The numbers of problems that a run of each level would try to fix.
///
/// It may fix fewer, because fixes that exclude each other or make the set worse are left out, or more, because a fix may
/// uncover another problem. To know that, the set would have to be checked again for each round of fixes.
public struct FixOffer: Sendable, Hashable {
    /// The problems that a run tries to fix with safe fixes.
    public let safe: Int
    /// The problems that a run tries to fix with any fixes.
    public let all: Int

    public init(_ report: LintReport) {
        safe = report.fixes(of: .safe).count
        all = report.fixes(of: .unsafe).count
    }

    /// `2 can be fixed with --fix, 3 with --unsafe-fixes`; `nil` if there is nothing to fix.
    public var text: String? {
        let offers = [
            safe > 0 ? "\(safe) can be fixed with --fix" : nil,
            all > safe ? "\(all) \(safe > 0 ? "" : "can be fixed ")with --unsafe-fixes" : nil,
        ].compactMap(\.self)
        return offers.isEmpty ? nil : offers.joined(separator: ", ")
    }
}
