/// I: identity and references.
extension Rule {
    static let groupI: [Rule] = [
        .duplicateID, .undefinedName, .privateName, .namingConvention, .unprovidedProtocol, .exclusiveFactory,
    ]

    public static let duplicateID = Rule(
        id: "I001", name: "duplicate-id", severity: .error,
        summary: "Ids and identifiers are unique in the whole set.")
    public static let undefinedName = Rule(
        id: "I002", name: "undefined-name", severity: .error,
        summary: "Every module, protocol and identifier that is referred to is declared.")
    public static let privateName = Rule(
        id: "I006", name: "private-name", severity: .error,
        summary: "Files refer to nothing of another folder that the configuration does not let it export.",
        isAllowable: true, isOnByDefault: false)
    public static let namingConvention = Rule(
        id: "I007", name: "naming-convention", severity: .hint,
        summary: "Names look as the configuration says.", isOnByDefault: false)
    public static let unprovidedProtocol = Rule(
        id: "I008", name: "unprovided-protocol", severity: .error,
        summary: "Every protocol is provided by a module, through adapters too: who asks for another would fail.")
    public static let exclusiveFactory = Rule(
        id: "I009", name: "exclusive-factory", severity: .error,
        summary: "No other module uses the factory of a module that is 'exclusive'.")
}
