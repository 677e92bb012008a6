public import WaybillManifest
public import WaybillSyntax

/// What one run of check is asked besides its configuration.
public struct LintOptions: Sendable {
    /// The day on which suppressions may have ended. Without one none has.
    public var today: CalendarDay?
    /// A ``Baseline`` in its file: problems that it knows are not shown.
    public var baseline: SourceFile?

    /// A change: problems that it does not touch are not shown.
    public var change: ChangedLines?

    /// The registered code that the manifests are checked against.
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
