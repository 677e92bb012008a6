/// A rule that manifests obey: its stable id, its readable name, and how much breaking it weighs.
public struct Rule: Sendable, Hashable {
    /// `P003`: a letter for the group, three digits. Never used again for another rule.
    public var id: String
    /// `shadowed-route`.
    public var name: String
    public var severity: Severity
    /// One sentence on what the rule demands.
    public var summary: String
}

/// The catalogue: a file for each group. The ids and names are contracts: programs filter by them.
extension Rule {
    /// Every rule, in the order of ids.
    public static let all: [Rule] = [groupF, groupI, groupP, groupS, groupT, groupX, groupY].flatMap(\.self)
}
