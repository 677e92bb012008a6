import WaybillManifest
package import WaybillSyntax

/// A policy about interceptors in words, with the routes that it is about: for tools that show where it holds.
package struct PolicyStatement: Sendable {
    /// The place in the configuration to which the diagnostics of the policy point.
    package let span: SourceSpan
    /// One sentence: `every request of routes with the tag 'admin' needs 'login'`.
    package let text: String
    /// The reason that the configuration gives.
    package let because: String?
    /// The indices of the routes; `nil` for a policy about the order of interceptors.
    package let routes: [Int]?
}

extension PolicyContext {
    /// The policies about interceptors, in their order.
    var statements: [PolicyStatement] {
        policy.requirements.map { requirement in
            switch requirement.demand {
            case .order(let names):
                PolicyStatement(
                    span: requirement.span, text: names.quoted(joinedBy: " runs before "),
                    because: requirement.because, routes: nil)
            case .need(let names, let selection, let views):
                PolicyStatement(
                    span: requirement.span,
                    text: "every request of \(selection?.words ?? "all routes")"
                        + (views.map { " in the views \($0.quoted())" } ?? "") + " needs \(names.quoted())",
                    because: requirement.because, routes: routes(of: selection))
            }
        }
    }
}

extension LintPolicy.Selection {
    /// For example `routes with the tag 'admin'`.
    fileprivate var words: String {
        let parts = [
            ("with the tag", tags), ("that lead to module", modules), ("that lead to handler", handlers),
            ("with the id", ids), ("in", files), ("that answer", methods),
            ("with the pattern", urls.map(\.text)),
        ]
        let given = parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.quoted(joinedBy: " or "))" }
        return (["routes"] + given).joined(separator: " ")
    }
}

extension [Located<String>] {
    fileprivate func quoted(joinedBy separator: String = ", ") -> String {
        map { "'\($0.value)'" }.joined(separator: separator)
    }
}
