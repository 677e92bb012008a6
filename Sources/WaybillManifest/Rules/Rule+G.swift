/// G: what steers the linter itself.
extension Rule {
    static let groupG: [Rule] = [.idleAllowance, .staleBaseline, .unknownRuleID, .badConfiguration]

    public static let idleAllowance = Rule(
        id: "G001", name: "idle-allowance", severity: .warning,
        summary: "A comment that allows what breaks a rule has a reason, has not ended, and is needed.",
        isAllowable: false)
    public static let staleBaseline = Rule(
        id: "G002", name: "stale-baseline", severity: .info,
        summary: "A baseline knows no findings that no longer occur.", isAllowable: false)
    public static let unknownRuleID = Rule(
        id: "G003", name: "unknown-rule", severity: .error,
        summary: "Rules that a configuration or a comment names are in the catalogue.")
    public static let badConfiguration = Rule(
        id: "G004", name: "bad-configuration", severity: .error,
        summary: "The configuration of the linter is sound, and turns down nothing that keeps a set from being loaded.")
}
