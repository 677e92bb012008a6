import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let unreachableInterceptor = Rule(
        "X007", "unreachable-interceptor", .error, .relations, .suppressible)
}

extension Check<RelationContext> {
    static let unreachableInterceptors = Check(.unreachableInterceptor, .tableBudget) {
        $0.set.checkUnreachableInterceptors($0)
    }
}

extension ManifestSet {
    fileprivate func checkUnreachableInterceptors(_ context: RelationContext) -> [Diagnostic] {
        let unreachable = context.unreachableInterceptors
        return undecided(
            "whether interceptors run at all", about: terminatingInterceptors, unless: unreachable.isComplete)
            + unreachable.found.map(unreachableInterceptor)
    }

    private func unreachableInterceptor(_ meeting: InterceptorMeeting) -> Diagnostic {
        let terminating = interceptors[meeting.first]
        let shadowed = interceptors[meeting.second]
        let isReject = if case .reject = terminating.action { true } else { false }
        let id = shadowed.id.value
        let other = terminating.id.value
        return Diagnostic(
            .unreachableInterceptor, at: shadowed.id.span,
            "interceptor '\(id)' never runs: '\(other)' runs before it and \(isReject ? "rejects" : "redirects") every request that '\(id)' matches",
            // After a redirect, code may restart the chain, in which no interceptor runs twice.
            severity: isReject ? nil : .warning,
            notes: [.init("'\(other)' is here, with order \(terminating.order)", at: terminating.id.span)],
            witness: meeting.witness.text, witnessRemark: "ends at '\(other)'",
            help: "give '\(id)' an order below \(terminating.order), or make '\(other)' more specific")
    }
}
