/// Counts what is found in a file, so that a hostile one cannot make millions of findings: nobody would read them.
///
/// Findings of one rule are counted by severity, for many warnings must not keep an error from being told.
struct FindingBudget {
    private var counts: [Kind: Int] = [:]

    private struct Kind: Hashable {
        var rule: String
        var severity: Severity
    }

    /// Counts a finding; false for those beyond ``YAMLReader/mostFindings`` of their kind.
    mutating func allows(_ diagnostic: Diagnostic) -> Bool {
        let kind = Kind(rule: diagnostic.rule.id, severity: diagnostic.severity)
        counts[kind, default: 0] += 1
        return counts[kind, default: 0] <= YAMLReader.mostFindings
    }
}
