/// Findings of a file, as many as anybody reads: 10,000 of each severity.
///
/// A hostile file could make millions. What is beyond is left out, and one finding more says so, in every format alike.
/// Severities are counted apart, for many warnings must not keep an error from being told.
package struct FindingBudget {
    static let most = 10_000

    private var counts: [Severity: Int] = [:]

    package init() {}

    /// Whether errors were left out: the file is refused, and everybody who reads on can only find more of them.
    package var isSpent: Bool { counts[.error, default: 0] > Self.most }

    /// Whether another diagnostic of this severity would be kept, or the remark that others are left out.
    package func allows(_ severity: Severity) -> Bool { counts[severity, default: 0] <= Self.most }

    /// The finding, or in place of the first that is left out the one that says so; `nil` for those after it.
    package mutating func take(_ diagnostic: Diagnostic) -> Diagnostic? {
        let severity = diagnostic.severity
        counts[severity, default: 0] += 1
        let count = counts[severity, default: 0]
        return count <= Self.most ? diagnostic : count == Self.most + 1 ? .leftOut(severity, at: diagnostic.span) : nil
    }
}

extension Sequence {
    /// What is found about the elements, but no more of a file than can be told: with one that ``withinBudgets()`` turns into
    /// the remark that others were left out. A hostile file has hundreds of thousands of elements, each worth a finding.
    package func findings(_ find: (Element) -> Diagnostic?) -> [Diagnostic] {
        var counts: [FindingBudget.Account: Int] = [:]
        return compactMap { element in
            guard let found = find(element) else { return nil }
            counts[.init(found), default: 0] += 1
            return counts[.init(found), default: 0] <= FindingBudget.most + 1 ? found : nil
        }
    }
}

extension FindingBudget {
    /// What is counted apart.
    fileprivate struct Account: Hashable {
        var file: Int
        var severity: Severity

        init(_ diagnostic: Diagnostic) { (file, severity) = (diagnostic.span.file, diagnostic.severity) }
    }
}

extension Sequence<Diagnostic> {
    /// Without what goes beyond the budget of its file. Of a file that is within it nothing changes.
    package func withinBudgets() -> [Diagnostic] {
        var budgets: [Int: FindingBudget] = [:]
        return compactMap { finding in
            // What says that problems were left out is said once.
            finding.tellsOfOthers ? finding : budgets[finding.span.file, default: FindingBudget()].take(finding)
        }
    }
}

extension Diagnostic {
    fileprivate static func leftOut(_ severity: Severity, at span: SourceSpan) -> Diagnostic {
        leftOut("\(FindingBudget.most) \(severity == .info ? "remark" : severity.rawValue)s", severity, at: span)
    }

    /// Says that a file holds more of something than is looked at.
    package static func leftOut(_ most: String, _ severity: Severity, at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .sizeLimit, at: SourceSpan(file: span.file, start: span.start, end: span.start),
            "the file has more than \(most)\(truncation)", severity: severity,
            help: "fix the reported ones first")
    }

    private static let truncation = "; the others are not reported"

    /// Whether it says that others were left out.
    package var tellsOfOthers: Bool { rule == .sizeLimit && message.hasSuffix(Self.truncation) }
}
