/// V: security.
extension Rule {
    static let groupV: [Rule] = [.openPrivilege, .strayDebugRoute]

    public static let openPrivilege = Rule(
        id: "V002", name: "open-privilege", severity: .warning,
        summary: "A route that the configuration calls privileged names its scheme and its host.", isOnByDefault: false)
    public static let strayDebugRoute = Rule(
        id: "V003", name: "stray-debug-route", severity: .warning,
        summary: "Routes for debugging stand in the files that the configuration has for them.", isOnByDefault: false)
}
