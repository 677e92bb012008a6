import WaybillManifest
import WaybillSyntax

/// I: identity and references.
extension RuleEntry {
    static let groupI: [RuleEntry] = [
        .duplicateID, .undefinedName, .lookAlikeName, .unusedModule, .privateName, .namingConvention,
        .unprovidedProtocol, .exclusiveFactory, .ambiguousProvider,
    ]

    static let duplicateID = RuleEntry(
        .duplicateID,
        summary: "Ids and identifiers are unique in the whole set.",
        explanation: """
            An id is how other parts of the set, logs, metrics and tests mean this one thing. Given twice, one of the \
            two would have to lose, and which one would depend on how files are named. The whole set shares the ids of \
            a kind, so a copy of an entry in another file counts too. Identifiers name one module each, for they are \
            what callers ask for.
            """,
        advice: "Rename one of the two, or delete the one that was left over from a move.",
        example: .duplicateID)
    static let undefinedName = RuleEntry(
        .undefinedName,
        summary: "Every module, protocol and identifier that is referred to is declared.",
        explanation: """
            A module, protocol or identifier that is referred to must be declared in the set. Most often the name is \
            misspelt, or its declaration went with a file that was deleted. Nothing is guessed at run time: the set is \
            not loaded until the name is known.
            """,
        advice: "Write the name as it is declared, or declare it.",
        example: .undefinedName)
    static let lookAlikeName = RuleEntry(
        .lookAlikeName,
        summary: "No two names of a kind differ by case alone.",
        explanation: """
            Two modules, protocols, routes or tags have names that differ by case alone. They are two to the engine, \
            and one to whoever says them aloud, searches a log for them or puts them into a file's name. Names that \
            differ by Unicode's composed and decomposed forms alone are one name everywhere, and thus a duplicate.
            """,
        advice: "Give one of them another name, or write both alike if they are meant to be one.",
        example: .lookAlikeName)
    static let unusedModule = RuleEntry(
        .unusedModule,
        summary: "Every module can be reached.",
        explanation: """
            A module has no route and no identifier, is no fallback, and provides no protocol, so nobody can ask for \
            it. It is left over from a route that went, or its 'provides' was forgotten. Adapters, protocols and tags \
            of the vocabulary are not judged so, for code may use them; interceptors without a route are X003, anchors \
            without an alias Y004.
            """,
        advice: "Give it a route, an identifier or a protocol, or remove it.",
        example: .unusedModule)
    static let privateName = RuleEntry(
        .privateName,
        summary: "Files refer to nothing of another folder that the configuration does not let it export.",
        explanation: """
            'folders' of the configuration says what a folder lets others use. What it keeps for itself its people may \
            change without asking anybody, and a reference from outside takes that from them. Check alone looks at it: \
            the set loads all the same. A reference that is there until a move is done can be allowed where it stands.
            """,
        advice: "Use what the folder exports, or have its people export it.",
        example: .privateName)
    static let namingConvention = RuleEntry(
        .namingConvention,
        summary: "Names look as the configuration says.",
        explanation: """
            'naming' of the configuration says how names of a kind look, so that nobody has to guess between noteEditor \
            and note-editor. A name is reported where it first stands. Ids that are made of patterns are left alone. No \
            program mends it, for logs, tests and Swift code know the name too.
            """,
        advice: "Rename it, here and wherever it is referred to.",
        example: .namingConvention)
    static let unprovidedProtocol = RuleEntry(
        .unprovidedProtocol,
        summary: "Every protocol is provided by a module, through adapters too: who asks for another would fail.",
        explanation: """
            A protocol is declared so that somebody can ask for it. Where no module provides it and no adapter binds \
            it, everybody who asks fails, and the compiler cannot warn them, for the protocol is declared. A protocol \
            of the near future belongs in the change that brings its module.
            """,
        advice: "List it under 'provides:' of a module, bind it under 'adapters:', or remove it.",
        example: .unprovidedProtocol)
    static let exclusiveFactory = RuleEntry(
        .exclusiveFactory,
        summary: "No other module uses the factory of a module that is 'exclusive'.",
        explanation: """
            A module that is 'exclusive' has its factory for itself: its author relies on being the only one who makes \
            such objects. A second module with that factory breaks what the first was promised, wherever its file is. \
            Without 'exclusive' several modules may share a factory, each with a configuration of its own.
            """,
        advice:
            "Give the other module a factory of its own, or drop 'exclusive: true' together with whoever asked for it.",
        example: .exclusiveFactory)
    static let ambiguousProvider = RuleEntry(
        .ambiguousProvider,
        summary: "Of several modules that provide a protocol, 'default' names the one that serves callers by type.",
        explanation: """
            Several modules may provide one protocol: that is how an implementation is switched by one line. A caller who \
            asks by type gets one object, so the manifests must say of which module. Without a 'default', 'make' throws \
            'ambiguous' when it is called. That is a warning, because modules are also found by identifier and by \
            discovery, and an error where a module requires the protocol or an adapter leads to it. The same holds for \
            modules that are configured through one protocol. A composed protocol is asked for by a type of its own: it \
            has a default of its own, and the defaults of its parts do not decide it.
            """,
        advice: "Write 'default: <module>' at the protocol, with a module that provides it.",
        example: .ambiguousProvider)
}
