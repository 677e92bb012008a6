package import WaybillManifest
package import WaybillProofs
import WaybillSyntax
import WaybillTable

extension RoutedSet {
    /// Returns the shortest test of a request that passes here and fails in another set; `nil` if there is none.
    func test(distinguishing other: RoutedSet, _ witness: RequestWitness, _ view: TagView) -> TestDraft? {
        let tags = view.tags?.sorted() ?? []
        guard tags.allSatisfy(mayName) else { return nil }
        let trace = trace(witness.url, method: witness.method, tags: tags)
        return expectations(of: trace).lazy
            .map { TestDraft(witness, tags: tags, facts: $0) }
            .first { draft in
                let test = draft.test
                return passes(test) && !other.passes(test)
            }
    }

    /// Returns a test that shows what serves a request here, and which interceptors run.
    ///
    /// - Parameter isAboutInterceptors: Whether interceptors matter more, if a test cannot show both.
    package func test(
        showing witness: RequestWitness, tags: [String], isAboutInterceptors: Bool = false
    ) -> TestDraft {
        let trace = trace(witness.url, method: witness.method, tags: tags)
        let end = fallbackFact(of: trace).map { [$0] } ?? refusalFact(of: trace).map { [$0] } ?? endFacts(of: trace)
        let interceptors = interceptorsFact(of: trace)
        let showsInterceptors = isAboutInterceptors || end.isEmpty
        let facts: [TestDraft.Fact] =
            if !end.isEmpty, !end[0].isWord {
                end + (set.interceptors.isEmpty ? [] : [interceptors])
            } else if showsInterceptors, !trace.interceptors.isEmpty {
                [interceptors]
            } else {
                end.isEmpty ? [.forward(trace.hops.map(\.to))] : end
            }
        return TestDraft(witness, tags: tags, facts: facts)
    }

    /// Whether a view may name a tag: any, if no tags are declared.
    private func mayName(_ tag: String) -> Bool {
        set.tags.isEmpty || set.tags.contains { $0.name.value == tag }
    }

    /// Returns the possible expectations for a test of a request, the shortest first.
    func expectations(of trace: RequestTrace) -> [[TestDraft.Fact]] {
        let end = endFacts(of: trace)
        // One word cannot be combined.
        let known = end.first?.isWord == true ? [] : end
        let interceptors = interceptorsFact(of: trace)
        let target: TestDraft.Fact =
            if case .redirectToClient(let location, let status) = trace.end {
                .redirect(location, status: status.rawValue)
            } else {
                .forward(trace.hops.map(\.to))
            }
        let route: [TestDraft.Fact] =
            trace.isRejected ? trace.route.map { [.route(set.routes[$0.route].id.value)] } ?? [] : []
        let parameters = TestDraft.Fact.parameters(trace.parameters)
        let besides = route + [interceptors] + (trace.parameters.isEmpty ? [] : [parameters]) + [target]
        let fallbacks = fallbackFact(of: trace).map { [[$0]] } ?? []
        let refusal = refusalFact(of: trace).map { [[$0]] } ?? []
        return [end] + refusal + besides.map { known + [$0] } + fallbacks + [known + besides]
    }

    /// Returns what ends a request; empty if a test cannot name it.
    private func endFacts(of trace: RequestTrace) -> [TestDraft.Fact] {
        switch trace.end {
        case .reached, .redirectToClient: trace.route.map { [.route(set.routes[$0.route].id.value)] } ?? []
        case .rejected(let interceptor): [.rejected(set.interceptors[interceptor].id.value)]
        case .unmatched, .redirectUnmatched: [.unmatched]
        case .loop, .invalid: []
        }
    }

    private func interceptorsFact(of trace: RequestTrace) -> TestDraft.Fact {
        .interceptors(trace.interceptors.map { set.interceptors[$0].id.value })
    }

    private func refusalFact(of trace: RequestTrace) -> TestDraft.Fact? {
        fallback(of: trace) == nil && !allowedMethods(of: trace).isEmpty ? .methodNotAllowed : nil
    }

    private func fallbackFact(of trace: RequestTrace) -> TestDraft.Fact? {
        fallback(of: trace).map { .fallback($0.name) }
    }
}

extension TestDraft {
    fileprivate init(_ witness: RequestWitness, tags: [String], facts: [Fact]) {
        let assumed = (try? RouteURL(witness.url))?.assumedMethod
        self.init(url: witness.url, method: witness.method == assumed ? nil : witness.method, tags: tags, facts: facts)
    }
}

extension RequestTrace {
    fileprivate var isRejected: Bool { if case .rejected = end { true } else { false } }
}
