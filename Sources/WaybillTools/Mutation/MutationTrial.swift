package import WaybillManifest
package import WaybillTable

/// Finds out whether tests notice a mistake.
package struct MutationTrial: Sendable {
    private let subject: RoutedSet
    private let patcher: TablePatcher
    /// Those that pass without a mistake.
    package let tests: [RouteTest]
    /// By test.
    private let traces: [RequestTrace]
    /// By route: the tests that come by it, in order.
    private let byRoute: [Int: [Int]]
    /// The tests that come by a URL that no route serves.
    private let unrouted: [Int]
    private let enders: Set<Int>

    package init(_ subject: RoutedSet, _ patcher: TablePatcher, _ tests: [RouteTest]) {
        self.subject = subject
        self.patcher = patcher
        let passing = tests.map { ($0, subject.trace(of: $0)) }.filter { subject.mismatches(of: $0, $1).isEmpty }
        self.tests = passing.map(\.0)
        traces = passing.map(\.1)
        var (byRoute, unrouted): ([Int: [Int]], [Int]) = ([:], [])
        for (number, trace) in traces.enumerated() {
            for route in Set(trace.legs.map { $0.route?.route }) {
                if let route { byRoute[route, default: []].append(number) } else { unrouted.append(number) }
            }
        }
        (self.byRoute, self.unrouted) = (byRoute, unrouted)
        enders = Set(subject.set.interceptors.indices.filter { subject.set.interceptors[$0].endsChains })
    }

    package func verdict(of mutation: Mutation.Kind) -> MutationResult.Verdict {
        let mutant = subject.mutant(mutation, patcher)
        if let killer = tests(near: mutation, mutant).first(where: { !mutant.passes(tests[$0]) }) {
            return .killed(by: killer)
        }
        var draft: TestDraft?
        var search = DifferenceSearch(topic(of: mutation, mutant), of: patcher, enders: enders) { witness, view in
            draft = subject.test(telling: mutant, witness, view)
            return draft != nil
        }
        let answer = search.run()
        if let draft { return .survived(draft) }
        return answer == .none ? .changesNothing : .undecided
    }

    /// The tests that may fail, in order. All others pass as they did, for the mistake changes nothing on their ways:
    /// the first URL at which something is otherwise would be one of the way without the mistake.
    package func tests(near mutation: Mutation.Kind, _ mutant: RoutedSet) -> [Int] {
        if let patch = mutant.patch { return tests(near: patch) }
        switch mutation {
        case .interceptor(_, let route), .target(.route(let route)): return byRoute[route] ?? []
        case .target(.interceptor(let index)):
            return traces.indices.filter { traces[$0].interceptors.contains(index) }
        case .fallback: return unrouted
        default: return Array(tests.indices)
        }
    }

    private func tests(near patch: TablePatch) -> [Int] {
        switch patch.subject {
        case .route: (patch.servers.flatMap { byRoute[$0] ?? [] } + unrouted).uniqued().sorted()
        case .interceptor:
            traces.indices.filter { test in
                traces[test].legs.contains { patch.mayRun(for: $0.url, method: traces[test].method) }
            }
        }
    }

    private func topic(of mutation: Mutation.Kind, _ mutant: RoutedSet) -> DifferenceSearch.Topic {
        if let patch = mutant.patch { return .patch(patch) }
        return switch mutation {
        case .interceptor(let interceptor, let route): .meeting(interceptor: interceptor, route: route)
        case .target(.route(let route)): .arrival(route: route)
        case .target(.interceptor(let index)): .interception(index)
        case .fallback(let tag): .nothing(tag: tag)
        default: .nothing(tag: nil)
        }
    }
}

extension [Int] {
    fileprivate func uniqued() -> [Int] { Array(Set(self)) }
}
