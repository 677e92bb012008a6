/// Y: files and YAML.
extension Rule {
    static let groupY: [Rule] = [
        .yamlSyntax, .invalidBytes, .duplicateKey, .unknownAlias, .aliasBudget, .sizeLimit, .documentCount,
        .unsupportedYAML, .ambiguousScalar, .invisibleCharacter, .countMismatch, .badInclude, .unreadableFile,
    ]

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
