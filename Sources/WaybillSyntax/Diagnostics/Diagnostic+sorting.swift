extension Sequence<Diagnostic> {
    /// Returns the diagnostics sorted by file, place, rule and message, so that two runs have the same output.
    package func sortedByPlace() -> [Diagnostic] {
        sorted { left, right in
            (left.span.file, left.span.start, left.rule.id, left.span.end, left.message)
                < (right.span.file, right.span.start, right.rule.id, right.span.end, right.message)
        }
    }
}
