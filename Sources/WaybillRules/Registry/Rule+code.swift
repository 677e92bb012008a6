public import WaybillSyntax

/// The binding to registered code, which a service checks at the start, and `check` with a registry.
extension Rule {
    static let ofCode: [Rule] = [
        .unregisteredName, .factoryMismatch, .registeredTwice, .unusedRegistration, .captiveDependency,
        .dependencyCycle, .isolationMismatch, .configurationMismatch, .unusableRegistry, .failedMaking,
        .nestedReplacement, .parameterMismatch, .contextMismatch,
    ]

    public static let unregisteredName = Rule("F001", "unregistered-name", .error, .code, [])
    public static let factoryMismatch = Rule("F002", "factory-mismatch", .error, .code, [])
    public static let registeredTwice = Rule("F003", "registered-twice", .error, .code, [])
    public static let unusedRegistration = Rule("F004", "unused-registration", .warning, .code, [])
    public static let captiveDependency = Rule("F005", "captive-dependency", .error, .code, [])
    public static let dependencyCycle = Rule("F006", "dependency-cycle", .warning, .code, .unsuppressible)
    public static let isolationMismatch = Rule("F007", "isolation-mismatch", .error, .code, [])
    public static let configurationMismatch = Rule("F008", "configuration-mismatch", .error, .code, [])
    public static let unusableRegistry = Rule("F009", "unusable-registry", .warning, .code, [])
    public static let failedMaking = Rule("F010", "failed-making", .error, .code, .needsService)
    public static let nestedReplacement = Rule("F011", "nested-replacement", .error, .code, .needsService)
    public static let parameterMismatch = Rule("F012", "parameter-mismatch", .error, .code, [])
    public static let contextMismatch = Rule("F013", "context-mismatch", .error, .code, .needsService)
}
