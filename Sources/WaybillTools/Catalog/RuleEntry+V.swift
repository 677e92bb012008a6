import WaybillManifest
import WaybillRules
import WaybillSyntax

/// V: security.
extension RuleEntry {
    static let groupV: [RuleEntry] = [
        .plainSecret, .openPrivilege, .strayDebugRoute, .absoluteInclude, .failOpen, .foreignWriters,
        .literalVariable,
    ]

    static let plainSecret = RuleEntry(
        .plainSecret,
        summary: "A manifest must not contain passwords, tokens or keys.",
        explanation: """
            Manifests are stored in repositories, CI logs and laptops, and stay in their history for good: a secret \
            in a manifest is exposed. The rule recognizes known token formats, and any literal, or default of a \
            variable, under a key that is named for a secret: 'password', 'token', 'api_key'. Names of headers and \
            fields, paths and words such as 'none' only say where the secret is. Reports never repeat the value. Suppress the rule for values that are not secret, such as the password of a public \
            test account, and say so in the comment.
            """,
        advice: "Take the value from the environment with ${NAME}, and rotate the exposed secret.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              pay: { url: "/pay/**", use: pay, with: { password: hunter2 } }
            routes:
              - { url: /pay/now, handler: payNow }
            """,
            fixes: ["hunter2": #""${PAY_PASSWORD:-}""#]))
    static let openPrivilege = RuleEntry(
        .openPrivilege,
        summary: "A privileged route should name its scheme and host.",
        explanation: """
            'privileged' in the configuration lists routes that only some callers may use. A pattern without a \
            scheme and a host answers on every host, including the public one, and in links of other apps. With both \
            it answers only there.
            """,
        advice: "Start the pattern with the scheme and host that the route is for.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { url: /users, handler: listUsers, tags: [admin] }
            """,
            fixes: ["/users": #""https://admin.example.com/users""#],
            beside: .configuration("privileged: { tags: [admin] }")))
    static let strayDebugRoute = RuleEntry(
        .strayDebugRoute,
        summary: "Debug routes should only be in the files that the configuration allows.",
        explanation: """
            'debug' in the configuration says which routes are for debugging and which files may contain them, so \
            that a production deployment can leave those files out. Routes that echo requests or show internals help \
            attackers.
            """,
        advice: "Move the route to one of these files, or delete it.",
        example: RuleExample(
            broken: [
                .init("routes.yaml", "waybill: 1\nroutes:\n  - { url: /echo, handler: echo }"),
                .configuration("debug: { handlers: [echo], only_in: dev/** }"),
            ],
            fixed: [
                .init("dev/routes.yaml", "waybill: 1\nroutes:\n  - { url: /echo, handler: echo }"),
                .configuration("debug: { handlers: [echo], only_in: dev/** }"),
            ]))
    static let absoluteInclude = RuleEntry(
        .absoluteInclude,
        summary: "An include must be relative to its file.",
        explanation: """
            An absolute path names a file of one machine: on another machine it is missing, or it is a different \
            file. It can also load files that are not reviewed with the set. Relative paths that leave the root with \
            '..' are reported by Y013.
            """,
        advice: "Move the file into the set's folder, and write its path relative to the manifest.",
        example: RuleExample(
            """
            waybill: 1
            include: /etc/waybill/shop.yaml
            """,
            fixes: ["include: /etc/waybill/shop.yaml\n": ""]))
    static let failOpen = RuleEntry(
        .failOpen,
        summary: "An authentication interceptor should fail closed.",
        explanation: """
            The name or the tags of this interceptor say that it checks who may pass, but it lets requests pass when \
            it fails. An attacker who can make it fail, for example by load, gets past it. Suppress the rule for \
            checks that are only a courtesy, such as a reminder to sign in.
            """,
        advice: "Remove the setting, so that the interceptor fails closed.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              require-login: { url: "/admin/**", use: requireLogin, with: { fail_open: true } }
            routes:
              - { url: /admin/users, handler: listUsers }
            """,
            fixes: ["true": "false"]))
    static let foreignWriters = RuleEntry(
        .foreignWriters,
        summary: "Only their owner should be able to write manifests and their folders.",
        explanation: """
            Everybody who can write a manifest, or add one to the set's folder, decides where requests go, without a \
            review. A running service reloads such a change at once. A group with the same number as the owner is \
            accepted, and so is a folder with the sticky bit, where users cannot replace the files of others.
            """,
        advice: "Remove the write permission with chmod.",
        example: RuleExample(
            broken: [.init("routes.yaml", "waybill: 1", .worldWritable)],
            fixed: [.init("routes.yaml", "waybill: 1")]))
    static let literalVariable = RuleEntry(
        .literalVariable,
        summary: "A variable under 'with' should be written as ${NAME}.",
        explanation: """
            A shell replaces '$NAME', and Kubernetes replaces '$(NAME)', but Waybill replaces neither: the service \
            gets the text itself, for example as its token. A report quotes only names in upper case, because other \
            values may be passwords. Only these names have a fix, and it needs a value for the variable. Suppress \
            the rule for values that really begin with '$'.
            """,
        advice: "Write '${NAME}', or '${NAME:-default}' if the variable may be absent.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              pay: { url: "/pay/**", use: pay, with: { account: $PAY_ACCOUNT } }
            routes:
              - { url: /pay/now, handler: payNow }
            """,
            fixes: ["$PAY_ACCOUNT": #""${PAY_ACCOUNT:-}""#]))
}
