import WaybillManifest
public import WaybillReports

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
