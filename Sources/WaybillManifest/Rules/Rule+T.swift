/// T: tags.
extension Rule {
    static let groupT: [Rule] = [
        .unknownTag, .commaInTag, .emptyView,
    ]

    public static let unknownTag = Rule(
        id: "T001", name: "unknown-tag", severity: .error,
        summary: "Where a set declares its tags, no other tag is used.")
    public static let commaInTag = Rule(
        id: "T002", name: "comma-in-tag", severity: .warning, summary: "A tag is one word: a comma makes two of it.")

    public static let emptyView = Rule(
        id: "T003", name: "empty-view", severity: .warning,
        summary: "A tag of an interceptor or a fallback is carried by a route that it can have to do with.")
}
