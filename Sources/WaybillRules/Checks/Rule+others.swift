public import WaybillSyntax

/// The rules that the tools check beside the set: comments, baselines, layout, secrets, and the quality of tests.
extension Rule {
    static let ofTools: [Rule] = [
        .unusedSuppression, .staleBaseline, .lowCoverage, .survivingMutant, .notFormatted, .plainSecret, .failOpen,
        .layout, .unloadedFile,
    ]

    public static let unusedSuppression = Rule(
        "G001", "unused-suppression", .warning, .linter, [.unsuppressible, .fixRemovesComments])
    public static let staleBaseline = Rule("G002", "stale-baseline", .info, .linter, .unsuppressible)
    public static let lowCoverage = Rule("K003", "low-coverage", .error, .tests, [])
    public static let survivingMutant = Rule("K004", "surviving-mutant", .warning, .tests, [])
    public static let notFormatted = Rule("S009", "not-formatted", .hint, .layout, .offByDefault)
    public static let plainSecret = Rule("V001", "plain-secret", .error, .texts, [.suppressible, .hidesSource])
    public static let failOpen = Rule("V005", "fail-open", .warning, .texts, [])
    public static let layout = Rule("Y011", "layout", .hint, .layout, [])
    public static let unloadedFile = Rule("Y014", "unloaded-file", .warning, .texts, [])
}

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

/// The routes beside an OpenAPI document. `WaybillOpenAPI` compares them.
extension Rule {
    static let ofContracts: [Rule] = [
        .unservedOperation, .undocumentedRoute, .differentValues, .unguardedOperation, .badDocument,
    ]

    public static let unservedOperation = Rule("O001", "unserved-operation", .error, .contract, .suppressible)
    public static let undocumentedRoute = Rule("O002", "undocumented-route", .warning, .contract, [])
    public static let differentValues = Rule("O003", "different-values", .error, .contract, .suppressible)
    public static let unguardedOperation = Rule("O004", "unguarded-operation", .error, .contract, .suppressible)
    public static let badDocument = Rule("O005", "bad-document", .error, .contract, .suppressible)
}
