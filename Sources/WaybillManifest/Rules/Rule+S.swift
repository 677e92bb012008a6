/// S: schema.
extension Rule {
    static let groupS: [Rule] = [
        .unknownKey, .missingKey, .wrongType, .notInEnumeration, .outOfRange, .emptySection, .exclusiveKeys,
        .unsupportedVersion, .unresolvedVariable, .repeatedSection,
    ]

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
}
