import WaybillManifest

/// Y: files and YAML.
extension RuleExample {
    static let yamlSyntax = RuleExample(
        """
        waybill: 1
        routes:
          - url: *
            handler: anything
        """,
        fixed: """
            waybill: 1
            routes:
              - url: "*"
                handler: anything
            """)

    static let invalidBytes = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /bell, handler: "ring\u{7}" }
                """)
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /bell, handler: ring }
                """)
        ])

    static let duplicateKey = RuleExample(
        """
        waybill: 1
        routes:
          - url: /notes
            handler: listNotes
            handler: showNotes
        """,
        fixed: """
            waybill: 1
            routes:
              - url: /notes
                handler: listNotes
            """)

    static let unknownAlias = RuleExample(
        """
        waybill: 1
        modules:
          editor: &editor { kind: view }
          viewer: *edtor
        routes:
          - { url: /editor, module: editor }
          - { url: /viewer, module: viewer }
        """,
        fixed: """
            waybill: 1
            modules:
              editor: &editor { kind: view }
              viewer: *editor
            routes:
              - { url: /editor, module: editor }
              - { url: /viewer, module: viewer }
            """)

    static let aliasBudget = RuleExample(
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
            """)

    static let sizeLimit = RuleExample(
        """
        waybill: 1
        modules:
          deep: { identifiers: ["app://deep"], with: { value: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] } }
        """,
        fixed: """
            waybill: 1
            modules:
              deep: { identifiers: ["app://deep"], with: { value: [] } }
            """)

    static let documentCount = RuleExample(
        """
        waybill: 1
        routes:
          - { url: /notes, handler: listNotes }
        ---
        routes:
          - { url: /drafts, handler: listDrafts }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
              - { url: /drafts, handler: listDrafts }
            """)

    static let unsupportedYAML = RuleExample(
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
        fixed: """
            waybill: 1
            modules:
              editor: { kind: view }
              viewer:
                kind: view
                lane: main
            routes:
              - { url: /editor, module: editor }
              - { url: /viewer, module: viewer }
            """)

    static let ambiguousScalar = RuleExample(
        """
        waybill: 1
        routes:
          - { url: "/countries/:code", params: { code: [no, se] }, handler: country }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: "/countries/:code", params: { code: ["no", se] }, handler: country }
            """)

    static let invisibleCharacter = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { id: "notes.\u{200B}show", url: "/notes/:id", handler: showNote }
                """)
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { id: "notes.show", url: "/notes/:id", handler: showNote }
                """)
        ])

    static let countMismatch = RuleExample(
        """
        waybill: 1
        count: { routes: 2 }
        routes:
          - { url: /notes, handler: listNotes }
        """,
        fixed: """
            waybill: 1
            count: { routes: 1 }
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let badInclude = RuleExample(
        """
        waybill: 1
        include: shop/*.yaml
        """,
        fixed: """
            waybill: 1
            """)

    static let unreadableFile = RuleExample(
        broken: [
            .init("routes.yaml", "", .linkToNothing)
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                """)
        ])

    static let layout = RuleExample(
        """
        waybill: 1
        routes: \u{20}
          - { url: /notes, handler: listNotes }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let unloadedFile = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                """),
            .init(
                "shop.yml.bak",
                """
                waybill: 1
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                """),
            .init(
                "shop.yml",
                """
                waybill: 1
                """),
        ])
}
