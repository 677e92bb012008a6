/// The limit of diagnostics of a file: 10,000 of each severity.
///
/// A hostile file could cause millions. One more diagnostic says that the others were left out, in every format. Each
/// severity has its own limit, so that many warnings cannot hide an error.
package struct DiagnosticBudget {
    static let limit = 10_000

    private var counts: [Severity: Int] = [:]

    package init() {}

    /// Whether errors were left out. The file is rejected, and further reading would only find more errors.
    package var isSpent: Bool { counts[.error, default: 0] > Self.limit }

    /// Whether another diagnostic of this severity, or the notice of the limit, would be kept.
    package func allows(_ severity: Severity) -> Bool { counts[severity, default: 0] <= Self.limit }

    /// Returns the diagnostic, or the notice of the limit for the first one that is left out, or `nil` for those after
    /// it.
    package mutating func take(_ diagnostic: Diagnostic) -> Diagnostic? {
        let severity = diagnostic.severity
        counts[severity, default: 0] += 1
        let count = counts[severity, default: 0]
        return count <= Self.limit
            ? diagnostic : count == Self.limit + 1 ? .leftOut(severity, at: diagnostic.span) : nil
    }
}

extension Sequence {
    /// Returns the diagnostics of the elements, up to the limit of their file and one more, which ``withinBudgets()``
    /// replaces with the notice of the limit. A hostile file has hundreds of thousands of elements with a problem each.
    package func diagnostics(_ diagnose: (Element) -> Diagnostic?) -> [Diagnostic] {
        var counts: [DiagnosticBudget.Account: Int] = [:]
        return compactMap { element in
            guard let found = diagnose(element) else { return nil }
            counts[.init(found), default: 0] += 1
            return counts[.init(found), default: 0] <= DiagnosticBudget.limit + 1 ? found : nil
        }
    }
}

extension DiagnosticBudget {
    /// Diagnostics that are counted together.
    fileprivate struct Account: Hashable {
        var file: Int
        var severity: Severity

        init(_ diagnostic: Diagnostic) {
            file = diagnostic.span.file
            severity = diagnostic.severity
        }
    }
}

extension Sequence<Diagnostic> {
    /// Returns the diagnostics without those that exceed the limit of their file.
    package func withinBudgets() -> [Diagnostic] {
        var budgets: [Int: DiagnosticBudget] = [:]
        return compactMap { diagnostic in
            // The notice of the limit is not counted.
            diagnostic.isTruncationNotice
                ? diagnostic : budgets[diagnostic.span.file, default: DiagnosticBudget()].take(diagnostic)
        }
    }
}

extension Diagnostic {
    fileprivate static func leftOut(_ severity: Severity, at span: SourceSpan) -> Diagnostic {
        leftOut("\(DiagnosticBudget.limit) \(severity == .info ? "remark" : severity.rawValue)s", severity, at: span)
    }

    /// Returns the notice that a file has more of something than is reported.
    package static func leftOut(_ limit: String, _ severity: Severity, at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .sizeLimit, at: SourceSpan(file: span.file, start: span.start, end: span.start),
            "the file has more than \(limit)\(truncation)", severity: severity,
            help: "fix the reported ones first")
    }

    private static let truncation = "; the others are not reported"

    /// Whether it says that other diagnostics were left out.
    package var isTruncationNotice: Bool { rule == .sizeLimit && message.hasSuffix(Self.truncation) }
}
