public import WaybillRules
public import WaybillSyntax

/// The options of one run of `check`, besides the configuration.
public struct LintOptions: Sendable {
    /// The day for suppressions that end. Without a day none ends.
    public var today: CalendarDay?
    /// The file of a ``Baseline``, whose problems are not shown.
    public var baseline: SourceFile?

    /// A change. Problems that it does not touch are not shown.
    public var change: ChangedLines?

    /// The registered code for the F rules.
    public var registry: RegistryUse?

    public init(
        today: CalendarDay? = nil, baseline: SourceFile? = nil, change: ChangedLines? = nil,
        registry: RegistryUse? = nil
    ) {
        self.today = today
        self.baseline = baseline
        self.change = change
        self.registry = registry
    }
}
