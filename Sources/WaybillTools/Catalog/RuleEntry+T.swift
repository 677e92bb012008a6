import WaybillManifest
import WaybillRules
import WaybillSyntax

/// T: tags.
extension RuleEntry {
    static let groupT: [RuleEntry] = [
        .unknownTag, .commaInTag, .emptyView, .lonelyTag, .untaggedInterceptor,
    ]

    static let unknownTag = RuleEntry(
        .unknownTag,
        summary: "If a set declares its tags, no other tag may be used.",
        explanation: """
            The set has a 'tags' section, and this tag is not in it. Tags decide which views show a route, so a \
            misspelled tag silently removes the route from its view. Without a 'tags' section every tag is allowed.
            """,
        advice: "Correct the tag, or declare it under 'tags:'.",
        example: RuleExample(
            """
            waybill: 1
            tags: { views: Screens a person sees. }
            routes:
              - { url: /notes, tags: [veiws], handler: listNotes }
            """,
            fixes: ["veiws": "views"]))
    static let commaInTag = RuleEntry(
        .commaInTag,
        summary: "A tag should not contain a comma.",
        explanation: """
            The quotes turn two tags into one text. Waybill reads it as two tags, and both views show the route. But \
            readers and other programs see one tag, and Swift code cannot use a tag with a comma.
            """,
        advice: "Write each tag as its own item.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes, tags: ["views, logs"], handler: listNotes }
            """,
            fixes: [#""views, logs""#: "views, logs"]))
    static let emptyView = RuleEntry(
        .emptyView,
        summary: "A tag of an interceptor or a fallback should occur on a route.",
        explanation: """
            None of the interceptor's tags occurs on a route that it matches, or no route has the tag of the \
            fallback. The interceptor then runs only in opens without a tag view, so an authentication check that is \
            meant for a view does not run in it. If one of several tags occurs, the others are not reported. \
            Suppress the rule if code adds routes with that tag.
            """,
        advice: "Tag a route, remove the tag, or write 'applies: everywhere' if no view may bypass the interceptor.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              gate: { url: "/admin/**", use: requireLogin, tags: [admins] }
            routes:
              - { url: /admin/users, handler: listUsers, tags: [admin] }
            """,
            fixes: ["admins": "admin"]))
    static let lonelyTag = RuleEntry(
        .lonelyTag,
        summary: "A tag that occurs once should not be almost equal to a frequent one.",
        explanation: """
            The tag occurs only once and differs in one character from a tag that occurs often. Probably it is \
            misspelled, and its route is missing from the view. The rule only applies to sets without a 'tags' \
            section, because with one every misspelling is an error.
            """,
        advice: "Correct the tag, or declare the tags of the set.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /notes, tags: [views], handler: listNotes }
              - { url: "/notes/:id", tags: [views], handler: showNote }
              - { url: /drafts, tags: [views], handler: listDrafts }
              - { url: "/drafts/:id", tags: [view], handler: showDraft }
            """,
            fixes: [#"drafts/:id", tags: [view"#: #"drafts/:id", tags: [views"#]))
    static let untaggedInterceptor = RuleEntry(
        .untaggedInterceptor,
        summary: "An interceptor that matches routes in tag views should have tags or apply everywhere.",
        explanation: """
            A tag view keeps only interceptors that have one of its tags or apply everywhere. This interceptor has \
            no tags, so it runs only in opens without a tag view. In the view that shows the route, the route is \
            served without it; an authentication check is bypassed. Suppress the rule for interceptors that are only \
            meant for opens without a view.
            """,
        advice: "Write 'applies: everywhere' if no view may bypass it, or give it the tags of its views.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              gate: { url: "/admin/**", use: requireLogin }
            routes:
              - { url: /admin/users, handler: listUsers, tags: [views] }
            """,
            fixes: ["requireLogin": "requireLogin, applies: everywhere"]))
}
