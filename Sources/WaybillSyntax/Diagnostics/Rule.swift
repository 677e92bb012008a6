/// A rule for manifests: its stable id, its readable name and its severity.
///
/// Two rules are equal if their ids are.
public struct Rule: Sendable {
    /// A letter for the group and three digits, such as `P003`. An id is never used for another rule.
    public var id: String
    /// The readable name, such as `shadowed-route`.
    public var name: String
    /// The severity, unless the configuration changes it.
    public var severity: Severity
    /// Whether a comment in the manifest may suppress the rule. The table must be well defined without it.
    public var isSuppressible: Bool
    /// Whether the rule is checked by default.
    public var isOnByDefault: Bool

    /// - Parameter isSuppressible: By default, all rules but errors are suppressible.
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
    /// The id and the name, such as `P003 shadowed-route`.
    public var description: String { "\(id) \(name)" }
}

extension Rule {
    /// The letter of the group, such as `P`.
    package var group: Character { id.first ?? " " }

    /// Whether reports must not show the source line, because more people can read the logs of CI than the repository.
    package var hidesSource: Bool { self == .plainSecret }
}

extension Diagnostic {
    /// Whether a comment in the manifest may suppress it. A rule that is an error may also have suppressible
    /// diagnostics, which are milder.
    package var isSuppressible: Bool { rule.isSuppressible || severity < .error }
}
