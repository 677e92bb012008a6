import WaybillManifest
import WaybillSyntax

/// Which fixes a run applies.
public enum FixLevel: String, Sendable, Hashable, CaseIterable {
    /// Those that surely give what was meant.
    case safe
    /// All that are offered.
    case unsafe
}

extension Diagnostic {
    /// The fix that a run of this level applies: the only safe one, or where there is none the only other one.
    ///
    /// Where there is a choice it is a person's.
    func fix(of level: FixLevel) -> Fix? {
        let safe = fixes.filter(\.safe)
        if !safe.isEmpty || level == .safe { return safe.count == 1 ? safe[0] : nil }
        return fixes.count == 1 ? fixes[0] : nil
    }
}
