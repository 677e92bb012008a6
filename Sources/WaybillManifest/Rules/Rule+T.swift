/// T: tags.
extension Rule {
    static let groupT: [Rule] = [
        .unknownTag, .commaInTag, .emptyView,
    ]

    public static let unknownTag = Rule(
        id: "T001", name: "unknown-tag", severity: .error,
        summary: "Where a set declares its tags, no other tag is used.",
        explanation: """
            The set declares its tags, and this one is not among them. A tag decides who sees a route, so a misspelt \
            one takes the route out of its view without a word. Without a 'tags' section any tag may be used, and this \
            rule says nothing.
            """,
        mend: "Write the tag as it is declared, or declare it under 'tags:'.",
        example: .unknownTag)
    public static let commaInTag = Rule(
        id: "T002", name: "comma-in-tag", severity: .warning, summary: "A tag is one word: a comma makes two of it.",
        explanation: """
            A comma inside the quotes makes one tag of what was meant as two. No view asks for "views, logs", so the \
            route is seen in neither.
            """,
        mend: "Write each tag by itself.",
        example: .commaInTag)

    public static let emptyView = Rule(
        id: "T003", name: "empty-view", severity: .warning,
        summary: "A tag of an interceptor or a fallback is carried by a route that it can have to do with.",
        explanation: """
            An interceptor or a fallback is bound to a tag that no route carries where it could matter. The \
            interceptor then runs in plain opens only: a gate that is meant for a view does not stand in it. It is \
            right where routes of that tag are added by code.
            """,
        mend: "Tag a route, take the tag away, or write 'applies: everywhere' if no view may bypass it.",
        example: .emptyView)
}
