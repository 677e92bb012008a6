import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// X013: rewrites, forwards and redirects that capture values which the target's route does not accept.
    ///
    /// Each is shown by an example request, as the other dead ends are.
    func narrowTargets(
        of redirects: [LocatedRedirect], _ walk: ClientWalk, _ context: RelationContext
    ) -> [Diagnostic] {
        let redirects = redirects.filter { !$0.target.target.captureNames.isEmpty }
        guard !redirects.isEmpty else { return [] }
        var links = RouteLinks(context.table, within: context.limits)
        var stepsLeft = Self.hopLimit(in: context.table)
        var isComplete = true
        let found = redirects.diagnostics { redirect in
            guard stepsLeft > 0 else { return nil }
            switch links.narrowTarget(of: self.redirect(redirect)) {
            case .none: return nil
            case .undecided:
                isComplete = false
                return nil
            case .found(let target):
                let lost = walk.sent(target.starts, by: redirect, &stepsLeft).first(where: \.isLost)
                return lost.map { narrowTarget(redirect, routes[target.route], $0).needing(.route(target.route)) }
            }
        }
        if isComplete, stepsLeft > 0 { return found }
        let undecided = Diagnostic.undecided(
            "whether routes accept what rewrites, forwards and redirects capture", at: redirects[0].target.text.span)
        return found + [undecided]
    }

    private func narrowTarget(_ redirect: LocatedRedirect, _ route: Route, _ lost: SentRequest) -> Diagnostic {
        let target = redirect.target.text
        return Diagnostic(
            .deadEnd, at: target.span,
            "\(name(redirect)) leads to '\(target.value)', but route '\(route.id.value)' does not accept all values that it captures",
            notes: [.init("'\(route.id.value)' is here", at: route.id.span)],
            witness: lost.witness.text, witnessRemark: "leads to \(lost.target), which no route serves",
            help: "give \(name(redirect)) the same 'params' as '\(route.id.value)'")
    }
}
