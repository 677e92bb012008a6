import WaybillManifest
public import WaybillSyntax

/// The settings of a report.
public struct ReportStyle: Sendable, Hashable {
    /// Whether text has colors.
    public var color: Bool
    /// The number of columns of the screen; `nil` for no limit.
    public var width: Int?
    /// The lowest severity that counts as a failure in JUnit.
    public var failOn: Severity
    /// The folder to which paths below it are relative in reports for programs.
    public var folder: String?
    /// Whether text reports leave out their summary.
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
