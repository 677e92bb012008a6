package import WaybillManifest
package import WaybillProofs
import WaybillSyntax
package import WaybillTable

/// Answers whether requests reach a route without an interceptor: by themselves, or after rewrites.
package final class GuardAnswers {
    private let search: GuardSearch
    private let rewritten: RedirectedRequests

    package enum Answer {
        /// A guard runs for every request of the question.
        case guarded
        case gap(GuardGap)
        /// The rewrites of the request, in order.
        case rewrittenGap(GuardGap, [RedirectSource])
        /// The limits ended the search.
        case undecided
    }

    init(_ table: RoutingTable, _ rewritten: RedirectedRequests) {
        search = GuardSearch(table)
        self.rewritten = rewritten
    }

    package convenience init(_ set: ManifestSet, _ table: RoutingTable) {
        self.init(table, RedirectedRequests(rewrittenIn: set, table))
    }

    package func answer(_ question: GuardQuestion) -> Answer {
        let (gap, isDecided) = search.gap(question)
        if let gap { return .gap(gap) }
        if let (gap, sources) = rewritten.gap(question) { return .rewrittenGap(gap, sources) }
        return isDecided ? .guarded : .undecided
    }

    /// Whether only views bypass the guards.
    package func isHidden(_ question: GuardQuestion, _ gap: GuardGap) -> Bool {
        guard gap.view != nil else { return false }
        var plain = question
        plain.views = [nil]
        return search.gap(plain).gap == nil
    }
}

extension ManifestSet {
    /// Returns the interceptors with a name: those with this id, and those that use this code.
    package func interceptors(called name: String) -> [Int] {
        interceptors.indices.filter { index in
            let interceptor = interceptors[index]
            return interceptor.id.value == name || interceptor.action.code?.value == name
        }
    }
}
