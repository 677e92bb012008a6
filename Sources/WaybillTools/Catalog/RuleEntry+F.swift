import WaybillManifest
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
        summary: "Every factory, adapter, interceptor, handler and lane that a manifest names is registered.",
        explanation: """
            A manifest names Swift code, and the service registers it under that name when it starts. A name that \
            nothing is registered under leads to nothing, so the table is refused before a request finds out. 'waybill check' \
            finds it where it knows the registry of the service.
            """,
        advice: "Fix the name, or register the code under it.",
        example: .unregisteredName)
    static let factoryMismatch = RuleEntry(
        .factoryMismatch,
        summary: "A factory makes what the module says that it provides.",
        explanation: """
            Callers ask for a protocol, and get what the module's factory makes. Where the registered factory does not \
            say that its object conforms to the protocol, the first caller would get a failure instead of an object. \
            The compiler proves the conformance where it is registered; the manifest may only promise what is \
            registered.
            """,
        advice: "Register the conformance with '.provides', or take the protocol out of 'provides'.",
        example: .factoryMismatch)
    static let registeredTwice = RuleEntry(
        .registeredTwice,
        summary: "A name is registered once for each kind of code.",
        explanation: """
            Two factories, handlers, interceptors, adapters or lanes of one name cannot both be meant where a manifest names \
            it. The first would serve, and the second be forgotten. The message says where both are registered.
            """,
        advice: "Remove one of the registrations, or give it a name of its own.",
        example: .registeredTwice)
    static let unusedRegistration = RuleEntry(
        .unusedRegistration,
        summary: "Registered code is named by a manifest.",
        explanation: """
            A factory, handler, interceptor, adapter or lane that no manifest names never runs. Often the name is misspelt in one \
            of the two places, or a route was removed and its code was not. It is right where one program serves several sets of \
            manifests: then turn the rule off. A service says the same in its log when it starts.
            """,
        advice: "Name the code in a manifest, or remove its registration.",
        example: .unusedRegistration)
    static let captiveDependency = RuleEntry(
        .captiveDependency,
        summary: "What is shared holds nothing that goes when nobody holds it.",
        explanation: """
            A shared object lives as long as its table, and what it holds lives as long, although that was declared to go \
            when nobody else holds it: one person's session in a cart that all share, say. Such a mistake shows under \
            load only, and then as somebody else's data.
            """,
        advice: "Make what it holds shared too, or let the shared one ask for it each time that it needs it.",
        example: .captiveDependency)
    static let dependencyCycle = RuleEntry(
        .dependencyCycle,
        summary: "Modules must not require each other while they are made.",
        explanation: """
            Modules require each other in a cycle, and nothing but their factories can ask for what they require. A \
            factory that does so while it makes its module waits for one that waits for it: everybody who asks for one of these \
            modules gets the error 'dependencyCycle'. Modules with hooks are not reported, for a hook runs once its own \
            module is made. It is a warning, because a factory may keep its context and ask later.
            """,
        advice: "Let one of them ask for the other in 'prepares', or take what is asked for later out of 'requires'.",
        example: .dependencyCycle)
    static let isolationMismatch = RuleEntry(
        .isolationMismatch,
        summary: "What is shared, or handed over by an open, is Sendable.",
        explanation: """
            A shared object is used from many tasks at once, and what an open makes is handed from one task to \
            another. An object that is neither Sendable nor bound to one actor may not be used so: at best it is a \
            data race, at worst a trap in production. The check replaces that trap by a message at start. A shared module \
            whose factory must be awaited is made before its table serves, which a router that is made synchronously cannot do; \
            a weak one cannot be awaited at all.
            """,
        advice: """
            Make the type Sendable, bind its factory to an actor, or make the module transient. For what must be awaited, \
            serve with WaybillService, or make the router with Router.prepared.
            """,
        example: .isolationMismatch)
    static let configurationMismatch = RuleEntry(
        .configurationMismatch,
        summary: "The values of 'with' decode into what the registered Swift code takes.",
        explanation: """
            The values under 'with' are decoded into a Swift type when the table is bound. A missing key, text where a \
            number belongs, or a key that nothing reads would otherwise show when the module is first made, or never. \
            A key that nothing reads is almost always a misspelt one whose default is in force instead.
            """,
        advice: "Write the key that the Swift type reads, with a value of its kind.",
        example: .configurationMismatch)
    static let unusableRegistry = RuleEntry(
        .unusableRegistry,
        summary: "The registry that manifests are checked against is there, and is of the build that is deployed.",
        explanation: """
            A registry is what one build of a service has registered. That of another build proves nothing: code may have been \
            added, renamed or removed since. So no F rule is looked at, and this warning says so. Use '--fail-on warning' in a \
            job that must not pass without them.
            """,
        advice: "Let the service write its registry again: '<service> waybill registry > registry.json'.",
        example: .unusableRegistry)
    static let failedMaking = RuleEntry(
        .failedMaking,
        summary: "A shared module that is new can be made before anybody gets it.",
        explanation: """
            Before a new table serves, a reloader makes the shared modules that it adds or changes. What cannot be made \
            then, or not in time, could not be made for the first caller either: a file that is not there, a database that \
            does not answer. So the table that serves is kept, and the manifests are tried again.
            """,
        advice: "See to what the factory needs, or fix the module's 'with'.",
        example: .failedMaking)
    static let nestedReplacement = RuleEntry(
        .nestedReplacement,
        summary: "Manifests must not be replaced by code that runs while manifests are bound.",
        explanation: """
            Binding runs registered code: it decodes the values of 'with'. If this code replaces the manifests of the \
            router that is being bound, the replacement would wait for the binding, and the binding for the replacement. \
            The inner replacement is refused at once, and nothing waits.
            """,
        advice: "Replace the manifests after the binding, in a task of its own.",
        example: .nestedReplacement)
    static let parameterMismatch = RuleEntry(
        .parameterMismatch,
        summary: "A route captures what its handler requires.",
        explanation: """
            A handler may be registered with a type that its parameters are decoded into. What is not optional there must be \
            captured by every pattern of each route to the handler, and what 'params' lets a capture be must be such a value. \
            Otherwise every request of the route would be answered with status 400. What is optional may come from the query; \
            where a route captures it, 'params' must be such a value too.
            """,
        advice: "Capture the parameter under the name that the handler reads, or make it optional there.",
        example: .parameterMismatch)
    static let contextMismatch = RuleEntry(
        .contextMismatch,
        summary: "Handlers and interceptors are registered for the context that requests come with.",
        explanation: """
            Code may be registered for the request context of one server, to get it typed. Where requests come with a context of \
            another type, such code could not run: every request that it should serve would fail.
            """,
        advice: "Register it for the context of the server that opens the routes, or for none.",
        example: .contextMismatch)
}
