import WaybillManifest
import WaybillSyntax

/// S: schema.
extension RuleEntry {
    static let groupS: [RuleEntry] = [
        .unknownKey, .missingKey, .wrongType, .notInEnumeration, .outOfRange, .emptySection, .exclusiveKeys,
        .unsupportedVersion, .notFormatted, .unresolvedVariable, .repeatedSection, .repeatedItem,
    ]

    static let unknownKey = RuleEntry(
        .unknownKey, summary: "Keys are those of the manifest's grammar.",
        explanation: """
            A key that the grammar does not have would be ignored, and what it was meant to say with it: a misspelt \
            'methods' would open a route to every method. So an unknown key is an error, everywhere but under 'with', \
            whose keys belong to Swift code.
            """,
        advice: "Write the key as the grammar has it; 'waybill schema' gives editors the list.",
        example: .unknownKey)
    static let missingKey = RuleEntry(
        .missingKey, summary: "Keys that are needed are there.",
        explanation: """
            An entry lacks a key without which it says nothing: a route without a pattern matches nothing, one without \
            a destination leads nowhere. The message names the keys of which one is needed.
            """,
        advice: "Add the key, or delete the entry.",
        example: .missingKey)
    static let wrongType = RuleEntry(
        .wrongType, summary: "A value is of the kind that its key takes.",
        explanation: """
            A value is of another kind than its key takes: text where a number belongs, one word where a list does. \
            YAML gives plain words a kind of their own, so quotes matter: 10 is a number, "10" is text. Nothing is \
            converted in silence, for a value that was guessed right today may be guessed wrong tomorrow.
            """,
        advice: "Write the value as the message says: a list in brackets, a number without quotes, text in quotes.",
        example: .wrongType)
    static let notInEnumeration = RuleEntry(
        .notInEnumeration,
        summary: "A value that is one of a few words is one of them.",
        explanation: """
            The key takes one of a few words, and this is none of them. All that are allowed stand in the message. \
            Case counts.
            """,
        advice: "Use one of the words in the message.",
        example: .notInEnumeration)
    static let outOfRange = RuleEntry(
        .outOfRange,
        summary: "Numbers are within their range, and durations have a unit.",
        explanation: """
            A number is outside of what its key takes, or a duration has no unit. A timeout of 5 may be five seconds \
            to one reader and five milliseconds to the next, so a unit must stand there: 'ms', 's', 'm' or 'h'.
            """,
        advice: "Give the duration its unit, or a number within the range.",
        example: .outOfRange)
    static let emptySection = RuleEntry(
        .emptySection, summary: "Sections and lists hold something.",
        explanation: """
            A section or list is there and holds nothing. It means the same as if it were absent, so either something \
            was forgotten, or it is left over. An empty 'tags' looks like a decision and is none.
            """,
        advice: "Fill it, or remove it.",
        example: .emptySection)
    static let exclusiveKeys = RuleEntry(
        .exclusiveKeys, summary: "Of keys that exclude each other one is given.",
        explanation: """
            Of some keys exactly one may be given, for together they contradict each other: a route leads to a module \
            or to a handler, and cannot lead to both. Neither wins in silence.
            """,
        advice: "Keep the one that is meant.",
        example: .exclusiveKeys)
    static let unsupportedVersion = RuleEntry(
        .unsupportedVersion, summary: "The manifest's version is one we know.",
        explanation: """
            The number behind 'waybill' says by which grammar the file is to be read. There is one so far, and no key \
            of it is deprecated. A file of a later grammar is refused whole rather than read half: an old service does \
            not know what it would miss.
            """,
        advice: "Write 'waybill: 1', or run a newer waybill.",
        example: .unsupportedVersion)
    static let notFormatted = RuleEntry(
        .notFormatted, summary: "Files are laid out as 'waybill fmt' does it.",
        explanation: """
            'waybill fmt' would lay the file out in another way. The set means the same in either, but where everybody \
            keeps to one layout, a diff shows what changed and nothing else. The finding stands at the first line that \
            differs. Ask for it with 'rules: { S009: hint }' in '.waybill.yaml'; a file that cannot be laid out, or is \
            no sound YAML, is passed over.
            """,
        advice: "Run 'waybill fmt'.",
        example: .notFormatted)
    static let unresolvedVariable = RuleEntry(
        .unresolvedVariable,
        summary: "Every ${NAME} is in a 'with', and is set in the environment or has a default.",
        explanation: """
            A value under 'with' asks for an environment variable that is not set, and gives no default. The service \
            would start with a hole in its configuration. In CI, where secrets are absent, give the variable any \
            value, or write a default that is safe to use. Variables are replaced in 'with' only: in a name, such as that \
            of a handler, '${NAME}' is text like any other, and that is a warning.
            """,
        advice: "Set the variable, or give it a default: '${NAME:-default}'.",
        example: .unresolvedVariable)
    static let repeatedSection = RuleEntry(
        .repeatedSection,
        summary: "'settings' and 'fallback' stand once in a set at most.",
        explanation: """
            'settings' and 'fallback' hold for the whole set, so they stand in one file of it. Two of them would have \
            to be merged or one ignored, and the order of files means nothing.
            """,
        advice: "Keep one, and move what the other says into it.",
        example: .repeatedSection)
    static let repeatedItem = RuleEntry(
        .repeatedItem,
        summary: "A list of names holds each name once.",
        explanation: """
            A name stands twice in a list where once says the same: a tag, a method, a value of a parameter. The second does \
            nothing. Often it was meant to be another name, which now is missing.
            """,
        advice: "Write the name that was meant, or remove the second one.",
        example: .repeatedItem)
}
