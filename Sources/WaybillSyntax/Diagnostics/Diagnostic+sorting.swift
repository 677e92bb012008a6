extension Sequence<Diagnostic> {
    /// In the order in which people read them: by file, place, rule, and then words, so that a run equals the next.
    package func sortedByPlace() -> [Diagnostic] {
        sorted { left, right in
            (left.span.file, left.span.start, left.rule.id, left.span.end)
                != (right.span.file, right.span.start, right.rule.id, right.span.end)
                ? (left.span.file, left.span.start, left.rule.id, left.span.end)
                    < (right.span.file, right.span.start, right.rule.id, right.span.end)
                : left.message < right.message
        }
    }
}
