import WaybillSyntax
import WaybillTable

extension RoutedSet {
    /// The limit of nearly matching routes in the reasons.
    private static let maximumCandidates = 5

    /// Returns why a test fails, as lines of text: what happened to the request, and what prevented the expected
    /// result.
    func reasons(
        for mismatches: [RouteTestMismatch], of test: RouteTest, _ trace: RequestTrace, _ explanation: Explanation
    ) -> [String] {
        var reasons = explanation.hops.map { "\($0.by) leads to \($0.to)" }
        if let location = explanation.location, let route = explanation.route {
            reasons.append("route \(route.id) redirects the client to \(location)")
        }
        if let rejection = explanation.rejection {
            reasons.append("interceptor '\(rejection.by)' rejects it: \(rejection.reason)")
        }
        guard case .matched(let expected) = test.expectation else {
            return reasons + candidates(explanation.candidates)
        }
        if mismatches.contains(where: \.isOfDestination) {
            reasons += self.reasons(against: expected.route?.value, trace)
            reasons += candidates(explanation.candidates.filter { $0.route != expected.route?.value })
        }
        for name in expected.interceptors?.running ?? [] where !explanation.interceptors.contains(name.value) {
            guard let index = set.interceptors.firstIndex(where: { $0.id.value == name.value }) else { continue }
            reasons.append("\(name.value): \(reason(againstInterceptor: index, trace))")
        }
        return reasons
    }

    private func candidates(_ candidates: [Explanation.Candidate]) -> [String] {
        let shown = candidates.prefix(Self.maximumCandidates).map { "\($0.route): \($0.lost)" }
        return candidates.count > shown.count ? shown + ["and \(candidates.count - shown.count) more"] : shown
    }

    /// Returns why a route does not serve the URL at which the request ends.
    private func reasons(against id: String?, _ trace: RequestTrace) -> [String] {
        guard let id, let route = set.routes.firstIndex(where: { $0.id.value == id }), let visit = trace.visits.last,
            let reason = table.misfit(
                ofRoute: route, for: visit.url, method: trace.method, in: trace.view, winner: visit.route)
        else { return [] }
        return ["\(id): \(reason)"]
    }

    /// Returns why an interceptor does not run: it matches none of the URLs, or it was not part of the chain.
    private func reason(againstInterceptor index: Int, _ trace: RequestTrace) -> String {
        let misfits = trace.visits.map {
            table.misfit(ofInterceptor: index, for: $0.url, method: trace.method, in: trace.view)
        }
        guard let place = misfits.firstIndex(of: nil) else {
            return misfits.first.flatMap(\.self) ?? "it is not a valid URL"
        }
        guard let last = trace.visits[place].interceptors.last, set.interceptors[last].isTerminating else {
            return "after a rewrite only interceptors that apply everywhere run"
        }
        return "'\(set.interceptors[last].id.value)' ends the chain first"
    }
}

extension RouteTestMismatch {
    /// Whether it is about the destination of the request.
    fileprivate var isOfDestination: Bool { ["route", "module", "handler", "fallback"].contains(subject) }
}
