import WaybillManifest
public import WaybillSyntax

/// What a report depends on besides its problems.
public struct ReportStyle: Sendable, Hashable {
    /// Whether text is painted.
    public var color: Bool
    /// The columns of the screen that text is for; `nil` for no limit.
    public var width: Int?
    /// The least severity that JUnit's consumers count as a failure.
    public var failOn: Severity
    /// The folder that paths in reports for other programs are relative to, where they are below it.
    public var folder: String?
    /// Whether reports for people leave out their summary.
    public var isQuiet: Bool

    public init(
        color: Bool = false, width: Int? = nil, failOn: Severity = .error, folder: String? = nil, isQuiet: Bool = false
    ) {
        self.color = color
        self.width = width
        self.failOn = failOn
        self.folder = folder
        self.isQuiet = isQuiet
    }
}
