/// What one run of check is asked besides its configuration.
public struct LintOptions: Sendable {
    /// The day on which allowances may have ended. Without one none has.
    public var today: CalendarDay?

    public init(today: CalendarDay? = nil) {
        self.today = today
    }
}
