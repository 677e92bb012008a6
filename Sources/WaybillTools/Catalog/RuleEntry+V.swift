import WaybillManifest
import WaybillSyntax

/// V: security.
extension RuleEntry {
    static let groupV: [RuleEntry] = [
        .plainSecret, .openPrivilege, .strayDebugRoute, .absoluteInclude, .failOpen, .foreignWriters,
    ]

    static let plainSecret = RuleEntry(
        .plainSecret,
        summary: "No password, token or key stands in a manifest.",
        explanation: """
            Manifests lie in repositories, in logs of CI and on laptops, and stay in their history for good: a secret \
            in one is a secret no more. It is found by the shape of known tokens and by the names of keys. No report \
            repeats the value. A value that is no secret, such as the password of a test account that is public, is \
            allowed with a comment that says so.
            """,
        advice: "Take it from the environment with ${NAME}, and replace it where it is in use.",
        example: .plainSecret)
    static let openPrivilege = RuleEntry(
        .openPrivilege,
        summary: "A route that the configuration calls privileged names its scheme and its host.",
        explanation: """
            'privileged' of the configuration names routes that are for few. A pattern without a scheme and a host \
            answers wherever a request comes from: at the public host, too, and in links of other apps. A pattern that \
            names one of each answers there alone.
            """,
        advice: "Begin the pattern with the one scheme and host that it is for.",
        example: .openPrivilege)
    static let strayDebugRoute = RuleEntry(
        .strayDebugRoute,
        summary: "Routes for debugging stand in the files that the configuration has for them.",
        explanation: """
            'debug' of the configuration says which routes are for debugging, and which files may have them: those that \
            are left out where the service is in earnest. A route that echoes requests or shows the inside of a service \
            is of great help to whoever looks for a way in.
            """,
        advice: "Move the route into one of these files, or delete it.",
        example: .strayDebugRoute)
    static let absoluteInclude = RuleEntry(
        .absoluteInclude,
        summary: "An include is relative to its file.",
        explanation: """
            An absolute path names a file of one machine: on another it is missing, or is somebody else's. It also \
            reaches for files that nobody reviews with the set. That a path with '..' leaves the set's root is Y013.
            """,
        advice: "Move the file into the set's folder, and give its path relative to the manifest.",
        example: .absoluteInclude)
    static let failOpen = RuleEntry(
        .failOpen,
        summary: "What keeps people out does so when it fails, too.",
        explanation: """
            An interceptor that by its name or its tags checks who may pass is told to let requests pass when it \
            fails. Whoever can make it fail, by load or by a request that it cannot read, is in. It is right for \
            checks that are a courtesy, such as a reminder to sign in; then say so in a comment.
            """,
        advice: "Let it fail closed.",
        example: .failOpen)
    static let foreignWriters = RuleEntry(
        .foreignWriters,
        summary: "Nobody but their owner may write manifests and their folders.",
        explanation: """
            Whoever may write a manifest, or put one into the set's folder, decides where requests go, past every \
            review. A service that follows its files takes such a change at once. A group that has its owner's number \
            is taken for the owner alone, and so is a folder with the sticky bit, in which nobody replaces the files \
            of others.
            """,
        advice: "Take the right away with chmod.",
        example: .foreignWriters)
}
