/// The list of all rules. Ids and names are contracts, because programs filter by them. The catalog of `WaybillTools`
/// explains each rule.
extension Rule {
    /// All rules, sorted by id.
    public static let all: [Rule] = [
        .unregisteredName, .factoryMismatch, .registeredTwice, .unusedRegistration, .captiveDependency,
        .dependencyCycle, .isolationMismatch, .configurationMismatch, .unusableRegistry, .failedMaking,
        .nestedReplacement, .parameterMismatch, .contextMismatch,
        .idleAllowance, .staleBaseline, .unknownRuleID, .badConfiguration,
        .duplicateID, .undefinedName, .lookAlikeName, .unusedModule, .privateName, .namingConvention,
        .unprovidedProtocol, .exclusiveFactory, .ambiguousProvider,
        .failedTest, .testOfNothing, .lowCoverage, .survivingMutant, .repeatedTest,
        .sameRequests, .ambiguousOverlap, .shadowedRoute, .shadowedByUnion, .partlyShadowed, .idlePriority,
        .invertedPriority, .impossiblePattern, .badParameter, .ambiguousPattern, .badRegex, .nearDuplicate,
        .reservedCharacter, .unreachablePattern, .missingFallback, .tableBudget, .unknownMethod,
        .lostRequest, .movedRequest, .lostInterceptor, .changedLifetime, .shrunkenSet, .unknownToRunning,
        .unknownKey, .missingKey, .wrongType, .notInEnumeration, .outOfRange, .emptySection, .exclusiveKeys,
        .unsupportedVersion, .notFormatted, .unresolvedVariable, .repeatedSection, .repeatedItem,
        .unknownTag, .commaInTag, .emptyView, .lonelyTag, .untaggedInterceptor,
        .plainSecret, .openPrivilege, .strayDebugRoute, .absoluteInclude, .failOpen, .foreignWriters,
        .cycle, .rewriteLoop, .idleInterceptor, .tiedOrder, .wrongOrder, .missingInterceptor, .eclipsedInterceptor,
        .doubledInterceptor, .chainBudget, .missingPart, .duplicateAdapter, .danglingAdapter, .deadEnd, .foreignTarget,
        .yamlSyntax, .invalidBytes, .duplicateKey, .unknownAlias, .aliasBudget, .sizeLimit, .documentCount,
        .unsupportedYAML, .ambiguousScalar, .invisibleCharacter, .layout, .countMismatch, .badInclude, .unloadedFile,
        .unreadableFile,
    ]
}

/// F: binding to the Swift side.
extension Rule {
    public static let unregisteredName = Rule("F001", "unregistered-name", .error)
    public static let factoryMismatch = Rule("F002", "factory-mismatch", .error)
    public static let registeredTwice = Rule("F003", "registered-twice", .error)
    public static let unusedRegistration = Rule("F004", "unused-registration", .warning)
    public static let captiveDependency = Rule("F005", "captive-dependency", .error)
    public static let dependencyCycle = Rule("F006", "dependency-cycle", .warning, isSuppressible: false)
    public static let isolationMismatch = Rule("F007", "isolation-mismatch", .error)
    public static let configurationMismatch = Rule("F008", "configuration-mismatch", .error)
    public static let unusableRegistry = Rule("F009", "unusable-registry", .warning)
    public static let failedMaking = Rule("F010", "failed-making", .error)
    public static let nestedReplacement = Rule("F011", "nested-replacement", .error)
    public static let parameterMismatch = Rule("F012", "parameter-mismatch", .error)
    public static let contextMismatch = Rule("F013", "context-mismatch", .error)
}

/// G: the configuration of the linter.
extension Rule {
    public static let idleAllowance = Rule("G001", "idle-allowance", .warning, isSuppressible: false)
    public static let staleBaseline = Rule("G002", "stale-baseline", .info, isSuppressible: false)
    public static let unknownRuleID = Rule("G003", "unknown-rule", .error)
    public static let badConfiguration = Rule("G004", "bad-configuration", .error)
}

/// I: identity and references.
extension Rule {
    public static let duplicateID = Rule("I001", "duplicate-id", .error)
    public static let undefinedName = Rule("I002", "undefined-name", .error)
    public static let lookAlikeName = Rule("I003", "look-alike-name", .warning)
    public static let unusedModule = Rule("I004", "unused-module", .warning)
    public static let privateName = Rule("I006", "private-name", .error, isSuppressible: true, isOnByDefault: false)
    public static let namingConvention = Rule("I007", "naming-convention", .hint, isOnByDefault: false)
    public static let unprovidedProtocol = Rule("I008", "unprovided-protocol", .error)
    public static let exclusiveFactory = Rule("I009", "exclusive-factory", .error)
    /// An error if a module or an adapter of the set depends on the protocol. That error is not suppressible.
    public static let ambiguousProvider = Rule("I010", "ambiguous-provider", .warning, isSuppressible: false)
}

/// K: route tests.
extension Rule {
    public static let failedTest = Rule("K001", "failed-test", .error, isSuppressible: false)
    public static let testOfNothing = Rule("K002", "test-of-nothing", .error)
    public static let lowCoverage = Rule("K003", "low-coverage", .error, isSuppressible: false)
    public static let survivingMutant = Rule("K004", "surviving-mutant", .warning)
    public static let repeatedTest = Rule("K005", "repeated-test", .warning)
}

/// P: patterns and the route space.
extension Rule {
    public static let sameRequests = Rule("P001", "same-requests", .error)
    public static let ambiguousOverlap = Rule("P002", "ambiguous-overlap", .error)
    public static let shadowedRoute = Rule("P003", "shadowed-route", .error, isSuppressible: true)
    public static let shadowedByUnion = Rule("P004", "shadowed-by-several", .error, isSuppressible: true)
    public static let partlyShadowed = Rule("P005", "partly-shadowed", .info)
    public static let idlePriority = Rule("P006", "idle-priority", .hint)
    public static let invertedPriority = Rule("P007", "inverted-priority", .warning)
    public static let impossiblePattern = Rule("P008", "impossible-pattern", .error)
    public static let badParameter = Rule("P009", "bad-parameter", .error)
    public static let ambiguousPattern = Rule("P010", "ambiguous-pattern", .error)
    public static let badRegex = Rule("P011", "bad-regex", .error)
    public static let nearDuplicate = Rule("P012", "near-duplicate", .warning)
    public static let reservedCharacter = Rule("P013", "reserved-character", .warning)
    public static let unreachablePattern = Rule("P014", "unreachable-pattern", .warning, isOnByDefault: false)
    public static let missingFallback = Rule("P015", "missing-fallback", .info, isOnByDefault: false)
    public static let tableBudget = Rule("P016", "table-budget", .warning)
    public static let unknownMethod = Rule("P017", "unknown-method", .warning)
}

/// R: the effect of a change on requests. There is no R007: manifests have no number that must increase, because the
/// digest identifies a set, and a service numbers its generations.
extension Rule {
    public static let lostRequest = Rule("R001", "lost-request", .error)
    public static let movedRequest = Rule("R002", "moved-request", .warning)
    public static let lostInterceptor = Rule("R003", "lost-gate", .error)
    public static let changedLifetime = Rule("R004", "changed-lifetime", .warning)
    public static let shrunkenSet = Rule("R005", "shrunken-set", .error)
    public static let unknownToRunning = Rule("R006", "unknown-to-running", .warning)
}

/// S: schema.
extension Rule {
    public static let unknownKey = Rule("S001", "unknown-key", .error)
    public static let missingKey = Rule("S002", "missing-key", .error)
    public static let wrongType = Rule("S003", "wrong-type", .error)
    public static let notInEnumeration = Rule("S004", "not-in-enumeration", .error)
    public static let outOfRange = Rule("S005", "out-of-range", .error)
    public static let emptySection = Rule("S006", "empty-section", .warning)
    public static let exclusiveKeys = Rule("S007", "exclusive-keys", .error)
    public static let unsupportedVersion = Rule("S008", "unsupported-version", .error)
    public static let notFormatted = Rule("S009", "not-formatted", .hint, isOnByDefault: false)
    public static let unresolvedVariable = Rule("S010", "unresolved-variable", .error)
    public static let repeatedSection = Rule("S011", "repeated-section", .error)
    public static let repeatedItem = Rule("S012", "repeated-item", .warning)
}

/// T: tags.
extension Rule {
    public static let unknownTag = Rule("T001", "unknown-tag", .error)
    public static let commaInTag = Rule("T002", "comma-in-tag", .warning)
    public static let emptyView = Rule("T003", "empty-view", .warning)
    public static let lonelyTag = Rule("T004", "lonely-tag", .hint)
    public static let untaggedInterceptor = Rule("T005", "untagged-interceptor", .warning)
}

/// V: security.
extension Rule {
    public static let plainSecret = Rule("V001", "plain-secret", .error, isSuppressible: true)
    public static let openPrivilege = Rule("V002", "open-privilege", .warning, isOnByDefault: false)
    public static let strayDebugRoute = Rule("V003", "stray-debug-route", .warning, isOnByDefault: false)
    public static let absoluteInclude = Rule("V004", "absolute-include", .error)
    public static let failOpen = Rule("V005", "fail-open", .warning)
    public static let foreignWriters = Rule("V006", "foreign-writers", .warning)
}

/// X: interceptors and adapters.
extension Rule {
    public static let cycle = Rule("X001", "cycle", .error)
    public static let rewriteLoop = Rule("X002", "rewrite-loop", .error)
    public static let idleInterceptor = Rule("X003", "idle-interceptor", .warning)
    public static let tiedOrder = Rule("X004", "tied-order", .warning)
    public static let wrongOrder = Rule("X005", "wrong-order", .error, isSuppressible: true, isOnByDefault: false)
    public static let missingInterceptor = Rule(
        "X006", "missing-interceptor", .error, isSuppressible: true, isOnByDefault: false)
    public static let eclipsedInterceptor = Rule("X007", "eclipsed-interceptor", .error, isSuppressible: true)
    public static let doubledInterceptor = Rule("X008", "doubled-interceptor", .warning)
    public static let chainBudget = Rule("X009", "chain-budget", .warning, isOnByDefault: false)
    public static let missingPart = Rule("X010", "missing-part", .error, isSuppressible: true)
    public static let duplicateAdapter = Rule("X011", "duplicate-adapter", .error)
    public static let danglingAdapter = Rule("X012", "dangling-adapter", .error)
    public static let deadEnd = Rule("X013", "dead-end", .warning)
    public static let foreignTarget = Rule("X014", "foreign-target", .error, isSuppressible: true)
}

/// Y: files and YAML.
extension Rule {
    public static let yamlSyntax = Rule("Y001", "yaml-syntax", .error)
    public static let invalidBytes = Rule("Y002", "invalid-bytes", .error)
    public static let duplicateKey = Rule("Y003", "duplicate-key", .error)
    public static let unknownAlias = Rule("Y004", "unknown-alias", .error)
    public static let aliasBudget = Rule("Y005", "alias-budget", .error)
    public static let sizeLimit = Rule("Y006", "size-limit", .error)
    public static let documentCount = Rule("Y007", "document-count", .error)
    public static let unsupportedYAML = Rule("Y008", "unsupported-yaml", .error)
    public static let ambiguousScalar = Rule("Y009", "ambiguous-scalar", .warning)
    public static let invisibleCharacter = Rule("Y010", "invisible-character", .error)
    public static let layout = Rule("Y011", "layout", .hint)
    public static let countMismatch = Rule("Y012", "count-mismatch", .error)
    public static let badInclude = Rule("Y013", "bad-include", .error)
    public static let unloadedFile = Rule("Y014", "unloaded-file", .warning)
    public static let unreadableFile = Rule("Y015", "unreadable-file", .error)
}
