import WaybillManifest

/// F: binding to the Swift side.
extension RuleExample {
    static let unregisteredName = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /notes, handler: notes.lst }
                """),
            .init(
                "Registry.swift",
                """
                registry.handler("notes.list") { request in try await notes.list() }
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /notes, handler: notes.list }
                """),
            .init(
                "Registry.swift",
                """
                registry.handler("notes.list") { request in try await notes.list() }
                """),
        ])

    static let factoryMismatch = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                protocols:
                  ClockInput:
                modules:
                  clock: { provides: [ClockInput] }
                """),
            .init(
                "Registry.swift",
                """
                registry.register("clock") { context in Clock() }
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                protocols:
                  ClockInput:
                modules:
                  clock: { provides: [ClockInput] }
                """),
            .init(
                "Registry.swift",
                """
                registry.register("clock") { context in Clock() }
                    .provides { $0 as any ClockInput }
                """),
        ])

    static let captiveDependency = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                protocols:
                  SessionInput:
                modules:
                  session: { provides: [SessionInput], scope: weak }
                  cart: { identifiers: ["app://cart"], requires: [SessionInput], scope: shared }
                """),
            .init(
                "Registry.swift",
                """
                registry.register("cart") { context in Cart(session: try context.make(Routable<any SessionInput>())) }
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                protocols:
                  SessionInput:
                modules:
                  session: { provides: [SessionInput], scope: shared }
                  cart: { identifiers: ["app://cart"], requires: [SessionInput], scope: shared }
                """),
            .init(
                "Registry.swift",
                """
                registry.register("cart") { context in Cart(session: try context.make(Routable<any SessionInput>())) }
                """),
        ])

    static let dependencyCycle = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                protocols: { CartInput: {}, PricesInput: {} }
                modules:
                  cart: { provides: [CartInput], requires: [PricesInput], scope: shared }
                  prices: { provides: [PricesInput], requires: [CartInput], scope: shared }
                """),
            .init(
                "Registry.swift",
                """
                registry.register("cart") { context in Cart(prices: try context.make(Routable<any PricesInput>())) }
                    .provides { $0 as any CartInput }
                registry.register("prices") { context in Prices(cart: try context.make(Routable<any CartInput>())) }
                    .provides { $0 as any PricesInput }
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                protocols: { CartInput: {}, PricesInput: {} }
                modules:
                  cart: { provides: [CartInput], requires: [PricesInput], scope: shared }
                  prices: { provides: [PricesInput], requires: [CartInput], scope: shared }
                """),
            .init(
                "Registry.swift",
                """
                registry.register("cart") { context in Cart(prices: try context.make(Routable<any PricesInput>())) }
                    .provides { $0 as any CartInput }
                registry.register("prices") { context in Prices() }
                    .provides { $0 as any PricesInput }
                    .prepares { prices, context in prices.cart = try context.make(Routable<any CartInput>()) }
                """),
        ])

    static let isolationMismatch = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                modules:
                  counter: { identifiers: ["app://counter"], scope: shared }
                """),
            .init(
                "Registry.swift",
                """
                final class Counter { var count = 0 }
                registry.register("counter") { context in Counter() }
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                modules:
                  counter: { identifiers: ["app://counter"], scope: shared }
                """),
            .init(
                "Registry.swift",
                """
                actor Counter { var count = 0 }
                registry.register("counter") { context in Counter() }
                """),
        ])

    static let configurationMismatch = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                modules:
                  mailer: { identifiers: ["app://mailer"], with: { prot: 2525 } }
                """),
            .init(
                "Registry.swift",
                """
                struct MailerConfiguration: Decodable { var port = 25 }
                registry.register("mailer") { (context: MakeContext<MailerConfiguration>) in Mailer(context.configuration) }
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                modules:
                  mailer: { identifiers: ["app://mailer"], with: { port: 2525 } }
                """),
            .init(
                "Registry.swift",
                """
                struct MailerConfiguration: Decodable { var port = 25 }
                registry.register("mailer") { (context: MakeContext<MailerConfiguration>) in Mailer(context.configuration) }
                """),
        ])

    static let failedMaking = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                modules:
                  store: { identifiers: ["app://store"], scope: shared, with: { folder: /missing } }
                """),
            .init(
                "Registry.swift",
                """
                registry.register("store") { (context: MakeContext<StoreConfiguration>) in
                    try Store(folder: context.configuration.folder)
                }
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                modules:
                  store: { identifiers: ["app://store"], scope: shared, with: { folder: /var/lib/store } }
                """),
            .init(
                "Registry.swift",
                """
                registry.register("store") { (context: MakeContext<StoreConfiguration>) in
                    try Store(folder: context.configuration.folder)
                }
                """),
        ])

    static let nestedReplacement = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                modules:
                  store: { identifiers: ["app://store"], with: { name: notes } }
                """),
            .init(
                "Registry.swift",
                """
                struct StoreConfiguration: Decodable {
                    init(from decoder: any Decoder) throws { try router.replace(with: otherManifests) }
                }
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                modules:
                  store: { identifiers: ["app://store"], with: { name: notes } }
                """),
            .init(
                "Registry.swift",
                """
                struct StoreConfiguration: Decodable { var name: String }
                try router.replace(with: otherManifests)
                """),
        ])

    static let parameterMismatch = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: "/notes/:note", handler: showNote }
                """),
            .init(
                "Registry.swift",
                """
                struct ShowNote: Decodable { var id: Int }
                registry.handler("showNote", parameters: ShowNote.self) { request, note in "note \\(note.id)" }
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: "/notes/:id", params: { id: int }, handler: showNote }
                """),
            .init(
                "Registry.swift",
                """
                struct ShowNote: Decodable { var id: Int }
                registry.handler("showNote", parameters: ShowNote.self) { request, note in "note \\(note.id)" }
                """),
        ])

    static let contextMismatch = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /me, handler: me }
                """),
            .init(
                "Registry.swift",
                """
                registry.handler("me", context: AdminContext.self) { request, context in context.id }
                let app = Application(responder: try WaybillResponder(router: router, context: AppContext.self))
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /me, handler: me }
                """),
            .init(
                "Registry.swift",
                """
                registry.handler("me", context: AppContext.self) { request, context in context.id }
                let app = Application(responder: try WaybillResponder(router: router, context: AppContext.self))
                """),
        ])

    static let registeredTwice = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /notes, handler: notes }
                """),
            .init(
                "Registry.swift",
                """
                registry.handler("notes") { request in "all notes" }
                registry.handler("notes") { request in "new notes" }
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /notes, handler: notes }
                """),
            .init(
                "Registry.swift",
                """
                registry.handler("notes") { request in "all notes" }
                registry.handler("newNotes") { request in "new notes" }
                """),
        ])

    static let unusedRegistration = RuleExample(
        broken: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /notes, handler: notes }
                """),
            .init(
                "Registry.swift",
                """
                registry.handler("notes") { request in "all notes" }
                registry.handler("newNotes") { request in "new notes" }
                """),
        ],
        fixed: [
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /notes, handler: notes }
                  - { url: /notes/new, handler: newNotes }
                """),
            .init(
                "Registry.swift",
                """
                registry.handler("notes") { request in "all notes" }
                registry.handler("newNotes") { request in "new notes" }
                """),
        ])

    static let unusableRegistry = RuleExample(
        broken: [
            .init(
                ".waybill.yaml",
                """
                registry: registries/note.json
                """),
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /notes, handler: notes }
                """),
        ],
        fixed: [
            .init(
                ".waybill.yaml",
                """
                registry: registries/notes.json
                """),
            .init(
                "routes.yaml",
                """
                waybill: 1
                routes:
                  - { url: /notes, handler: notes }
                """),
        ])
}
