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
    /// Whether a comment in the manifest may suppress what breaks it: the table is well defined all the same.
    public var isSuppressible: Bool
    /// Whether it is looked at where nobody asks for it.
    public var isOnByDefault: Bool

    /// - Parameter isAllowable: Unless given, of all rules but errors.
    init(_ id: String, _ name: String, _ severity: Severity, isSuppressible: Bool? = nil, isOnByDefault: Bool = true) {
        self.id = id
        self.name = name
        self.severity = severity
        self.isSuppressible = isSuppressible ?? (severity < .error)
        self.isOnByDefault = isOnByDefault
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
    /// The rule of this id or name, whatever its case.
    public static func find(_ word: String) -> Rule? {
        let word = word.lowercased()
        return all.first { $0.id.lowercased() == word || $0.name == word }
    }

    /// The letter of its group: `P`.
    package var group: Character { id.first ?? " " }

    /// Whether no report may repeat the line of a finding: logs of CI are read by more people than the repository.
    package var hidesSource: Bool { self == .plainSecret }
}

extension Diagnostic {
    /// Whether a comment in the manifest may suppress it. A milder diagnostic of a rule that is an error otherwise may be, too.
    package var isSuppressible: Bool { rule.isSuppressible || severity < .error }
}
