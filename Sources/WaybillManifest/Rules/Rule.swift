/// A rule that manifests obey: its stable id, its readable name, and how much breaking it weighs.
///
/// Two rules are equal where their ids are.
public struct Rule: Sendable {
    /// `P003`: a letter for the group, three digits. Never used again for another rule.
    public var id: String
    /// `shadowed-route`.
    public var name: String
    /// What breaking it weighs, unless a team says otherwise.
    public var severity: Severity
    /// One sentence on what the rule demands.
    public var summary: String
    /// Whether a comment in the manifest may allow what breaks it: the table is well defined all the same.
    public var isAllowable: Bool
    /// Whether it is looked at where nobody asks for it.
    public var isOnByDefault: Bool
    /// For a person who did not write the service: why it matters, and when it is right to break it.
    public var explanation: String
    /// What to do, as an imperative.
    public var mend: String
    public var example: Example

    /// - Parameter isAllowable: Unless given, of all rules but errors.
    init(
        id: String, name: String, severity: Severity, summary: String, isAllowable: Bool? = nil,
        isOnByDefault: Bool = true, explanation: String = "", mend: String = "",
        example: Example = Example("", mended: "")
    ) {
        self.id = id
        self.name = name
        self.severity = severity
        self.summary = summary
        self.isAllowable = isAllowable ?? (severity < .error)
        self.isOnByDefault = isOnByDefault
        self.explanation = explanation
        self.mend = mend
        self.example = example
    }
}

extension Rule: Hashable {
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Rule: CustomStringConvertible {
    /// `P003 shadowed-route`
    public var description: String { "\(id) \(name)" }
}

extension Rule {
    /// Whether no report may repeat the line of a finding: logs of CI are read by more people than the repository.
    package var hidesSource: Bool { self == .plainSecret }
}

extension Diagnostic {
    /// Whether a comment in the manifest may allow it. A milder finding of a rule that is an error otherwise may be, too.
    package var isAllowable: Bool { rule.isAllowable || severity < .error }
}

/// The catalogue: a file for each group. The ids and names are contracts: programs filter by them.
extension Rule {
    /// Every rule, in the order of ids.
    public static let all: [Rule] = [
        groupF, groupG, groupI, groupK, groupP, groupR, groupS, groupT, groupV, groupX, groupY,
    ].flatMap(\.self)
}
