public import WaybillSyntax

/// The rules that the tools check beside the set: comments, baselines, layout, secrets, and the quality of tests.
extension Rule {
    static let ofTools: [Rule] = [
        .unusedSuppression, .staleBaseline, .lowCoverage, .survivingMutant, .notFormatted, .plainSecret, .failOpen,
        .layout, .unloadedFile,
    ]

    public static let unusedSuppression = Rule(
        "G001", "unused-suppression", .warning, .linter, [.unsuppressible, .fixRemovesComments])
    public static let staleBaseline = Rule("G002", "stale-baseline", .info, .linter, .unsuppressible)
    public static let lowCoverage = Rule("K003", "low-coverage", .error, .tests, [])
    public static let survivingMutant = Rule("K004", "surviving-mutant", .warning, .tests, [])
    public static let notFormatted = Rule("S009", "not-formatted", .hint, .layout, .offByDefault)
    public static let plainSecret = Rule("V001", "plain-secret", .error, .texts, [.suppressible, .hidesSource])
    public static let failOpen = Rule("V005", "fail-open", .warning, .texts, [])
    public static let layout = Rule("Y011", "layout", .hint, .layout, [])
    public static let unloadedFile = Rule("Y014", "unloaded-file", .warning, .texts, [])
}
