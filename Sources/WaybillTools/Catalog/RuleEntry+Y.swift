import WaybillManifest
import WaybillRules
import WaybillSyntax

/// Y: files and YAML.
extension RuleEntry {
    static let groupY: [RuleEntry] = [
        .yamlSyntax, .invalidBytes, .duplicateKey, .unknownAlias, .aliasBudget, .sizeLimit, .documentCount,
        .unsupportedYAML, .ambiguousScalar, .invisibleCharacter, .layout, .countMismatch, .badInclude,
        .unloadedFile, .unreadableFile,
    ]

    static let yamlSyntax = RuleEntry(
        .yamlSyntax,
        summary: "A manifest must be valid YAML.",
        explanation: """
            The YAML parser stopped here, and nothing after this place was read. The cause is often one line \
            earlier: a missing colon or quote, wrong indentation, or unquoted text that contains ': ', '#', '*' or \
            '{'.
            """,
        advice: "Check the marked place and the line above it. Quote text that contains YAML punctuation.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - url: *
                handler: anything
            """,
            fixes: ["url: *": #"url: "*""#]))
    static let invalidBytes = RuleEntry(
        .invalidBytes,
        summary: "A manifest must be UTF-8 without control characters.",
        explanation: """
            Bytes that are not UTF-8 usually mean that an editor saved the file in another encoding, so that every \
            program reads different text. Control characters can hide part of a file in a terminal or a review.
            """,
        advice: "Save the file as UTF-8 and delete the control character.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /bell, handler: "ring\u{7}" }
            """,
            fixes: ["\"ring\u{7}\"": "ring"]))
    static let duplicateKey = RuleEntry(
        .duplicateKey,
        summary: "A key must appear only once in a mapping.",
        explanation: """
            The same key appears twice in one mapping. YAML parsers disagree about this: most keep the last value \
            and drop the first without a warning. In 'modules' and other sections with names as keys, it means that \
            two entries have the same name. If several keys of a list's item are repeated, the next item lacks its '-'.
            """,
        advice: "Delete one of the two keys, or rename it.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - url: /notes
                handler: listNotes
                handler: showNotes
            """,
            fixes: ["    handler: showNotes\n": ""]))
    static let unknownAlias = RuleEntry(
        .unknownAlias,
        summary: "Every alias must have an anchor, and every anchor should be used.",
        explanation: """
            An alias '*name' repeats the value that the anchor '&name' marks earlier in the same file. An alias \
            without an anchor has no value, and an alias inside its own anchor never ends. An anchor without an \
            alias is a warning: it does nothing.
            """,
        advice: "Correct the name, move the anchor before the alias, or delete the unused anchor.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              editor: &editor { kind: view }
              viewer: *edtor
            routes:
              - { url: /editor, module: editor }
              - { url: /viewer, module: viewer }
            """,
            fixes: ["edtor": "editor"]))
    static let aliasBudget = RuleEntry(
        .aliasBudget,
        summary: "Aliases must not expand to more than 100,000 values.",
        explanation: """
            Aliases that contain aliases grow by multiplication: a few lines can expand to more values than memory \
            holds. The limit is 100,000 values a file. Manifests that people write stay far below it.
            """,
        advice: "Write the values out, or use fewer aliases inside aliased values.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              bomb:
                with:
                  a: &a [x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x]
                  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
                  c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
                  d: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
            routes:
              - { url: /bomb, module: bomb }
            """,
            fixed: """
                waybill: 1
                modules:
                  bomb:
                    with:
                      a: &a [x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x]
                      b: [*a, *a]
                routes:
                  - { url: /bomb, module: bomb }
                """))
    static let sizeLimit = RuleEntry(
        .sizeLimit,
        summary: "A file must stay below the limits: 8 MiB, 64 levels, 500,000 values.",
        explanation: """
            A file may have at most 8 MiB, 64 levels of nesting and 500,000 values (keys count), a single text at \
            most 64 KiB, and all files of a set together 32 MiB. A larger file is damaged, generated by mistake, or \
            an attack, and is not read further. At most 10,000 problems are reported for each file and severity; \
            when there are more, this problem says so.
            """,
        advice: "Split the file, or reduce its nesting.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              deep: { identifiers: ["app://deep"], with: { value: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] } }
            """,
            fixed: """
                waybill: 1
                modules:
                  deep: { identifiers: ["app://deep"], with: { value: [] } }
                """))
    static let documentCount = RuleEntry(
        .documentCount,
        summary: "A file must hold exactly one YAML document.",
        explanation: """
            One file is one manifest. A second '---' starts another YAML document, which most parsers ignore without \
            a warning. An empty file is rejected too, because it is what a failed write leaves.
            """,
        advice: "Move each document to its own file. Start an empty manifest with 'waybill: 1'.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            ---
            routes:
              - { url: /drafts, handler: listDrafts }
            """,
            fixes: ["---\nroutes:\n": ""]))
    static let unsupportedYAML = RuleEntry(
        .unsupportedYAML,
        summary: "Merge keys and custom tags must not be used.",
        explanation: """
            YAML parsers treat merge keys ('<<') and tags ('!name') differently, and some tags let a file create \
            arbitrary objects. Waybill rejects both, so that every reader sees the same manifest. Anchors and \
            aliases of whole values are allowed.
            """,
        advice: "Write the keys out, or use an alias for the whole value.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              editor: &editor { kind: view }
              viewer:
                <<: *editor
                lane: main
            routes:
              - { url: /editor, module: editor }
              - { url: /viewer, module: viewer }
            """,
            fixes: ["&editor ": "", "<<: *editor": "kind: view"]))
    static let ambiguousScalar = RuleEntry(
        .ambiguousScalar,
        summary: "Text that YAML 1.1 parsers read as another type should be quoted.",
        explanation: """
            Waybill reads YAML 1.2, where a plain 'no' is text. Many other tools still use YAML 1.1: they read 'no' \
            as false, '12:30' as the number 750, and '010' as eight. Under 'with', where Swift code decides the \
            type, only values are reported on which the two versions differ.
            """,
        advice: "Put the text in quotes.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: "/countries/:code", params: { code: [no, se] }, handler: country }
            """,
            fixes: ["[no,": #"["no","#]))
    static let invisibleCharacter = RuleEntry(
        .invisibleCharacter,
        summary: "Keys, ids and patterns must not contain invisible characters.",
        explanation: """
            A key, an id or a pattern contains a character that readers cannot see: a zero-width character, a \
            direction mark, or a blank that is not a space. Two names can then look the same and differ, and a \
            review shows something else than what is loaded. Joiners are allowed where they change what is shown: \
            between letters of scripts such as Arabic, after a virama, and between emoji.
            """,
        advice: """
            Delete the character; the message names it and marks its place. To match a URL that really contains it, \
            write its percent escape in the pattern.
            """,
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: "notes.\u{200B}show", url: "/notes/:id", handler: showNote }
            """,
            fixes: ["notes.\u{200B}show": "notes.show"]))
    static let layout = RuleEntry(
        .layout,
        summary: "Lines should end with LF and without trailing blanks, and so should the last line.",
        explanation: """
            Trailing blanks and mixed line ends do not change what a manifest means. But they change lines in a diff \
            that the author did not edit, and so hide the real change. A file whose last line has no line end is \
            joined to the next file by tools such as 'cat'.
            """,
        advice: "Run 'waybill check --fix', and configure your editor.",
        example: RuleExample(
            """
            waybill: 1
            routes: \u{20}
              - { url: /notes, handler: listNotes }
            """,
            fixes: ["routes: \u{20}": "routes:"]))
    static let countMismatch = RuleEntry(
        .countMismatch,
        summary: "A file must have as many entries as its 'count' says.",
        explanation: """
            'count' states how many entries the sections of the file have. If the number differs, the file was \
            truncated while it was written or copied, or somebody edited it and forgot the number. Without 'count', \
            a half-written file that is valid YAML would silently remove routes.
            """,
        advice: "Restore the file, or update the number.",
        example: RuleExample(
            """
            waybill: 1
            count: { routes: 2 }
            routes:
              - { url: /notes, handler: listNotes }
            """,
            fixes: ["routes: 2": "routes: 1"]))
    static let badInclude = RuleEntry(
        .badInclude,
        summary: "An include must find files inside the set's root and must not form a cycle.",
        explanation: """
            An 'include' adds files to the set, relative to the file that contains it. An include that finds nothing \
            often hides a renamed file. An include that leaves the set's root would load files that are not reviewed \
            with the set.
            """,
        advice: "Correct the path, or move the file into the set's folder.",
        example: RuleExample(
            """
            waybill: 1
            include: shop/*.yaml
            """,
            fixes: ["include: shop/*.yaml\n": ""]))
    static let unloadedFile = RuleEntry(
        .unloadedFile,
        summary: "A file that looks like a manifest should be loaded.",
        explanation: """
            The set's folder holds a file that looks like a manifest, but its name does not end with '.yaml' or \
            '.yml', so it is not loaded. Either somebody believes that its routes are served, or it is a leftover \
            copy. Notes, data and files whose name begins with a dot are not reported.
            """,
        advice: "Rename the file, or move it out of the set's folder.",
        example: RuleExample(
            broken: [.init("routes.yaml", "waybill: 1"), .init("shop.yml.bak", "waybill: 1")],
            fixed: [.init("routes.yaml", "waybill: 1"), .init("shop.yml", "waybill: 1")]))
    static let unreadableFile = RuleEntry(
        .unreadableFile,
        summary: "Every manifest must be readable.",
        explanation: """
            A manifest cannot be read: the file is missing, is a folder or a broken link, or its permissions forbid \
            reading. Links that leave the paths of the set are not followed either. Because its content is unknown, \
            the set is not loaded, and 'waybill check' exits with 3 instead of 1.
            """,
        advice: """
            Make the file readable, or remove it from the set. If a link leads out of the set, pass the path of its \
            target too.
            """,
        example: RuleExample(
            broken: [
                .init("routes.yaml", "", .linkToNothing)
            ],
            fixed: [
                .init(
                    "routes.yaml",
                    """
                    waybill: 1
                    """)
            ]))
}
