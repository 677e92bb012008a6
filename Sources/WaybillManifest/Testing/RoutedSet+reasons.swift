import WaybillTable

extension RoutedSet {
    /// More routes that came near are not told.
    private static let mostCandidates = 5

    /// Why a test fails, in lines for people: what happened on the way, and what kept from it what was expected.
    func reasons(of test: RouteTest, _ trace: RequestTrace, _ explanation: Explanation) -> [String] {
        var reasons = explanation.hops.map { "\($0.by) leads to \($0.to)" }
        if let rejection = explanation.rejection {
            reasons.append("interceptor '\(rejection.by)' rejects it: \(rejection.reason)")
        }
        guard case .matched(let expected) = test.expectation else {
            return reasons + candidates(explanation.candidates)
        }
        let route = expected.route.flatMap { wanted in set.routes.firstIndex { $0.id.value == wanted.value } }
        if let route, let reason = reason(against: route, trace) {
            reasons.append("\(set.routes[route].id.value): \(reason)")
        }
        if expected.namesDestination {
            reasons += candidates(explanation.candidates.filter { $0.route != expected.route?.value })
        }
        for name in expected.interceptors?.running ?? [] where !explanation.interceptors.contains(name.value) {
            guard let index = set.interceptors.firstIndex(where: { $0.id.value == name.value }) else { continue }
            reasons.append("\(name.value): \(reason(againstInterceptor: index, trace))")
        }
        return reasons
    }

    private func candidates(_ candidates: [Explanation.Candidate]) -> [String] {
        let shown = candidates.prefix(Self.mostCandidates).map { "\($0.route): \($0.lost)" }
        return candidates.count > shown.count ? shown + ["and \(candidates.count - shown.count) more"] : shown
    }

    /// Why a route does not serve the URL at which the request ends.
    private func reason(against route: Int, _ trace: RequestTrace) -> String? {
        guard let leg = trace.legs.last else { return nil }
        return table.misfit(ofRoute: route, for: leg.url, method: trace.method, in: trace.view, winner: leg.route)
    }

    /// Why an interceptor does not run: it matches none of the URLs, or the chain was not for it.
    private func reason(againstInterceptor index: Int, _ trace: RequestTrace) -> String {
        let misfits = trace.legs.map {
            table.misfit(ofInterceptor: index, for: $0.url, method: trace.method, in: trace.view)
        }
        guard let place = misfits.firstIndex(of: nil) else { return misfits.first.flatMap(\.self) ?? "it is no URL" }
        guard let last = trace.legs[place].interceptors.last, endsChain(last) else {
            return "after a rewrite only those interceptors run that apply everywhere"
        }
        return "'\(set.interceptors[last].id.value)' ends the chain before it"
    }

    private func endsChain(_ interceptor: Int) -> Bool {
        if case .use = set.interceptors[interceptor].action { false } else { true }
    }
}

extension RouteTest.Expected {
    /// Whether it says what serves the request.
    fileprivate var namesDestination: Bool { [route, module, handler, fallback].contains { $0 != nil } }
}
