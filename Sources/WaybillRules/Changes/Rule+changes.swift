public import WaybillSyntax

/// The effect of a change on requests. There is no R007: manifests have no number that must increase, because the
/// digest identifies a set, and a service numbers its generations.
extension Rule {
    static let ofChanges: [Rule] = [
        .lostRequest, .movedRequest, .lostInterceptor, .changedLifetime, .shrunkenSet, .unknownToRunning,
    ]

    public static let lostRequest = Rule("R001", "lost-request", .error, .change, .breaksPlan)
    public static let movedRequest = Rule("R002", "moved-request", .warning, .change, [])
    public static let lostInterceptor = Rule("R003", "lost-interceptor", .error, .change, .breaksPlan)
    public static let changedLifetime = Rule("R004", "changed-lifetime", .warning, .change, [])
    public static let shrunkenSet = Rule("R005", "shrunken-set", .error, .change, .breaksPlan)
    public static let unknownToRunning = Rule("R006", "unknown-to-running", .warning, .change, [])
}
