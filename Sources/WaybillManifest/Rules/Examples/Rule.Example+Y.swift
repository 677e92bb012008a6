/// Y: files and YAML.
extension Rule.Example {
    static let yamlSyntax = Rule.Example(
        """
        waybill: 1
        routes:
          - url: *
            handler: anything
        """,
        mended: """
            waybill: 1
            routes:
              - url: "*"
                handler: anything
            """)

    static let invalidBytes = Rule.Example(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /bell, handler: "ring\u{7}" }
                """)
        ],
        mended: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /bell, handler: ring }
                """)
        ])

    static let duplicateKey = Rule.Example(
        """
        waybill: 1
        routes:
          - url: /notes
            handler: listNotes
            handler: showNotes
        """,
        mended: """
            waybill: 1
            routes:
              - url: /notes
                handler: listNotes
            """)

    static let unknownAlias = Rule.Example(
        """
        waybill: 1
        modules:
          editor: &editor { kind: view }
          viewer: *edtor
        """,
        mended: """
            waybill: 1
            modules:
              editor: &editor { kind: view }
              viewer: *editor
            """)

    static let aliasBudget = Rule.Example(
        """
        waybill: 1
        modules:
          bomb:
            with:
              a: &a [x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x]
              b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
              c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
              d: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
        """,
        mended: """
            waybill: 1
            modules:
              bomb:
                with:
                  a: &a [x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x]
                  b: [*a, *a]
            """)

    static let sizeLimit = Rule.Example(
        """
        waybill: 1
        modules:
          deep: { with: { value: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] } }
        """,
        mended: """
            waybill: 1
            modules:
              deep: { with: { value: [] } }
            """)

    static let documentCount = Rule.Example(
        """
        waybill: 1
        routes:
          - { url: /notes, handler: listNotes }
        ---
        routes:
          - { url: /drafts, handler: listDrafts }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
              - { url: /drafts, handler: listDrafts }
            """)

    static let unsupportedYAML = Rule.Example(
        """
        waybill: 1
        modules:
          editor: &editor { kind: view }
          viewer:
            <<: *editor
            lane: main
        """,
        mended: """
            waybill: 1
            modules:
              editor: { kind: view }
              viewer:
                kind: view
                lane: main
            """)

    static let ambiguousScalar = Rule.Example(
        """
        waybill: 1
        routes:
          - { url: "/countries/:code", params: { code: [no, se] }, handler: country }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: "/countries/:code", params: { code: ["no", se] }, handler: country }
            """)

    static let invisibleCharacter = Rule.Example(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { id: "notes.\u{200B}show", url: "/notes/:id", handler: showNote }
                """)
        ],
        mended: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { id: "notes.show", url: "/notes/:id", handler: showNote }
                """)
        ])

    static let countMismatch = Rule.Example(
        """
        waybill: 1
        count: { routes: 2 }
        routes:
          - { url: /notes, handler: listNotes }
        """,
        mended: """
            waybill: 1
            count: { routes: 1 }
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let badInclude = Rule.Example(
        """
        waybill: 1
        include: shop/*.yaml
        """,
        mended: """
            waybill: 1
            """)

    static let unreadableFile = Rule.Example(
        broken: [
            .init("routes.yaml", "", .linkToNothing)
        ],
        mended: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                """)
        ])

    static let layout = Rule.Example(
        """
        waybill: 1
        routes: \u{20}
          - { url: /notes, handler: listNotes }
        """,
        mended: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let unloadedFile = Rule.Example(
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
        mended: [
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
