import WaybillManifest
import WaybillSyntax

/// R: what a change of manifests does to requests. There is no R007: manifests have no number that has to rise, for the digest
/// of a set tells two of them apart, and a generation's number is the service's.
extension RuleEntry {
    static let groupR: [RuleEntry] = [
        .lostRequest, .movedRequest, .lostGate, .changedLifetime, .shrunkenSet, .unknownToRunning,
    ]

    static let lostRequest = RuleEntry(
        .lostRequest,
        summary: "What a route served, a route serves.",
        explanation: """
            Requests that a route served match no route any more, or only the fallback. Links in mails, bookmarks and \
            other programs still ask for them. A route that moved can leave a redirect behind.
            """,
        advice: "Keep the route, or redirect its old URL to the new one.",
        example: .lostRequest)
    static let movedRequest = RuleEntry(
        .movedRequest,
        summary: "What a route served, it serves as before.",
        explanation: """
            Requests go to another destination, or to the same one with other parameters, other values of 'with', \
            another lane, presentation or timeout, or through the same interceptors in another order. That is often \
            what a change is for; and sometimes a new pattern takes requests that nobody thought of.
            """,
        advice:
            "Look at the witness; give the route that should keep its requests a more specific pattern or a priority.",
        example: .movedRequest)
    static let lostGate = RuleEntry(
        .lostGate,
        summary: "What an interceptor ran for, it runs for.",
        explanation: """
            An interceptor no longer runs for requests that it ran for: the login is no longer asked for, the limit no \
            longer counted. Such a hole shows in no test that is signed in. It opens as easily by a new route beside a \
            gate's pattern as by a change of the gate.
            """,
        advice: "Widen the interceptor's pattern, or its tags and methods, until it matches the witness again.",
        example: .lostGate)
    static let changedLifetime = RuleEntry(
        .changedLifetime,
        summary: "What lives in a running service, lives on as it did.",
        explanation: """
            A module's scope says how long what its factory made lives. Where it changes, a running service drops the \
            instance that callers share, with what it holds: connections, caches, sessions; or begins to share one.
            """,
        advice: "Keep the scope, or change it where the service is started anew.",
        example: .changedLifetime)
    static let shrunkenSet = RuleEntry(
        .shrunkenSet,
        summary: "A set does not lose a fifth of its routes at once.",
        explanation: """
            More than a fifth of the routes are gone, and five at least, or all of them. That is what a half-written \
            file, a wrong folder or a lost include looks like, and it is rarely meant.
            """,
        advice: "Look whether all files are there; where it is meant, pass '--allow-removals'.",
        example: .shrunkenSet)
    static let unknownToRunning = RuleEntry(
        .unknownToRunning,
        summary: "A set names Swift code that the old one names too.",
        explanation: """
            The new set names a factory, a handler, an interceptor, an adapter or a lane that the old one never names. \
            The binary that runs may not have it registered, and would then refuse the set and serve the old one on.
            """,
        advice: "Release the binary that registers the name first, and the manifest then.",
        example: .unknownToRunning)
}
