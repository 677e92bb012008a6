/// S: schema.
extension Rule {
    static let groupS: [Rule] = [
        .unknownKey, .missingKey, .wrongType, .notInEnumeration, .outOfRange, .emptySection, .exclusiveKeys,
        .unsupportedVersion, .notFormatted, .unresolvedVariable, .repeatedSection, .repeatedItem,
    ]

    public static let unknownKey = Rule(
        id: "S001", name: "unknown-key", severity: .error, summary: "Keys are those of the manifest's grammar.",
        explanation: """
            A key that the grammar does not have would be ignored, and what it was meant to say with it: a misspelt \
            'methods' would open a route to every method. So an unknown key is an error, everywhere but under 'with', \
            whose keys belong to Swift code.
            """,
        mend: "Write the key as the grammar has it; 'waybill schema' gives editors the list.",
        example: .unknownKey)
    public static let missingKey = Rule(
        id: "S002", name: "missing-key", severity: .error, summary: "Keys that are needed are there.",
        explanation: """
            An entry lacks a key without which it says nothing: a route without a pattern matches nothing, one without \
            a destination leads nowhere. The message names the keys of which one is needed.
            """,
        mend: "Add the key, or delete the entry.",
        example: .missingKey)
    public static let wrongType = Rule(
        id: "S003", name: "wrong-type", severity: .error, summary: "A value is of the kind that its key takes.",
        explanation: """
            A value is of another kind than its key takes: text where a number belongs, one word where a list does. \
            YAML gives plain words a kind of their own, so quotes matter: 10 is a number, "10" is text. Nothing is \
            converted in silence, for a value that was guessed right today may be guessed wrong tomorrow.
            """,
        mend: "Write the value as the message says: a list in brackets, a number without quotes, text in quotes.",
        example: .wrongType)
    public static let notInEnumeration = Rule(
        id: "S004", name: "not-in-enumeration", severity: .error,
        summary: "A value that is one of a few words is one of them.",
        explanation: """
            The key takes one of a few words, and this is none of them. All that are allowed stand in the message. \
            Case counts.
            """,
        mend: "Use one of the words in the message.",
        example: .notInEnumeration)
    public static let outOfRange = Rule(
        id: "S005", name: "out-of-range", severity: .error,
        summary: "Numbers are within their range, and durations have a unit.",
        explanation: """
            A number is outside of what its key takes, or a duration has no unit. A timeout of 5 may be five seconds \
            to one reader and five milliseconds to the next, so a unit must stand there: 'ms', 's', 'm' or 'h'.
            """,
        mend: "Give the duration its unit, or a number within the range.",
        example: .outOfRange)
    public static let emptySection = Rule(
        id: "S006", name: "empty-section", severity: .warning, summary: "Sections and lists hold something.",
        explanation: """
            A section or list is there and holds nothing. It means the same as if it were absent, so either something \
            was forgotten, or it is left over. An empty 'tags' looks like a decision and is none.
            """,
        mend: "Fill it, or remove it.",
        example: .emptySection)
    public static let exclusiveKeys = Rule(
        id: "S007", name: "exclusive-keys", severity: .error, summary: "Of keys that exclude each other one is given.",
        explanation: """
            Of some keys exactly one may be given, for together they contradict each other: a route leads to a module \
            or to a handler, and cannot lead to both. Neither wins in silence.
            """,
        mend: "Keep the one that is meant.",
        example: .exclusiveKeys)
    public static let unsupportedVersion = Rule(
        id: "S008", name: "unsupported-version", severity: .error, summary: "The manifest's version is one we know.",
        explanation: """
            The number behind 'waybill' says by which grammar the file is to be read. There is one so far, and no key \
            of it is deprecated. A file of a later grammar is refused whole rather than read half: an old service does \
            not know what it would miss.
            """,
        mend: "Write 'waybill: 1', or run a newer waybill.",
        example: .unsupportedVersion)
    public static let notFormatted = Rule(
        id: "S009", name: "not-formatted", severity: .hint, summary: "Files are laid out as 'waybill fmt' does it.",
        isOnByDefault: false,
        explanation: """
            'waybill fmt' would lay the file out in another way. The set means the same in either, but where everybody \
            keeps to one layout, a diff shows what changed and nothing else. The finding stands at the first line that \
            differs. Ask for it with 'rules: { S009: hint }' in '.waybill.yaml'; a file that cannot be laid out, or is \
            no sound YAML, is passed over.
            """,
        mend: "Run 'waybill fmt'.",
        example: .notFormatted)
    public static let unresolvedVariable = Rule(
        id: "S010", name: "unresolved-variable", severity: .error,
        summary: "Every ${NAME} in 'with' is set in the environment or has a default.",
        explanation: """
            A value under 'with' asks for an environment variable that is not set, and gives no default. The service \
            would start with a hole in its configuration. In CI, where secrets are absent, give the variable any \
            value, or write a default that is safe to use.
            """,
        mend: "Set the variable, or give it a default: '${NAME:-default}'.",
        example: .unresolvedVariable)
    public static let repeatedSection = Rule(
        id: "S011", name: "repeated-section", severity: .error,
        summary: "'settings' and 'fallback' stand once in a set at most.",
        explanation: """
            'settings' and 'fallback' hold for the whole set, so they stand in one file of it. Two of them would have \
            to be merged or one ignored, and the order of files means nothing.
            """,
        mend: "Keep one, and move what the other says into it.",
        example: .repeatedSection)
    public static let repeatedItem = Rule(
        id: "S012", name: "repeated-item", severity: .warning,
        summary: "A list of names holds each name once.",
        explanation: """
            A name stands twice in a list where once says the same: a tag, a method, a protocol. The second one does \
            nothing. Often it was meant to be another name, which now is missing.
            """,
        mend: "Write the name that was meant, or remove the second one.",
        example: .repeatedItem)
}
