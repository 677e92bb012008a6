import WaybillManifest
import WaybillRules
import WaybillSyntax

/// S: schema.
extension RuleEntry {
    static let groupS: [RuleEntry] = [
        .unknownKey, .missingKey, .wrongType, .notInEnumeration, .outOfRange, .emptySection, .exclusiveKeys,
        .unsupportedVersion, .notFormatted, .unresolvedVariable, .repeatedSection, .repeatedItem,
    ]

    static let unknownKey = RuleEntry(
        .unknownKey,
        summary: "Keys must be part of the manifest grammar.",
        explanation: """
            An unknown key would otherwise be ignored, together with what it was meant to say: a misspelled 'methods' \
            opens a route to every method. Keys under 'with' are not checked here, because they belong to Swift \
            code.
            """,
        advice: "Correct the key. 'waybill schema' gives your editor the list of keys.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes, method: [GET], handler: listNotes }
            """,
            fixes: ["method": "methods"]))
    static let missingKey = RuleEntry(
        .missingKey, fixability: .safe,
        summary: "Required keys must be present.",
        explanation: """
            An entry lacks a key that it needs: a route without a pattern matches nothing, and a route without a \
            destination leads nowhere. The message names the missing keys.
            """,
        advice: "Add the key, or delete the entry.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes }
            """,
            fixes: ["notes": "notes, handler: listNotes"]))
    static let wrongType = RuleEntry(
        .wrongType,
        summary: "A value must have the type that its key takes.",
        explanation: """
            The value has another type than its key takes: text instead of a number, or a single word instead of a \
            list. In YAML, quotes decide: 10 is a number and \"10\" is text. Waybill never converts between them, \
            because a guess that is right today can be wrong tomorrow.
            """,
        advice: "Write the value as the message says: a list in brackets, a number without quotes, text in quotes.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes, methods: GET, handler: listNotes }
            """,
            fixes: ["GET": "[GET]"]))
    static let notInEnumeration = RuleEntry(
        .notInEnumeration,
        summary: "A value must be one of the words that its key takes.",
        explanation: """
            The key takes one of a fixed list of words, and this value is not in the list. The message shows the \
            list. Upper and lower case differ.
            """,
        advice: "Use one of the words in the message.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              clock: { identifiers: ["app://clock"], scope: shraed }
            """,
            fixes: ["shraed": "shared"]))
    static let outOfRange = RuleEntry(
        .outOfRange,
        summary: "Numbers must be in range, and durations must have a unit.",
        explanation: """
            The number is outside the range of its key, or a duration has no unit. Without a unit, 'timeout: 5' \
            means five seconds to one reader and five milliseconds to another. The units are 'ms', 's', 'm' and 'h'.
            """,
        advice: "Add the unit, or write a number within the range.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /report, handler: report, timeout: 5 }
            """,
            fixes: ["timeout: 5": "timeout: 5s"]))
    static let emptySection = RuleEntry(
        .emptySection,
        summary: "Sections and lists should not be empty.",
        explanation: """
            An empty section or list means the same as no section. Either something was forgotten, or the section is \
            left over. An empty 'tags' looks like a decision but has no effect.
            """,
        advice: "Fill it, or remove it.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes, methods: [], handler: listNotes }
            """,
            fixes: ["methods: [], ": ""]))
    static let exclusiveKeys = RuleEntry(
        .exclusiveKeys,
        summary: "Keys that exclude each other must not appear together.",
        explanation: """
            These keys contradict each other: for example, a route leads to a module or to a handler, never to both. \
            Waybill does not pick one silently.
            """,
        advice: "Keep the key that you mean, and remove the others.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              clock:
            routes:
              - { url: /clock, module: clock, handler: showClock }
            """,
            fixes: [", handler: showClock": ""]))
    static let unsupportedVersion = RuleEntry(
        .unsupportedVersion,
        summary: "The manifest version must be supported.",
        explanation: """
            The number after 'waybill:' names the version of the grammar. Version 1 is the only one so far, and none \
            of its keys is deprecated. A manifest of a later version is rejected as a whole, because an old program \
            cannot know what it would miss.
            """,
        advice: "Write 'waybill: 1', or install a newer waybill.",
        example: RuleExample(
            """
            waybill: 2
            routes:
              - { url: /notes, handler: listNotes }
            """,
            fixes: ["waybill: 2": "waybill: 1"]))
    static let notFormatted = RuleEntry(
        .notFormatted,
        summary: "Files should be formatted as 'waybill fmt' formats them.",
        explanation: """
            'waybill fmt' would change the layout of this file, but not its meaning. With one layout everywhere, a \
            diff shows only real changes. The rule is off by default: turn it on with 'rules: { S009: hint }' in \
            '.waybill.yaml'. The problem is reported at the first line that differs; files with YAML errors are \
            skipped.
            """,
        advice: "Run 'waybill fmt'.",
        example: RuleExample(
            """
            waybill: 1

            routes:
            - {url: /notes, handler: listNotes}
            """,
            fixes: ["- {url: /notes, handler: listNotes": "  - { url: /notes, handler: listNotes "],
            beside: .configuration("rules: { S009: hint }")))
    static let unresolvedVariable = RuleEntry(
        .unresolvedVariable,
        summary: "Every ${NAME} must be inside 'with' and must be set or have a default.",
        explanation: """
            A value under 'with' uses an environment variable that is not set and has no default. The service would \
            start with a hole in its configuration, so it refuses to. 'waybill check' reports that only with \
            --require-environment, because CI has no secrets: to it, the value is unknown. Variables are expanded only under 'with': elsewhere '${NAME}' is plain text, \
            and that is a warning.
            """,
        advice: "Set the variable, or give it a default: '${NAME:-default}'.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              mailer: { identifiers: ["app://mailer"], with: { host: "${SMTP_HOST}" } }
            """,
            fixes: ["SMTP_HOST": "SMTP_HOST:-localhost"]))
    static let repeatedSection = RuleEntry(
        .repeatedSection,
        summary: "'settings' and 'fallback' must appear at most once in a set.",
        explanation: """
            Both sections apply to the whole set, so only one file may have them. Two sections would have to be \
            merged or one of them ignored, and the order of files has no meaning.
            """,
        advice: "Keep one section, and move the content of the other into it.",
        example: RuleExample(
            broken: [
                .init("main.yaml", "waybill: 1\nsettings: { trailing_slash: strict }"),
                .init("shop.yaml", "waybill: 1\nsettings: { case_sensitive: false }"),
            ],
            fixes: ["strict": "strict, case_sensitive: false", "settings: { case_sensitive: false }\n": ""]))
    static let repeatedItem = RuleEntry(
        .repeatedItem,
        summary: "A list of names should contain each name once.",
        explanation: """
            The same name appears twice in a list of tags, methods or values. The second one has no effect. Often it \
            was meant to be another name, which is now missing.
            """,
        advice: "Replace the duplicate by the name that was meant, or remove it.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes, methods: [GET, GET], handler: notes }
            """,
            fixes: [", GET": ", POST"]))
}
