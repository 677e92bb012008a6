import WaybillManifest
import WaybillRules
import WaybillSyntax

/// F: binding to the Swift side.
extension RuleEntry {
    static let groupF: [RuleEntry] = [
        .unregisteredName, .factoryMismatch, .registeredTwice, .unusedRegistration, .captiveDependency,
        .dependencyCycle, .isolationMismatch, .configurationMismatch, .unusableRegistry, .failedMaking,
        .nestedReplacement, .parameterMismatch, .contextMismatch,
    ]

    static let unregisteredName = RuleEntry(
        .unregisteredName,
        summary: "Every factory, adapter, interceptor, handler and lane in a manifest must be registered.",
        explanation: """
            A manifest names Swift code, and the service registers code under these names when it starts. This name is \
            not registered, so the set is rejected before it serves a request. 'waybill check' reports the problem if \
            it knows the registry of the service.
            """,
        advice: "Correct the name, or register code under it.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes, handler: notes.lst }
            """,
            code: """
                registry.handler("notes.list") { request in try await notes.list() }
                """,
            fixes: ["notes.lst": "notes.list"]))
    static let factoryMismatch = RuleEntry(
        .factoryMismatch,
        summary: "A factory must make and provide what its module declares.",
        explanation: """
            Callers ask for a protocol and get the object that the module's factory makes. This factory is not \
            registered as providing the protocol, so the first caller would get an error instead of an object. The \
            compiler proves the conformance where '.provides' is called, so a manifest may only declare protocols that \
            are registered there.
            """,
        advice: "Register the conformance with '.provides', or remove the protocol from 'provides'.",
        example: RuleExample(
            """
            waybill: 1
            protocols:
              ClockInput:
            modules:
              clock: { provides: [ClockInput] }
            """,
            code: """
                registry.register("clock") { context in Clock() }
                """,
            fixes: ["Clock() }": "Clock() }\n    .provides { $0 as any ClockInput }"]))
    static let registeredTwice = RuleEntry(
        .registeredTwice,
        summary: "A name must be registered only once for each kind of code.",
        explanation: """
            Two factories, handlers, interceptors, adapters or lanes have the same name, so a manifest cannot say \
            which one it means. Only the first registration would be used. The message shows both places.
            """,
        advice: "Remove one of the registrations, or give it another name.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes, handler: notes }
            """,
            code: """
                registry.handler("notes") { request in "all notes" }
                registry.handler("notes") { request in "new notes" }
                """,
            fixes: [#"("notes") { request in "new"#: #"("newNotes") { request in "new"#]))
    static let unusedRegistration = RuleEntry(
        .unusedRegistration,
        summary: "Registered code should be used by a manifest.",
        explanation: """
            No manifest names this factory, handler, interceptor, adapter or lane, so it never runs. Often the name is \
            misspelled on one side, or a route was removed but its code was not. If one program serves several sets of \
            manifests, turn the rule off. A service logs the same at its start.
            """,
        advice: "Name the code in a manifest, or remove its registration.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes, handler: notes }
            """,
            code: """
                registry.handler("notes") { request in "all notes" }
                registry.handler("newNotes") { request in "new notes" }
                """,
            fixes: ["handler: notes }": "handler: notes }\n  - { url: /notes/new, handler: newNotes }"]))
    static let captiveDependency = RuleEntry(
        .captiveDependency,
        summary: "A shared module must not keep a weak module alive.",
        explanation: """
            A weak object is released when no other code keeps a reference to it. A shared object lives as long as its \
            table, and so does everything that it references. For example, a cart that all users share would keep the \
            session of one user. Such an error shows only under load, and then users see data of other users.
            """,
        advice: "Make the weak module shared too, or let the shared module ask for it each time that it needs it.",
        example: RuleExample(
            """
            waybill: 1
            protocols:
              SessionInput:
            modules:
              session: { provides: [SessionInput], scope: weak }
              cart: { identifiers: ["app://cart"], requires: [SessionInput], scope: shared }
            """,
            code: """
                registry.register("cart") { context in Cart(session: try context.make(Routable<any SessionInput>())) }
                """,
            fixes: ["weak": "shared"]))
    static let dependencyCycle = RuleEntry(
        .dependencyCycle,
        summary: "Modules should not require each other while they are made.",
        explanation: """
            The factories of these modules ask for each other in a cycle. Each factory waits for an object whose \
            factory waits for it, so everybody who asks for one of these modules gets the error 'dependencyCycle'. \
            Modules with hooks are not reported, because a hook runs after its module is made. This is a warning, \
            because a factory may keep its context and ask later.
            """,
        advice: """
            Let one of them ask for the other in 'prepares', or remove modules that are only needed later from \
            'requires'.
            """,
        example: RuleExample(
            """
            waybill: 1
            protocols: { CartInput: {}, PricesInput: {} }
            modules:
              cart: { provides: [CartInput], requires: [PricesInput], scope: shared }
              prices: { provides: [PricesInput], requires: [CartInput], scope: shared }
            """,
            code: """
                registry.register("cart") { context in Cart(prices: try context.make(Routable<any PricesInput>())) }
                    .provides { $0 as any CartInput }
                registry.register("prices") { context in Prices(cart: try context.make(Routable<any CartInput>())) }
                    .provides { $0 as any PricesInput }
                """,
            fixes: [
                "Prices(cart: try context.make(Routable<any CartInput>()))": "Prices()",
                ".provides { $0 as any PricesInput }": """
                .provides { $0 as any PricesInput }
                    .prepares { prices, context in prices.cart = try context.make(Routable<any CartInput>()) }
                """,
            ]))
    static let isolationMismatch = RuleEntry(
        .isolationMismatch,
        summary: "A shared module, or one that an open returns, must be Sendable.",
        explanation: """
            Many tasks use a shared object at once, and an open passes an object from one task to another. An object \
            that is neither Sendable nor isolated to an actor cannot be used in this way without a data race. A shared \
            module with an asynchronous factory is made before its table serves requests, which a router that is \
            created synchronously cannot do. A weak module cannot be asynchronous at all.
            """,
        advice: """
            Make the type Sendable, isolate its factory to an actor, or make the module transient. For asynchronous \
            factories, use WaybillService, or create the router with Router.prepared.
            """,
        example: RuleExample(
            """
            waybill: 1
            modules:
              counter: { identifiers: ["app://counter"], scope: shared }
            """,
            code: """
                final class Counter { var count = 0 }
                registry.register("counter") { context in Counter() }
                """,
            fixes: ["final class": "actor"]))
    static let configurationMismatch = RuleEntry(
        .configurationMismatch,
        summary: "The values of 'with' must match the Swift type that decodes them.",
        explanation: """
            The values under 'with' are decoded into a Swift type when the table is bound. Without this rule, a \
            missing key or text instead of a number would fail only when the module is first made. A key that the type \
            does not read is usually misspelled, and then the default is used instead.
            """,
        advice: "Write a key that the Swift type reads, with a value of its type.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              mailer: { identifiers: ["app://mailer"], with: { prot: 2525 } }
            """,
            code: """
                struct MailerConfiguration: Decodable { var port = 25 }
                registry.register("mailer") { (context: MakeContext<MailerConfiguration>) in Mailer(context.configuration) }
                """,
            fixes: ["prot": "port"]))
    static let unusableRegistry = RuleEntry(
        .unusableRegistry,
        summary: "The registry for the check must exist and must be of the deployed build.",
        explanation: """
            A registry describes what one build of a service has registered. A registry of another build proves \
            nothing, because code may have been added, renamed or removed since. So all F rules are skipped, and this \
            warning says so. In a job that must not pass without the F rules, use '--fail-on warning'.
            """,
        advice: "Let the service write its registry again: '<service> waybill registry > registry.json'.",
        example: RuleExample(
            broken: [
                .configuration("registry: registries/note.json"),
                .init(
                    "routes.yaml",
                    """
                    waybill: 1
                    routes:
                      - { url: /notes, handler: notes }
                    """),
            ],
            fixes: ["note.json": "notes.json"]))
    static let failedMaking = RuleEntry(
        .failedMaking,
        summary: "A new shared module must be made before its table serves requests.",
        explanation: """
            Before a new table serves requests, a reloader makes the shared modules that are new or changed. This \
            module could not be made, or not in time. Its first caller would get the same error: for example, a file \
            is missing, or a database does not answer. So the current table stays, and the manifests are tried again.
            """,
        advice: "Provide what the factory needs, or correct 'with' of the module.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              store: { identifiers: ["app://store"], scope: shared, with: { folder: /missing } }
            """,
            code: """
                registry.register("store") { (context: MakeContext<StoreConfiguration>) in
                    try Store(folder: context.configuration.folder)
                }
                """,
            fixes: ["missing": "var/lib/store"]))
    static let nestedReplacement = RuleEntry(
        .nestedReplacement,
        summary: "Code that runs during a binding must not replace manifests.",
        explanation: """
            Binding runs registered code: it decodes the values of 'with'. If this code replaces the manifests of the \
            same router, the replacement waits for the binding, and the binding waits for the replacement. So the \
            inner replacement is rejected at once.
            """,
        advice: "Replace the manifests after the binding, in another task.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              store: { identifiers: ["app://store"], with: { name: notes } }
            """,
            code: """
                struct StoreConfiguration: Decodable {
                    init(from decoder: any Decoder) throws { try router.replace(with: otherManifests) }
                }
                """,
            fixes: [
                """
                {
                    init(from decoder: any Decoder) throws { try router.replace(with: otherManifests) }
                }
                """: """
                { var name: String }
                try router.replace(with: otherManifests)
                """
            ]))
    static let parameterMismatch = RuleEntry(
        .parameterMismatch,
        summary: "A route must capture every parameter that its handler requires.",
        explanation: """
            A handler can be registered with a type into which its parameters are decoded. Every pattern of each of \
            its routes must capture each property that is not optional, and 'params' must accept only values of its \
            type. Otherwise requests of the route would get status 400. So an Int, a UUID or a Bool needs a \
            constraint. Of other types than those of the standard library, only the values in a list and examples \
            are read; a number that is too large for its type is an error of that request. Optional properties may \
            come from the query; if a route captures one, the same rule applies to its values.
            """,
        advice: "Capture the parameter under the name that the handler reads, or make the property optional.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: "/notes/:note", handler: showNote }
            """,
            code: """
                struct ShowNote: Decodable { var id: Int }
                registry.handler("showNote", parameters: ShowNote.self) { request, note in "note \\(note.id)" }
                """,
            fixes: [#"note""#: #"id", params: { id: int }"#]))
    static let contextMismatch = RuleEntry(
        .contextMismatch,
        summary: "Code must be registered for the request context that the service uses.",
        explanation: """
            A handler or an interceptor can be registered for the request context of one server, to use it with its \
            type. The requests of this service have a context of another type, so every request for this code would \
            fail.
            """,
        advice: "Register the code for the context of the server that opens the routes, or for no context.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /me, handler: me }
            """,
            code: """
                registry.handler("me", context: AdminContext.self) { request, context in context.id }
                let app = Application(responder: try WaybillResponder(router: router, context: AppContext.self))
                """,
            fixes: ["AdminContext.self": "AppContext.self"]))
}
