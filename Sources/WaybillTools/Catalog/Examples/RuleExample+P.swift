import WaybillManifest

/// P: patterns and the route space.
extension RuleExample {
    static let sameRequests = RuleExample(
        """
        waybill: 1
        routes:
          - { id: by-id, url: "/notes/:id", handler: showNote }
          - { id: by-name, url: "/notes/:name", handler: findNote }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: by-id, url: "/notes/:id", params: { id: uint }, handler: showNote }
              - { id: by-name, url: "/notes/:name", handler: findNote }
            """)

    static let ambiguousOverlap = RuleExample(
        """
        waybill: 1
        routes:
          - { id: by-number, url: "/notes/:id", params: { id: uint }, handler: byNumber }
          - { id: by-hash, url: "/notes/:id", params: { id: hex }, handler: byHash }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: by-number, url: "/notes/:id", params: { id: uint }, handler: byNumber, priority: 1 }
              - { id: by-hash, url: "/notes/:id", params: { id: hex }, handler: byHash }
            """)

    static let shadowedRoute = RuleExample(
        """
        waybill: 1
        routes:
          - { id: everything, url: "/orders/**rest", handler: legacy, priority: 10 }
          - { id: orders.show, url: "/orders/:id", handler: showOrder }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: everything, url: "/orders/**rest", handler: legacy }
              - { id: orders.show, url: "/orders/:id", handler: showOrder }
            """)

    static let shadowedByUnion = RuleExample(
        """
        waybill: 1
        routes:
          - { id: any, url: "/notes/:id", handler: showNote, params: { id: [a, b] } }
          - { id: first, url: "/notes/a", handler: first }
          - { id: second, url: "/notes/b", handler: second }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: any, url: "/notes/:id", handler: showNote, params: { id: [a, b, c] } }
              - { id: first, url: "/notes/a", handler: first }
              - { id: second, url: "/notes/b", handler: second }
            """)

    static let partlyShadowed = RuleExample(
        """
        waybill: 1
        routes:
          - { id: new, url: "/:box/new", handler: newMessage }
          - { id: mail, url: "/mail/:id", handler: showMail }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: new, url: "/:box/new", handler: newMessage, priority: 1 }
              - { id: mail, url: "/mail/:id", handler: showMail }
            """)

    static let idlePriority = RuleExample(
        """
        waybill: 1
        routes:
          - { id: notes.new, url: /notes/new, handler: newNote, priority: 5 }
          - { id: notes.show, url: "/notes/:id", handler: showNote }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: notes.new, url: /notes/new, handler: newNote }
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            """)

    static let invertedPriority = RuleExample(
        """
        waybill: 1
        routes:
          - { id: everything, url: /**, methods: [GET], handler: page, priority: 10 }
          - { id: note, url: "/notes/:id", methods: [GET, PUT], handler: note }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: everything, url: /**, methods: [GET], handler: page }
              - { id: note, url: "/notes/:id", methods: [GET, PUT], handler: note }
            """)

    static let impossiblePattern = RuleExample(
        """
        waybill: 1
        routes:
          - { url: "/notes?sort=date", handler: listNotes }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /notes, handler: listNotes }
            """)

    static let badParameter = RuleExample(
        """
        waybill: 1
        routes:
          - { url: "/orders/:id", params: { order: uint }, handler: showOrder }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: "/orders/:id", params: { id: uint }, handler: showOrder }
            """)

    static let ambiguousPattern = RuleExample(
        """
        waybill: 1
        routes:
          - { url: "/compare/:from...:to", handler: compare }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: "/compare/:from/:to", handler: compare }
            """)

    static let badRegex = RuleExample(
        """
        waybill: 1
        routes:
          - { url: "/books/:isbn", params: { isbn: "/(?:97[89])[0-9]{10}/" }, handler: showBook }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: "/books/:isbn", params: { isbn: "/(97[89])[0-9]{10}/" }, handler: showBook }
            """)

    static let nearDuplicate = RuleExample(
        """
        waybill: 1
        routes:
          - { id: upper, url: /Orders, handler: oldOrders }
          - { id: lower, url: /orders, handler: orders }
        """,
        fixed: """
            waybill: 1
            routes:
              - { id: upper, url: /Orders, redirect: /orders }
              - { id: lower, url: /orders, handler: orders }
            """)

    static let tableBudget = RuleExample(
        """
        waybill: 1
        routes:
          - url: /a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a
            handler: deep
        """,
        fixed: """
            waybill: 1
            routes:
              - url: /a/**rest
                handler: deep
            """)

    static let reservedCharacter = RuleExample(
        """
        waybill: 1
        routes:
          - { url: "/orders/{id}", handler: showOrder }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: "/orders/:id", handler: showOrder }
            """)

    static let unknownMethod = RuleExample(
        """
        waybill: 1
        routes:
          - { url: /orders, methods: [GTE], handler: listOrders }
        """,
        fixed: """
            waybill: 1
            routes:
              - { url: /orders, methods: [GET], handler: listOrders }
            """)
}
