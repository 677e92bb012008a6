public import WaybillSyntax

extension RouteTestRun {
    /// A diagnostic for each failed test (K001), in the order of files and places.
    public var diagnostics: [Diagnostic] { failures.map(\.diagnostic) }
}

extension RouteTestResult {
    /// The first mismatch is in the message, the others are in notes at their places.
    fileprivate var diagnostic: Diagnostic {
        let first = mismatches[0]  // a test that fails has one
        var diagnostic = Diagnostic(
            .failedTest, at: first.span, "test '\(test.title)' failed: \(first.words)",
            notes: mismatches.dropFirst().map { .init("besides, \($0.words)", at: $0.span) })
        diagnostic.reasons = reasons
        if let route = explanation?.route, first.subject == "route" {
            diagnostic.notes.append(.init("'\(route.id)' is here", at: route.span))
        }
        return diagnostic
    }
}

extension RouteTestMismatch {
    /// For example `expected route 'notes.show', got unmatched`.
    package var words: String {
        let noun =
            switch subject {
            case "outcome": ""
            case "rejected": "rejection by "
            default: subject + " "
            }
        return "expected \(noun)\(expected), got \(got)"
    }
}
