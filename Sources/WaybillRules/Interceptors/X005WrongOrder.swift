import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let wrongOrder = Rule(
        "X005", "wrong-order", .error, .policies, [.suppressible, .offByDefault, .fixChangesDigest])
}

extension Check<PolicyContext> {
    static let order = Check(
        .wrongOrder, .badConfiguration, .tableBudget, when: { $0.requirements.contains(where: \.isOrder) },
        find: { $0.checkOrder() })
}

extension PolicyContext {
    /// Interceptors must run in the configured order.
    fileprivate func checkOrder() -> [Diagnostic] {
        let demands = policy.requirements.filter(\.isOrder)
        guard !demands.isEmpty, let table, let rewritten = rewrittenRequests else { return [] }
        let views = [nil] + Set(table.routes.flatMap(\.tags)).sorted().map(Optional.some)
        let redirected = RedirectedRequests(forwardedIn: set, table, limit: Self.maximumFollowed / views.count)
        return demands.flatMap { requirement -> [Diagnostic] in
            guard case .order(let names) = requirement.demand else { return [] }
            let groups = names.map { set.interceptors(called: $0.value) }
            let unknown = zip(names, groups).filter { $1.isEmpty }.map { unknownInterceptor($0.0) }
            let atOneURL = table.inversions(of: groups)
            let overHops = redirected.inversions(of: groups, in: views)
            var known = Set(atOneURL.found.map { [$0.first, $0.second] })
            let others = (rewritten.inversions(of: groups, in: views).found + overHops.found)
                .filter { known.insert([$0.first, $0.second]).inserted }
            let undecided =
                atOneURL.isComplete && overHops.isComplete
                ? [] : [Diagnostic.undecided("whether interceptors run in this order", at: requirement.span)]
            return unknown + undecided + atOneURL.found.map { wrongOrder($0, requirement) }
                + others.map { orderAfterHop($0, requirement) }
        }
    }

    /// The limit of redirected requests that are followed in all views together.
    static var maximumFollowed: Int { 10_000 }

    /// Reports that the second interceptor may run before the first.
    private func wrongOrder(_ meeting: InterceptorMeeting, _ requirement: LintPolicy.Requirement) -> Diagnostic {
        let one = set.interceptors[meeting.first]
        let other = set.interceptors[meeting.second]
        return Diagnostic(
            .wrongOrder, at: one.orderSpan ?? one.id.span,
            "'\(one.id.value)' must run before '\(other.id.value)', but runs after it",
            notes: [
                .init(
                    "'\(other.id.value)' is here, with order \(other.order)", at: other.orderSpan ?? other.id.span),
                note(requirement),
            ],
            witness: meeting.witness.text, witnessRemark: "runs both",
            help: "give '\(one.id.value)' an order below \(other.order), or '\(other.id.value)' one above \(one.order)",
            fixes: moving(one, before: other))
    }

    /// Reports a rewrite or a forward between the two, after which the first runs too late, whatever its order.
    private func orderAfterHop(
        _ found: RedirectedRequests.Inversion, _ requirement: LintPolicy.Requirement
    ) -> Diagnostic {
        let one = set.interceptors[found.first].id
        let other = set.interceptors[found.second].id
        let view = found.view.map { " in the view of '\($0)'" } ?? ""
        let noun = found.sources.contains(where: \.isInterceptor) ? "rewrite" : "forward"
        var diagnostic = Diagnostic(
            .wrongOrder, at: one.span,
            "'\(one.value)' must run before '\(other.value)', but runs after it because of a \(noun)",
            notes: [.init("'\(other.value)' is here", at: other.span), note(requirement)],
            witness: found.start.text, witnessRemark: "runs both" + view,
            help: "let '\(one.value)' also match the URL before the \(noun)")
        diagnostic.causes = spans(of: found.sources)
        diagnostic.witnessTags = [found.view].compactMap(\.self)
        return diagnostic
    }

    /// Returns a fix that lets one interceptor run before another.
    ///
    /// It is safe only if the two are adjacent in the order, so that no third interceptor is passed.
    private func moving(_ interceptor: Interceptor, before other: Interceptor) -> [Diagnostic.Fix] {
        guard other.order > Int(Int32.min) else { return [] }
        let order = other.order - 1
        let isPassingOthers = set.interceptors.contains { third in
            third.id.value != interceptor.id.value && third.id.value != other.id.value
                && (order...interceptor.order).contains(third.order)
        }
        let change = Diagnostic.Change.set(
            InterceptorGrammar.order, of: InterceptorGrammar.object, to: "\(order)", in: .named(interceptor.id.span))
        return [.init("give '\(interceptor.id.value)' the order \(order)", safe: !isPassingOthers, change)]
    }
}
