import WaybillManifest
import WaybillSyntax

/// T: tags.
extension RuleEntry {
    static let groupT: [RuleEntry] = [
        .unknownTag, .commaInTag, .emptyView, .lonelyTag, .untaggedInterceptor,
    ]

    static let unknownTag = RuleEntry(
        .unknownTag,
        summary: "Where a set declares its tags, no other tag is used.",
        explanation: """
            The set declares its tags, and this one is not among them. A tag decides who sees a route, so a misspelt \
            one takes the route out of its view without a word. Without a 'tags' section any tag may be used, and this \
            rule says nothing.
            """,
        advice: "Write the tag as it is declared, or declare it under 'tags:'.",
        example: .unknownTag)
    static let commaInTag = RuleEntry(
        .commaInTag, summary: "A tag is one word: a comma makes two of it.",
        explanation: """
            A comma inside the quotes makes one text of what was meant as two tags. It is read as the two, and the route \
            is seen in both views. But a person who reads the file sees one tag, and so does every other program that \
            reads it; in Swift code a tag with a comma is refused.
            """,
        advice: "Write each tag by itself.",
        example: .commaInTag)

    static let emptyView = RuleEntry(
        .emptyView,
        summary: "A route that an interceptor matches carries one of its tags, and some route the tag of a fallback.",
        explanation: """
            None of an interceptor's tags is carried by a route that it matches, or the tag of a fallback by any route. \
            The interceptor then runs in plain opens only: a gate that is meant for a view does not stand in it. Where \
            one of several tags is carried, nothing is said of the others. It is right where routes of that tag are \
            added by code.
            """,
        advice: "Tag a route, take the tag away, or write 'applies: everywhere' if no view may bypass it.",
        example: .emptyView)
    static let lonelyTag = RuleEntry(
        .lonelyTag,
        summary: "No tag that stands alone is almost another one.",
        explanation: """
            A tag stands in one place only, and is one character away from a tag that is used often: probably a slip, \
            and the route is missing from its view. It is looked at only where the set has no 'tags' section; with \
            one, any slip is an error, which is the better help.
            """,
        advice: "Write the tag that is meant, or declare the tags of the set.",
        example: .lonelyTag)
    static let untaggedInterceptor = RuleEntry(
        .untaggedInterceptor,
        summary: "An interceptor that matches routes of tag views has tags, or applies everywhere.",
        explanation: """
            A tag view keeps the interceptors that carry one of its tags, and those that apply everywhere. An interceptor \
            without tags runs in plain opens only. Here it matches a route that a view shows: in that view the route is \
            served without it. A login check that is bypassed in this way fails open. It is right for an interceptor \
            that is for plain opens alone.
            """,
        advice:
            "Write 'applies: everywhere' if no view may bypass it, or give it the tags of the views that it is for.",
        example: .untaggedInterceptor)
}
