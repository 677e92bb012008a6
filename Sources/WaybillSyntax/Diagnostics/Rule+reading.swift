/// The rules of reading: those that are found before the files of a set are compared. All others are declared beside
/// their checks in `WaybillRules`. Ids and names are contracts, because programs filter by them.
extension Rule {
    package static let ofReading: [Rule] = [
        .unknownRuleID, .badConfiguration, .duplicateID, .undefinedName, .failedTest,
        .impossiblePattern, .badParameter, .ambiguousPattern, .badRegex, .reservedCharacter,
        .unknownKey, .missingKey, .wrongType, .notInEnumeration, .outOfRange, .emptySection, .exclusiveKeys,
        .unsupportedVersion, .unresolvedVariable, .repeatedSection, .repeatedItem,
        .commaInTag, .absoluteInclude, .foreignWriters, .duplicateAdapter,
        .yamlSyntax, .invalidBytes, .duplicateKey, .unknownAlias, .aliasBudget, .sizeLimit, .documentCount,
        .unsupportedYAML, .ambiguousScalar, .invisibleCharacter, .countMismatch, .badInclude, .unreadableFile,
    ]
}

/// Files and YAML.
extension Rule {
    public static let yamlSyntax = Rule("Y001", "yaml-syntax", .error, .reading, .losesText)
    public static let invalidBytes = Rule("Y002", "invalid-bytes", .error, .reading, .losesText)
    public static let duplicateKey = Rule("Y003", "duplicate-key", .error, .reading, .losesPart)
    public static let unknownAlias = Rule("Y004", "unknown-alias", .error, .reading, [])
    public static let aliasBudget = Rule("Y005", "alias-budget", .error, .reading, [])
    public static let sizeLimit = Rule("Y006", "size-limit", .error, .reading, .losesText)
    public static let documentCount = Rule("Y007", "document-count", .error, .reading, .losesText)
    public static let unsupportedYAML = Rule("Y008", "unsupported-yaml", .error, .reading, [])
    public static let ambiguousScalar = Rule("Y009", "ambiguous-scalar", .warning, .reading, [])
    public static let invisibleCharacter = Rule("Y010", "invisible-character", .error, .reading, .needsKey)
    public static let countMismatch = Rule("Y012", "count-mismatch", .error, .reading, .needsEntries)
    public static let badInclude = Rule("Y013", "bad-include", .error, .reading, [])
    public static let unreadableFile = Rule("Y015", "unreadable-file", .error, .reading, .losesFile)
    public static let absoluteInclude = Rule("V004", "absolute-include", .error, .reading, [])
    public static let foreignWriters = Rule("V006", "foreign-writers", .warning, .reading, [])
}

/// The schema.
extension Rule {
    public static let unknownKey = Rule("S001", "unknown-key", .error, .reading, [.losesPart, .needsKey])
    public static let missingKey = Rule("S002", "missing-key", .error, .reading, .needsEnd)
    public static let wrongType = Rule("S003", "wrong-type", .error, .reading, [.losesPart, .needsShape])
    public static let notInEnumeration = Rule("S004", "not-in-enumeration", .error, .reading, .losesPart)
    public static let outOfRange = Rule("S005", "out-of-range", .error, .reading, .losesPart)
    public static let emptySection = Rule("S006", "empty-section", .warning, .reading, .needsEnd)
    public static let exclusiveKeys = Rule("S007", "exclusive-keys", .error, .reading, [])
    public static let unsupportedVersion = Rule("S008", "unsupported-version", .error, .reading, [])
    public static let unresolvedVariable = Rule("S010", "unresolved-variable", .error, .reading, [])
    public static let repeatedSection = Rule("S011", "repeated-section", .error, .reading, [])
    public static let repeatedItem = Rule("S012", "repeated-item", .warning, .reading, [])
    public static let commaInTag = Rule("T002", "comma-in-tag", .warning, .reading, [])
}

/// Patterns.
extension Rule {
    public static let impossiblePattern = Rule("P008", "impossible-pattern", .error, .reading, .losesPart)
    public static let badParameter = Rule("P009", "bad-parameter", .error, .reading, .losesPart)
    public static let ambiguousPattern = Rule("P010", "ambiguous-pattern", .error, .reading, [])
    public static let badRegex = Rule("P011", "bad-regex", .error, .reading, .losesPart)
    public static let reservedCharacter = Rule("P013", "reserved-character", .warning, .reading, .fixChangesDigest)
}

/// The merging of files, tests of routes, and the files of tools. Further checks report some of these rules.
extension Rule {
    public static let duplicateID = Rule("I001", "duplicate-id", .error, .reading, [])
    public static let undefinedName = Rule("I002", "undefined-name", .error, .set, .guessesNames)
    public static let duplicateAdapter = Rule("X011", "duplicate-adapter", .error, .set, [])
    public static let failedTest = Rule("K001", "failed-test", .error, .tests, [])
    public static let unknownRuleID = Rule("G003", "unknown-rule", .error, .linter, [])
    public static let badConfiguration = Rule("G004", "bad-configuration", .error, .linter, [])
}
