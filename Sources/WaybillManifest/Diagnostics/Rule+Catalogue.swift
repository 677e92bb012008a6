/// Every rule, by id. The ids and names are contracts: programs filter by them.
extension Rule {
    /// The catalogue in the order of ids.
    public static let all: [Rule] = [
        .undefinedName, .duplicateID, .unprovidedProtocol, .exclusiveFactory,
        .unregisteredName, .factoryMismatch, .captiveDependency, .isolationMismatch, .configurationMismatch,
        .sameRequests, .ambiguousOverlap, .shadowedRoute, .shadowedByUnion, .partlyShadowed, .idlePriority,
        .invertedPriority, .nearDuplicate, .tableBudget, .impossiblePattern, .badParameter, .ambiguousPattern,
        .badRegex,
        .unknownKey, .missingKey, .wrongType, .notInEnumeration, .outOfRange, .emptySection, .exclusiveKeys,
        .unsupportedVersion, .unresolvedVariable, .repeatedSection,
        .unknownTag, .commaInTag, .emptyView,
        .cycle, .rewriteLoop, .idleInterceptor, .doubledInterceptor, .duplicateAdapter, .danglingAdapter,
        .yamlSyntax, .invalidBytes, .duplicateKey, .unknownAlias, .aliasBudget, .sizeLimit, .documentCount,
        .unsupportedYAML, .ambiguousScalar, .invisibleCharacter, .countMismatch, .badInclude, .unreadableFile,
    ].sorted { $0.id < $1.id }

    // MARK: F: binding to the Swift side

    public static let unregisteredName = Rule(
        id: "F001", name: "unregistered-name", severity: .error,
        summary: "Every factory, adapter, interceptor, handler and lane that a manifest names is registered.")
    public static let factoryMismatch = Rule(
        id: "F002", name: "factory-mismatch", severity: .error,
        summary: "A factory makes what the module says that it provides.")
    public static let captiveDependency = Rule(
        id: "F005", name: "captive-dependency", severity: .error,
        summary: "What is shared holds nothing that goes when nobody holds it.")
    public static let isolationMismatch = Rule(
        id: "F007", name: "isolation-mismatch", severity: .error,
        summary: "What is shared, or handed over by an open, is Sendable.")
    public static let configurationMismatch = Rule(
        id: "F008", name: "configuration-mismatch", severity: .error,
        summary: "The values of 'with' decode into what the registered Swift code takes.")

    // MARK: I: identity and references

    public static let duplicateID = Rule(
        id: "I001", name: "duplicate-id", severity: .error,
        summary: "Ids and identifiers are unique in the whole set.")
    public static let undefinedName = Rule(
        id: "I002", name: "undefined-name", severity: .error,
        summary: "Every module, protocol and identifier that is referred to is declared.")
    public static let unprovidedProtocol = Rule(
        id: "I008", name: "unprovided-protocol", severity: .error,
        summary: "Every protocol is provided by a module, through adapters too: who asks for another would fail.")
    public static let exclusiveFactory = Rule(
        id: "I009", name: "exclusive-factory", severity: .error,
        summary: "No other module uses the factory of a module that is 'exclusive'.")

    // MARK: P: patterns and the route space

    public static let sameRequests = Rule(
        id: "P001", name: "same-requests", severity: .error,
        summary: "No two routes match exactly the same requests with the same rank.")
    public static let ambiguousOverlap = Rule(
        id: "P002", name: "ambiguous-overlap", severity: .error,
        summary: "No two routes that no rule of precedence separates share a request.")
    public static let shadowedRoute = Rule(
        id: "P003", name: "shadowed-route", severity: .error,
        summary: "No single route that comes first takes every request of another, in every view that shows it.")
    public static let shadowedByUnion = Rule(
        id: "P004", name: "shadowed-by-several", severity: .error,
        summary: "Routes that come first do not take every request of another together.")
    public static let partlyShadowed = Rule(
        id: "P005", name: "partly-shadowed", severity: .info,
        summary: "Of two routes of one priority that share requests, one is narrower at every place.")
    public static let idlePriority = Rule(
        id: "P006", name: "idle-priority", severity: .hint, summary: "A priority changes where some request goes.")
    public static let invertedPriority = Rule(
        id: "P007", name: "inverted-priority", severity: .warning,
        summary: "A priority does not put a broader route before a narrower one.")
    public static let impossiblePattern = Rule(
        id: "P008", name: "impossible-pattern", severity: .error,
        summary: "A pattern is well formed and can match something.")
    public static let badParameter = Rule(
        id: "P009", name: "bad-parameter", severity: .error,
        summary: "A parameter's name stands once in a pattern, and what refers to it finds it there.")
    public static let ambiguousPattern = Rule(
        id: "P010", name: "ambiguous-pattern", severity: .error,
        summary: "'**' is the last segment, and a segment holds one parameter at most.")
    public static let badRegex = Rule(
        id: "P011", name: "bad-regex", severity: .error,
        summary: "A regular expression keeps to the supported language and to its budget of states.")

    public static let nearDuplicate = Rule(
        id: "P012", name: "near-duplicate", severity: .warning,
        summary: "No two patterns differ in case, a trailing slash or an escaped slash alone.")
    public static let tableBudget = Rule(
        id: "P016", name: "table-budget", severity: .warning,
        summary: "The table, and the work of the proofs about it, keep to their budgets.")

    // MARK: S: schema

    public static let unknownKey = Rule(
        id: "S001", name: "unknown-key", severity: .error, summary: "Keys are those of the manifest's grammar.")
    public static let missingKey = Rule(
        id: "S002", name: "missing-key", severity: .error, summary: "Keys that are needed are there.")
    public static let wrongType = Rule(
        id: "S003", name: "wrong-type", severity: .error, summary: "A value is of the kind that its key takes.")
    public static let notInEnumeration = Rule(
        id: "S004", name: "not-in-enumeration", severity: .error,
        summary: "A value that is one of a few words is one of them.")
    public static let outOfRange = Rule(
        id: "S005", name: "out-of-range", severity: .error,
        summary: "Numbers are within their range, and durations have a unit.")
    public static let emptySection = Rule(
        id: "S006", name: "empty-section", severity: .warning, summary: "Sections and lists hold something.")
    public static let exclusiveKeys = Rule(
        id: "S007", name: "exclusive-keys", severity: .error, summary: "Of keys that exclude each other one is given.")
    public static let unsupportedVersion = Rule(
        id: "S008", name: "unsupported-version", severity: .error, summary: "The manifest's version is one we know.")
    public static let unresolvedVariable = Rule(
        id: "S010", name: "unresolved-variable", severity: .error,
        summary: "Every ${NAME} in 'with' is set in the environment or has a default.")
    public static let repeatedSection = Rule(
        id: "S011", name: "repeated-section", severity: .error,
        summary: "'settings' and 'fallback' stand once in a set at most.")

    // MARK: T: tags

    public static let unknownTag = Rule(
        id: "T001", name: "unknown-tag", severity: .error,
        summary: "Where a set declares its tags, no other tag is used.")
    public static let commaInTag = Rule(
        id: "T002", name: "comma-in-tag", severity: .warning, summary: "A tag is one word: a comma makes two of it.")

    public static let emptyView = Rule(
        id: "T003", name: "empty-view", severity: .warning,
        summary: "A tag of an interceptor or a fallback is carried by a route that it can have to do with.")

    // MARK: X: interceptors and adapters

    public static let cycle = Rule(
        id: "X001", name: "cycle", severity: .error,
        summary: "Adapters and composed protocols do not lead back to themselves.")
    public static let rewriteLoop = Rule(
        id: "X002", name: "rewrite-loop", severity: .error,
        summary: "Rewrites and redirects do not lead back to themselves.")
    public static let idleInterceptor = Rule(
        id: "X003", name: "idle-interceptor", severity: .warning,
        summary: "Registered code that intercepts shares a request with a route, or a test expects it.")
    public static let doubledInterceptor = Rule(
        id: "X008", name: "doubled-interceptor", severity: .warning,
        summary: "No registered interceptor runs twice for one request with the same configuration.")
    public static let duplicateAdapter = Rule(
        id: "X011", name: "duplicate-adapter", severity: .error,
        summary: "A protocol is bound once: by one adapter that leads to one module, or by a module itself.")
    public static let danglingAdapter = Rule(
        id: "X012", name: "dangling-adapter", severity: .error,
        summary: "A chain of adapters leads to a protocol that a module provides.")

    // MARK: Y: files and YAML

    public static let yamlSyntax = Rule(
        id: "Y001", name: "yaml-syntax", severity: .error, summary: "The file is YAML.")
    public static let invalidBytes = Rule(
        id: "Y002", name: "invalid-bytes", severity: .error, summary: "The file is UTF-8 without control characters.")
    public static let duplicateKey = Rule(
        id: "Y003", name: "duplicate-key", severity: .error, summary: "A key stands once in its mapping.")
    public static let unknownAlias = Rule(
        id: "Y004", name: "unknown-alias", severity: .error, summary: "Aliases have anchors, and anchors have aliases.")
    public static let aliasBudget = Rule(
        id: "Y005", name: "alias-budget", severity: .error, summary: "Aliases expand to 100,000 values at most.")
    public static let sizeLimit = Rule(
        id: "Y006", name: "size-limit", severity: .error,
        summary: "A file is 8 MiB and 64 levels deep at most.")
    public static let documentCount = Rule(
        id: "Y007", name: "document-count", severity: .error, summary: "A file holds one document that is not empty.")
    public static let unsupportedYAML = Rule(
        id: "Y008", name: "unsupported-yaml", severity: .error, summary: "Merge keys and custom tags are not used.")
    public static let ambiguousScalar = Rule(
        id: "Y009", name: "ambiguous-scalar", severity: .warning,
        summary: "Text that YAML 1.1 readers take for something else is quoted.")
    public static let invisibleCharacter = Rule(
        id: "Y010", name: "invisible-character", severity: .error,
        summary: "Keys and ids hold no characters that nobody sees.")
    public static let countMismatch = Rule(
        id: "Y012", name: "count-mismatch", severity: .error,
        summary: "A file holds as many entries as its 'count' says.")
    public static let badInclude = Rule(
        id: "Y013", name: "bad-include", severity: .error,
        summary: "An include finds files inside the set's root, and never leads back to itself.")
    public static let unreadableFile = Rule(
        id: "Y015", name: "unreadable-file", severity: .error, summary: "What stands for a manifest is a readable file."
    )
}
