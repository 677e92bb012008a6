/// I: identity and references.
extension Rule {
    static let groupI: [Rule] = [
        .duplicateID, .undefinedName, .unprovidedProtocol, .exclusiveFactory,
    ]

    public static let duplicateID = Rule(
        id: "I001", name: "duplicate-id", severity: .error,
        summary: "Ids and identifiers are unique in the whole set.",
        explanation: """
            An id is how other parts of the set, logs, metrics and tests mean this one thing. Given twice, one of the \
            two would have to lose, and which one would depend on how files are named. The whole set shares the ids of \
            a kind, so a copy of an entry in another file counts too. Identifiers name one module each, for they are \
            what callers ask for.
            """,
        mend: "Rename one of the two, or delete the one that was left over from a move.",
        example: .duplicateID)
    public static let undefinedName = Rule(
        id: "I002", name: "undefined-name", severity: .error,
        summary: "Every module, protocol and identifier that is referred to is declared.",
        explanation: """
            A module, protocol or identifier that is referred to must be declared in the set. Most often the name is \
            misspelt, or its declaration went with a file that was deleted. Nothing is guessed at run time: the set is \
            not loaded until the name is known.
            """,
        mend: "Write the name as it is declared, or declare it.",
        example: .undefinedName)
    public static let unprovidedProtocol = Rule(
        id: "I008", name: "unprovided-protocol", severity: .error,
        summary: "Every protocol is provided by a module, through adapters too: who asks for another would fail.",
        explanation: """
            A protocol is declared so that somebody can ask for it. Where no module provides it and no adapter binds \
            it, everybody who asks fails, and the compiler cannot warn them, for the protocol is declared. A protocol \
            of the near future belongs in the change that brings its module.
            """,
        mend: "List it under 'provides:' of a module, bind it under 'adapters:', or remove it.",
        example: .unprovidedProtocol)
    public static let exclusiveFactory = Rule(
        id: "I009", name: "exclusive-factory", severity: .error,
        summary: "No other module uses the factory of a module that is 'exclusive'.",
        explanation: """
            A module that is 'exclusive' has its factory for itself: its author relies on being the only one who makes \
            such objects. A second module with that factory breaks what the first was promised, wherever its file is. \
            Without 'exclusive' several modules may share a factory, each with a configuration of its own.
            """,
        mend:
            "Give the other module a factory of its own, or drop 'exclusive: true' together with whoever asked for it.",
        example: .exclusiveFactory)
}
